import { Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteRefurbQuestionCall, patchRefurbQuestionCall, type RefurbQuestionAnswer } from '#sync/calls/refurb.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { OrderButtons } from '#web/staff/ui/list/order-buttons.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { ownRefurbQuestionsQuery } from '../catalog-calls.ts'
import classes from './product-form.module.css'

/** What the workshop asks of one product alone, in its order (CAT-30); each change counts at once. */
export function OwnQuestions({ productId }: { readonly productId: string }) {
  const { t } = useTranslation('catalog')
  const http = useHttp()
  const queries = useQueryClient()
  const reading = ownRefurbQuestionsQuery(http, productId)
  const found = useQuery(reading)
  const [modal, setModal] = useState<ModalData | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: reading.queryKey })
  const shown = { onSettled: refresh, onError: () => undefined }
  const moving = useSingleMutation({
    mutationFn: ({ id, position }: { readonly id: string; readonly position: number }) =>
      http(patchRefurbQuestionCall, { params: { id }, body: { position } }),
    ...shown,
  })
  const removing = useSingleMutation({
    mutationFn: ({ id, version }: RefurbQuestionAnswer) =>
      http(deleteRefurbQuestionCall, { params: { id }, ifMatch: version }),
    ...shown,
  })
  if (found.data === undefined) return <QueryPlaceholder error={found.error} onRetry={() => void found.refetch()} />
  const questions = found.data['hydra:member']
  const ask = (question: RefurbQuestionAnswer): void =>
    setModal({
      title: t(($) => $.product.removeQuestion),
      content: t(($) => $.product.removeQuestionText, { label: question.label }),
      confirmLabel: t(($) => $.product.remove),
      destructive: true,
      confirm: () => removing.mutate(question),
    })
  return (
    <Stack gap="sm" align="start">
      <SaveError error={moving.error ?? removing.error} onReload={() => void found.refetch()} />
      {questions.length === 0 ? (
        <Text c="dimmed">{t(($) => $.product.noOwnQuestions)}</Text>
      ) : (
        <ol className={classes.questions}>
          {questions.map((question, at) => (
            <li key={question.id}>
              <Group gap="sm" wrap="nowrap" justify="space-between">
                <AnchorLink
                  to="/refurb-diagnosis-questions/$id/edit"
                  params={{ id: question.id }}
                  underline="always"
                  className={classes.question ?? ''}
                >
                  {question.label}
                </AnchorLink>
                <OrderButtons
                  labels={{
                    up: `${t(($) => $.product.up)} – ${question.label}`,
                    down: `${t(($) => $.product.down)} – ${question.label}`,
                    remove: `${t(($) => $.product.remove)} – ${question.label}`,
                  }}
                  at={at}
                  count={questions.length}
                  onMove={(to) => moving.mutate({ id: question.id, position: to + 1 })}
                  onRemove={() => ask(question)}
                />
              </Group>
            </li>
          ))}
        </ol>
      )}
      <AnchorLink to="/refurb-diagnosis-questions/create" search={{ product: productId }} underline="always">
        {t(($) => $.questions.create)}
      </AnchorLink>
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </Stack>
  )
}
