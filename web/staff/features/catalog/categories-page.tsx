import { IconCategory, IconHelpCircle, IconPencil, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedCategory } from '#sync/calls/category.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { categoriesQuery } from './catalog-calls.ts'
import { useCategoryColumns } from './category-columns.tsx'
import { ExportLink } from './export-link.tsx'
import { findCategories } from './find-categories.ts'
import { ImportLink } from './import-link.tsx'

const first = listStart([])

/** `/categories/list` (CAT-01, CAT-04): the tree of the categories, each line as far in as it stands below others. */
export function CategoriesPage() {
  const { t } = useTranslation('catalog')
  const { state, change } = useListState(first)
  const found = useQuery(categoriesQuery(useHttp()))
  const all = found.data?.['hydra:member']
  const navigate = useNavigate()
  const [mayWrite, mayReadQuestions] = [useCan('category.write'), useCan('question.list')]
  const columns = useCategoryColumns(all)
  const edit = ({ id }: ListedCategory): void => void navigate({ to: '/category/$id/edit', params: { id } })
  const openQuestions = ({ id }: ListedCategory): void =>
    void navigate({ to: '/diagnostic/category/$categoryId', params: { categoryId: id } })
  const actions = [
    ...(mayWrite ? [{ label: t(($) => $.form.edit), icon: IconPencil, run: edit }] : []),
    ...(mayReadQuestions
      ? [{ label: t(($) => $.categories.questions), icon: IconHelpCircle, run: openQuestions }]
      : []),
  ]
  const create = mayWrite && (
    <ButtonLink to="/category/create" leftSection={<IconPlus size={20} aria-hidden />}>
      {t(($) => $.categories.create)}
    </ButtonLink>
  )
  const actionsOfPage = (
    <>
      <ImportLink />
      <ExportLink />
      {create}
    </>
  )
  const shown = all && findCategories(all, state.search)
  return (
    <Page title={t(($) => $.categories.title)} icon={IconCategory} actions={actionsOfPage}>
      <ServerList
        label={t(($) => $.categories.title)}
        found={{ ...found, data: shown && { 'hydra:member': shown, 'hydra:totalItems': shown.length } }}
        isWhole
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.categories.search)}
        columns={columns}
        actions={actions}
        actionsStay
        {...(mayWrite ? { onOpen: edit, pathOf: ({ id }: ListedCategory) => `/category/${id}/edit` } : {})}
        empty={
          <EmptyState
            icon={IconCategory}
            title={state.search === '' ? t(($) => $.categories.empty.title) : t(($) => $.categories.noMatch.title)}
            text={state.search === '' ? t(($) => $.categories.empty.text) : t(($) => $.categories.noMatch.text)}
            action={state.search === '' ? create : null}
          />
        }
      />
    </Page>
  )
}
