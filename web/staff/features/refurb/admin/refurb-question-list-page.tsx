import { Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconListCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sortsOf } from '#sync/calls/list.ts'
import { deleteRefurbQuestionCall, listRefurbQuestionsCall, patchRefurbQuestionCall } from '#sync/calls/refurb.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { withOfflineFallback, useConfigCopy, useServerQuery } from '#web/local/cache/offline-fallback.ts'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { ChangeLink, CopyFrame, useOfflineReason } from '#web/staff/ui/copy-frame.tsx'
import { DataList } from '#web/staff/ui/list/data-list.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { readRows, type ListedRows } from '#web/staff/ui/list/list-rows.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { CallProblem } from './refurb-call-problem.tsx'
import { listQuestions, type ListedQuestion } from './copy-refurb.ts'
import { productOfQuestionQuery, questionsQuery, refurbKey } from './refurb-calls.ts'
import styles from './admin.module.css'

const first = listStart(sortsOf(listRefurbQuestionsCall), { sort: 'position', perPage: 15 })

/**
 * `/refurb-diagnosis-questions` (REFURB-01, REFURB-03): what the diagnosis asks, in its order; with `?product` what it
 * asks of that product alone (CAT-30).
 */
export function RefurbQuestionListPage({ productId }: { readonly productId?: string | undefined }) {
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const http = useHttp()
  const format = useFormat()
  const queries = useQueryClient()
  const { state, change } = useListState(first)
  const copy = useConfigCopy((config) => listQuestions(config, state, productId))
  const reading = withOfflineFallback<ListedRows<ListedQuestion>>(
    useServerQuery(questionsQuery(http, state, productId)),
    copy,
  )
  const product = useQuery({ ...productOfQuestionQuery(http, productId ?? ''), enabled: productId !== undefined })
  const off = useOfflineReason(reading)
  const [modal, setModal] = useState<ModalData | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: refurbKey })
  const moving = useSingleMutation({
    mutationFn: ({ id, position }: { readonly id: string; readonly position: number }) =>
      http(patchRefurbQuestionCall, { params: { id }, body: { position } }),
    onSettled: refresh,
    onError: () => undefined,
  })
  const removing = useSingleMutation({
    mutationFn: ({ id, version }: ListedQuestion) =>
      http(deleteRefurbQuestionCall, { params: { id }, ...(version !== undefined && { ifMatch: version }) }),
    onSettled: refresh,
    onError: () => undefined,
  })
  const rows = reading.value?.['hydra:member']
  const total = reading.value?.['hydra:totalItems'] ?? null
  const ordered = state.sort === 'position' && state.order === 'asc' && state.search === ''
  const placeOf = ({ id }: ListedQuestion): number =>
    (state.page - 1) * state.perPage + (rows ?? []).findIndex((row) => row.id === id) + 1
  const move = (question: ListedQuestion, by: number): void => {
    const position = placeOf(question) + by
    if (position >= 1 && position <= (total ?? position)) moving.mutate({ id: question.id, position })
  }
  const edit = ({ id }: ListedQuestion): void =>
    void navigate({ to: '/refurb-diagnosis-questions/$id/edit', params: { id } })
  const ask = (question: ListedQuestion): void =>
    setModal({
      title: t(($) => $.admin.questions.deleteTitle),
      content: t(($) => $.admin.questions.deleteText, { label: question.label }),
      confirmLabel: t(($) => $.admin.delete),
      destructive: true,
      confirm: () => removing.mutate(question),
    })
  const create = (
    <ChangeLink
      to="/refurb-diagnosis-questions/create"
      {...(productId !== undefined && { search: { product: productId } })}
      icon={IconPlus}
      label={t(($) => $.admin.questions.create)}
      off={off}
    />
  )
  const editing = { label: t(($) => $.admin.edit), icon: IconPencil, run: edit }
  const deleting = { label: t(($) => $.admin.delete), icon: IconTrash, run: ask }
  // Places only mean something while the list shows the order of the diagnosis.
  const actions = ordered
    ? [
        { label: t(($) => $.admin.up), icon: IconArrowUp, run: (row: ListedQuestion) => move(row, -1) },
        { label: t(($) => $.admin.down), icon: IconArrowDown, run: (row: ListedQuestion) => move(row, 1) },
        editing,
        deleting,
      ]
    : [editing, deleting]
  const crumbs = product.data && [{ title: product.data.label, to: '/products' as const }]
  return (
    <Page title={t(($) => $.admin.questions.title)} icon={IconListCheck} actions={create} {...(crumbs && { crumbs })}>
      {productId === undefined ? (
        <AnchorLink to="/products" display="inline-block" mb="md" underline="always">
          {t(($) => $.admin.questions.throughProducts)}
        </AnchorLink>
      ) : (
        product.data !== undefined && (
          <Text mb="md">{t(($) => $.admin.questions.ofOneProduct, { product: product.data.label })}</Text>
        )
      )}
      <CallProblem error={reading.error ?? (off === null ? (moving.error ?? removing.error) : null)} />
      <CopyFrame reading={reading} note={off === null ? null : t(($) => $.admin.questions.copyNote)}>
        <DataList
          label={t(($) => $.admin.questions.title)}
          {...readRows(reading)}
          rowKey={({ id }) => id}
          rowName={({ label }) => label}
          state={state}
          onChange={change}
          searchLabel={t(($) => $.admin.questions.search)}
          nameColumn="label"
          {...(off === null && {
            onOpen: edit,
            pathOf: ({ id }: ListedQuestion) => `/refurb-diagnosis-questions/${id}/edit`,
          })}
          columns={[
            {
              key: 'position',
              title: t(($) => $.admin.questions.position),
              cell: (question) => (ordered ? placeOf(question) : question.position),
              sortable: true,
            },
            {
              key: 'label',
              title: t(($) => $.admin.questions.label),
              cell: ({ label }) => <strong className={styles.label}>{label}</strong>,
              sortable: true,
            },
            {
              key: 'type',
              title: t(($) => $.admin.questions.type),
              cell: ({ type }) => t(($) => $.admin.questions.types[type]),
              sortable: true,
            },
            {
              key: 'answers',
              title: t(($) => $.admin.questions.answers),
              cell: (question) => <Answers question={question} />,
            },
            {
              key: 'productCount',
              title: t(($) => $.admin.questions.products),
              cell: ({ productCount }) =>
                productCount === null ? <Text c="dimmed">–</Text> : format.number(productCount),
              align: 'end',
            },
          ]}
          actions={actions}
          actionsOff={off}
          empty={
            state.search === '' ? (
              <EmptyState
                title={t(($) => (productId === undefined ? $.admin.questions.empty : $.admin.questions.emptyOfProduct))}
                text={t(($) =>
                  productId === undefined ? $.admin.questions.emptyText : $.admin.questions.emptyOfProductText,
                )}
                action={create}
              />
            ) : (
              <EmptyState title={t(($) => $.admin.noMatch)} />
            )
          }
        />
      </CopyFrame>
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </Page>
  )
}

/** Each answer with the steps that it makes due. */
function Answers({ question }: { readonly question: ListedQuestion }) {
  return (
    <ul className={styles.answers}>
      {question.answers.map(({ id, label, steps }) => (
        <li key={id}>
          {label}
          {steps.length > 0 && (
            <Text span size="sm" c="dimmed">
              {' → '}
              {steps.map(({ name }) => name).join(', ')}
            </Text>
          )}
        </li>
      ))}
    </ul>
  )
}
