import { Text } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ListedCategory } from '#sync/calls/category.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { categoriesQuery } from '../catalog-calls.ts'
import { useCategoryColumns } from '../category-columns.tsx'
import { ExportLink } from '../export-link.tsx'
import { ImportLink } from '../import-link.tsx'
import { findCategories } from '../find-categories.ts'

const first = listStart([])

/** `/diagnostic` (CAT-42): the tree of categories, each of which leads to what its products are asked. */
export function DiagnosticPage() {
  const { t } = useTranslation('catalog')
  const navigate = useNavigate()
  const { state, change } = useListState(first)
  const found = useQuery(categoriesQuery(useHttp()))
  const all = found.data?.['hydra:member']
  const shown = all && findCategories(all, state.search)
  const columns = useCategoryColumns(all).filter(({ key }) => ['name', 'questions', 'products'].includes(key))
  const open = ({ id }: ListedCategory): void =>
    void navigate({ to: '/diagnostic/category/$categoryId', params: { categoryId: id } })
  const actions = (
    <>
      <ImportLink />
      <ExportLink />
    </>
  )
  return (
    <Page title={t(($) => $.questions.title)} icon={IconHelpCircle} actions={actions}>
      <Text c="dimmed" mb="md">
        {t(($) => $.questions.choose)}
      </Text>
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
        onOpen={open}
        pathOf={({ id }) => `/diagnostic/category/${id}`}
        actions={[{ label: t(($) => $.questions.open), icon: IconHelpCircle, run: open }]}
        actionsStay
        empty={
          <EmptyState
            title={state.search === '' ? t(($) => $.categories.empty.title) : t(($) => $.categories.noMatch.title)}
            text={state.search === '' ? t(($) => $.categories.empty.text) : t(($) => $.categories.noMatch.text)}
          />
        }
      />
    </Page>
  )
}
