import { Button, Group, Text, Title } from '@mantine/core'
import { IconArchive, IconArchiveOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  patchCategoryCall,
  readCheckpointsCall,
  type ArchiveCheckpoints,
  type CategoryAnswer,
} from '#sync/calls/category.ts'
import { codeText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { catalogKey } from '#web/lib/catalog-key.ts'
import { searchWithAlert } from '#web/staff/ui/search-with.ts'

/** Archiving a category, once nothing of it is left, and taking it back (CAT-14, CAT-15). */
export function ArchiveBlock(props: {
  readonly category: CategoryAnswer
  /** Whether something was typed that is not saved. */
  readonly isTouched: boolean
  readonly onReload: () => void
}) {
  const { category, isTouched, onReload } = props
  const { t } = useTranslation('catalog')
  const { checking, changing, modal, setModal } = useArchive(category)
  const isActive = category.status === 'active'
  return (
    <section aria-label={t(($) => $.category.archiving)}>
      <Title order={2} size="h4" mb="xs">
        {t(($) => $.category.archiving)}
      </Title>
      <SaveError error={checking.error ?? changing.error} onReload={onReload} />
      <Group justify="space-between" gap="md">
        <Text c="dimmed" maw="36rem">
          {isActive ? t(($) => $.category.archiveText) : t(($) => $.category.archivedText)}
        </Text>
        <Button
          variant="default"
          loading={checking.isPending || changing.isPending}
          disabled={isTouched}
          {...(isTouched && { title: t(($) => $.category.saveFirst) })}
          leftSection={isActive ? <IconArchive size={20} aria-hidden /> : <IconArchiveOff size={20} aria-hidden />}
          onClick={() => (isActive ? checking.mutate() : changing.mutate('active'))}
        >
          {isActive ? t(($) => $.category.archive) : t(($) => $.category.takeBack)}
        </Button>
      </Group>
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </section>
  )
}

function useArchive(category: CategoryAnswer) {
  const { t, i18n } = useTranslation('catalog')
  const http = useHttp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [modal, setModal] = useState<ModalData | null>(null)
  // The block says what went wrong.
  const quiet = { onError: () => undefined }
  const changing = useSingleMutation({
    ...quiet,
    mutationFn: (status: CategoryAnswer['status']) =>
      http(patchCategoryCall, { params: { id: category.id }, body: { status }, ifMatch: category.version }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: catalogKey, refetchType: 'none' })
      await navigate({ to: '/categories/list', search: searchWithAlert('saved') })
    },
  })
  const blocked = ({ children, products, questions }: ArchiveCheckpoints): ModalData => ({
    title: t(($) => $.category.notYet),
    content: (
      <>
        {codeText(i18n, 'CATEGORY_IN_USE')}
        <ul>
          {children > 0 && <li>{t(($) => $.category.left.children, { count: children })}</li>}
          {products > 0 && <li>{t(($) => $.category.left.products, { count: products })}</li>}
          {questions > 0 && <li>{t(($) => $.category.left.questions, { count: questions })}</li>}
        </ul>
      </>
    ),
    confirmLabel: t(($) => $.form.understood),
    confirm: () => undefined,
  })
  const checking = useSingleMutation({
    ...quiet,
    mutationFn: () => http(readCheckpointsCall, { params: { id: category.id } }),
    onSuccess: (checkpoints) =>
      setModal(
        checkpoints.mayBeArchived
          ? {
              title: t(($) => $.category.archiveTitle),
              content: t(($) => $.category.archiveAsk, { name: category.name }),
              confirmLabel: t(($) => $.category.archive),
              destructive: true,
              confirm: () => changing.mutate('archived'),
            }
          : blocked(checkpoints),
      ),
  })
  return { checking, changing, modal, setModal }
}
