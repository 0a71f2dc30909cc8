import { Button, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconListCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteRefurbQuestionCall, patchRefurbQuestionCall, type RefurbQuestionAnswer } from '#sync/calls/refurb.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { DataList } from '#web/staff/ui/data-list.tsx'
import { EmptyState } from '#web/staff/ui/faces.tsx'
import { firstListState, useListState } from '#web/staff/ui/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { CallProblem } from './call-problem.tsx'
import { questionsQuery, refurbKey } from './refurb-calls.ts'
import styles from './admin.module.css'

const first = { ...firstListState, sort: 'position', perPage: 15 }

/** `/refurb-diagnosis-questions` (REFURB-01, REFURB-03): what the diagnosis asks, in its order. */
export function RefurbQuestionListPage() {
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const http = useHttp()
  const format = useFormat()
  const queries = useQueryClient()
  const { state, change } = useListState(first)
  const found = useQuery(questionsQuery(http, state))
  const [modal, setModal] = useState<ModalData | null>(null)
  const refresh = () => queries.invalidateQueries({ queryKey: refurbKey })
  const moving = useMutation({
    mutationFn: ({ id, position }: { readonly id: string; readonly position: number }) =>
      http(patchRefurbQuestionCall, { params: { id }, body: { position } }),
    onSettled: refresh,
    onError: () => undefined,
  })
  const removing = useMutation({
    mutationFn: (id: string) => http(deleteRefurbQuestionCall, { params: { id } }),
    onSettled: refresh,
    onError: () => undefined,
  })
  const rows = found.data?.['hydra:member']
  const total = found.data?.['hydra:totalItems'] ?? null
  const ordered = state.sort === 'position' && state.order === 'asc' && state.search === ''
  const placeOf = ({ id }: RefurbQuestionAnswer): number =>
    (state.page - 1) * state.perPage + (rows ?? []).findIndex((row) => row.id === id) + 1
  const move = (question: RefurbQuestionAnswer, by: number): void => {
    const position = placeOf(question) + by
    if (position >= 1 && position <= (total ?? position)) moving.mutate({ id: question.id, position })
  }
  const edit = ({ id }: RefurbQuestionAnswer): void =>
    void navigate({ to: '/refurb-diagnosis-questions/$id/edit', params: { id } })
  const ask = ({ id, label }: RefurbQuestionAnswer): void =>
    setModal({
      title: t(($) => $.admin.questions.deleteTitle),
      content: t(($) => $.admin.questions.deleteText, { label }),
      confirmLabel: t(($) => $.admin.delete),
      destructive: true,
      confirm: () => removing.mutate(id),
    })
  const create = (
    <Button component={Link} to="/refurb-diagnosis-questions/create" leftSection={<IconPlus size={20} aria-hidden />}>
      {t(($) => $.admin.questions.create)}
    </Button>
  )
  const editing = { label: t(($) => $.admin.edit), icon: IconPencil, run: edit }
  const deleting = { label: t(($) => $.admin.delete), icon: IconTrash, run: ask }
  // Places only mean something while the list shows the order of the diagnosis.
  const actions = ordered
    ? [
        { label: t(($) => $.admin.up), icon: IconArrowUp, run: (row: RefurbQuestionAnswer) => move(row, -1) },
        { label: t(($) => $.admin.down), icon: IconArrowDown, run: (row: RefurbQuestionAnswer) => move(row, 1) },
        editing,
        deleting,
      ]
    : [editing, deleting]
  return (
    <Page title={t(($) => $.admin.questions.title)} icon={IconListCheck} actions={create}>
      <CallProblem error={found.error ?? moving.error ?? removing.error} />
      <DataList
        label={t(($) => $.admin.questions.title)}
        rows={rows}
        total={total}
        error={found.error}
        onRetry={() => void found.refetch()}
        rowKey={({ id }) => id}
        rowName={({ label }) => label}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.admin.questions.search)}
        onOpen={edit}
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
            cell: ({ label }) => <strong>{label}</strong>,
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
            cell: ({ productCount }) => format.number(productCount),
            align: 'end',
          },
        ]}
        actions={actions}
        empty={
          state.search === '' ? (
            <EmptyState
              title={t(($) => $.admin.questions.empty)}
              text={t(($) => $.admin.questions.emptyText)}
              action={create}
            />
          ) : (
            <EmptyState title={t(($) => $.admin.noMatch)} />
          )
        }
      />
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </Page>
  )
}

/** Each answer with the steps that it makes due. */
function Answers({ question }: { readonly question: RefurbQuestionAnswer }) {
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
