import { Button, Group, Text, Title } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconCopy } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultText } from '#domain/kernel/text-limits.ts'
import { duplicateProductCall, patchProductCall, type ProductAnswer } from '#sync/calls/product.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { catalogKey } from '#web/lib/catalog-key.ts'
import { searchWithAlert } from '#web/staff/ui/search-with.ts'

/** Making another product of this one, and archiving it or taking it back. */
export function ProductActions(props: {
  readonly product: ProductAnswer
  /** Whether something was typed that is not saved. */
  readonly isTouched: boolean
  readonly onReload: () => void
}) {
  const { product, isTouched, onReload } = props
  const { t } = useTranslation('catalog')
  const { duplicating, changing } = useProductActions(product)
  const [modal, setModal] = useState<ModalData | null>(null)
  const isArchived = product.status === 'archived'
  const off = isTouched ? { disabled: true, title: t(($) => $.category.saveFirst) } : {}
  const archive = (): void =>
    setModal({
      title: t(($) => $.product.archiveTitle),
      content: t(($) => $.product.archiveAsk, { name: product.label }),
      confirmLabel: t(($) => $.category.archive),
      destructive: true,
      confirm: () => changing.mutate('archived'),
    })
  return (
    <section aria-label={t(($) => $.product.actions)}>
      <Title order={2} size="h4" mb="xs">
        {t(($) => $.product.actions)}
      </Title>
      <SaveError error={duplicating.error ?? changing.error} onReload={onReload} />
      <Group justify="space-between" gap="md">
        <Text c="dimmed" maw="32rem">
          {isArchived ? t(($) => $.product.archivedText) : t(($) => $.product.actionsText)}
        </Text>
        <Group gap="sm">
          <Button
            variant="default"
            {...off}
            loading={duplicating.isPending}
            leftSection={<IconCopy size={20} aria-hidden />}
            onClick={() => duplicating.mutate()}
          >
            {t(($) => $.product.duplicate)}
          </Button>
          <Button
            variant="default"
            {...off}
            loading={changing.isPending}
            leftSection={isArchived ? <IconArchiveOff size={20} aria-hidden /> : <IconArchive size={20} aria-hidden />}
            onClick={() => (isArchived ? changing.mutate('draft') : archive())}
          >
            {isArchived ? t(($) => $.product.takeBack) : t(($) => $.category.archive)}
          </Button>
        </Group>
      </Group>
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </section>
  )
}

function useProductActions(product: ProductAnswer) {
  const { t } = useTranslation('catalog')
  const http = useHttp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  // The section says what went wrong.
  const quiet = { onError: () => undefined }
  const refresh = () => queries.invalidateQueries({ queryKey: catalogKey, refetchType: 'none' })
  const changing = useSingleMutation({
    ...quiet,
    mutationFn: (status: ProductAnswer['status']) =>
      http(patchProductCall, { params: { id: product.id }, body: { status }, ifMatch: product.version }),
    onSuccess: async () => {
      await refresh()
      await navigate({ to: '/products', search: searchWithAlert('saved') })
    },
  })
  const duplicating = useSingleMutation({
    ...quiet,
    mutationFn: () =>
      http(duplicateProductCall, {
        params: { id: product.id },
        body: { label: t(($) => $.product.copyOf, { name: product.label }).slice(0, defaultText.max) },
      }),
    onSuccess: async ({ id }) => {
      await refresh()
      const search = searchWithAlert('created')
      await navigate({ to: '/product/$id/edit', params: { id }, search })
    },
  })
  return { changing, duplicating }
}
