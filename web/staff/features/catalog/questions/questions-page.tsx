import { Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconHelpCircle, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  moveQuestionCall,
  removeQuestionCall,
  type CategoryQuestions,
  type QuestionAnswer,
} from '#sync/calls/question.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { catalogKey } from '#web/lib/catalog-key.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { searchWith } from '#web/staff/ui/search-with.ts'
import { categoryQuestionsQuery } from './question-calls.ts'
import { useQuestionColumns } from './question-columns.tsx'

const first = listStart([])

/** `/diagnostic/category/{categoryId}` (CAT-42): what products of a category are asked, in the order of the wizard. */
export function QuestionsPage({ categoryId }: { readonly categoryId: string }) {
  const { t } = useTranslation('catalog')
  const mayWrite = useCan('question.write')
  const found = useQuery(categoryQuestionsQuery(useHttp(), categoryId))
  const { data } = found
  const create = mayWrite && (
    <ButtonLink
      to="/diagnostic/category/$categoryId/question/add"
      params={{ categoryId }}
      leftSection={<IconPlus size={20} aria-hidden />}
    >
      {t(($) => $.questions.create)}
    </ButtonLink>
  )
  return (
    <Page
      title={data?.category.name ?? t(($) => $.questions.ofCategory)}
      icon={IconHelpCircle}
      crumbs={[{ title: t(($) => $.questions.title), to: '/diagnostic' }]}
      actions={data === undefined ? null : create}
    >
      {data === undefined ? (
        <QueryPlaceholder
          error={found.error}
          missing={t(($) => $.form.missing.category)}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Questions found={{ ...found, data }} create={create} />
      )}
    </Page>
  )
}

type Found = ReturnType<typeof useQuery<CategoryQuestions>>

function Questions(props: {
  readonly found: Found & { readonly data: CategoryQuestions }
  readonly create: ReactNode
}) {
  const { t } = useTranslation('catalog')
  const navigate = useNavigate()
  const mayWrite = useCan('question.write')
  const { state, change } = useListState(first)
  const { found, create } = props
  const { category, questions } = found.data
  const columns = useQuestionColumns(category.id, questions)
  const { moving, removing } = useChanges(category.id)
  const [modal, setModal] = useState<ModalData | null>(null)
  const placeOf = ({ id }: QuestionAnswer): number => questions.findIndex((question) => question.id === id) + 1
  const edit = ({ id }: QuestionAnswer): void =>
    void navigate({
      to: '/diagnostic/category/$categoryId/question/$questionId',
      params: { categoryId: category.id, questionId: id },
    })
  const ask = (question: QuestionAnswer): void =>
    setModal({
      title: t(($) => $.questions.removeTitle),
      content:
        question.categories.length > 1
          ? t(($) => $.questions.removeShared, { title: question.title, category: category.name })
          : t(($) => $.questions.removeText, { title: question.title }),
      confirmLabel: t(($) => $.questions.remove),
      destructive: true,
      confirm: () => removing.mutate(question.id),
    })
  const actions = [
    { label: t(($) => $.form.edit), icon: IconPencil, run: edit },
    {
      label: t(($) => $.form.up),
      icon: IconArrowUp,
      run: (row: QuestionAnswer) => moving.mutate({ id: row.id, position: placeOf(row) - 1 }),
      applies: (row: QuestionAnswer) => placeOf(row) > 1,
    },
    {
      label: t(($) => $.form.down),
      icon: IconArrowDown,
      run: (row: QuestionAnswer) => moving.mutate({ id: row.id, position: placeOf(row) + 1 }),
      applies: (row: QuestionAnswer) => placeOf(row) < questions.length,
    },
    { label: t(($) => $.questions.remove), icon: IconTrash, run: ask },
  ]
  return (
    <>
      <Text c="dimmed" mb="md">
        {t(($) => $.questions.about)}
      </Text>
      <SaveError error={moving.error ?? removing.error} />
      <ServerList
        label={t(($) => $.questions.title)}
        found={{ ...found, data: { 'hydra:member': questions, 'hydra:totalItems': questions.length } }}
        isWhole
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        state={state}
        onChange={change}
        columns={columns}
        nameColumn="title"
        {...(mayWrite
          ? {
              onOpen: edit,
              pathOf: ({ id }: QuestionAnswer) => `/diagnostic/category/${category.id}/question/${id}`,
              actions,
            }
          : {})}
        empty={
          <EmptyState
            icon={IconHelpCircle}
            title={t(($) => $.questions.empty.title)}
            text={t(($) => $.questions.empty.text)}
            action={create}
          />
        }
      />
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </>
  )
}

function useChanges(categoryId: string) {
  const http = useHttp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => queries.invalidateQueries({ queryKey: catalogKey })
  // The page says what went wrong, and shows the questions as they are now.
  const quiet = { onSettled: refresh, onError: () => undefined }
  const moving = useSingleMutation({
    ...quiet,
    mutationFn: ({ id, position }: { readonly id: string; readonly position: number }) =>
      http(moveQuestionCall, { params: { id: categoryId, questionId: id }, body: { position } }),
  })
  const removing = useSingleMutation({
    ...quiet,
    mutationFn: (questionId: string) => http(removeQuestionCall, { params: { id: categoryId, questionId } }),
    onSuccess: () =>
      navigate({
        to: '.',
        search: searchWith({ alert: { type: 'success', message: 'deleted' } }),
        replace: true,
      }),
  })
  return { moving, removing }
}
