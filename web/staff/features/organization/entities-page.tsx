import { IconBuildingStore, IconEye, IconPencil, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { organizationTypes } from '#domain/organization/organization-type.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { activity, listOrganizationsCall, type OrganizationAnswer } from '#sync/calls/organization.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import type { RowAction } from '#web/staff/ui/list/data-list.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { FilterPanel } from '#web/staff/ui/list/filter-panel.tsx'
import { listStart, useFilterChange, useListState } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { useEntityColumns } from './entity-columns.tsx'
import { entitiesQuery, entityChoicesQuery } from './organization-calls.ts'
import { entityQuestionOf, parseEntitySearch, type EntitySearch } from './organization-search.ts'

const first = listStart(sortsOf(listOrganizationsCall), { perPage: 15, sort: 'commonName' })

/** `/entities` (ORG-14): head office, regions, stores, warehouses and buyers of the user's branch. */
export function EntitiesPage() {
  const { t } = useTranslation('organization')
  const http = useHttp()
  const { state, change } = useListState(first)
  const search = parseEntitySearch(useSearch({ strict: false }))
  const columns = useEntityColumns()
  const open = useOpenEntity()
  const actions = useEntityActions(open)
  const order = state.sort === null ? {} : { order: { [state.sort]: state.order } }
  const question = entityQuestionOf(search, state.search)
  const found = useQuery(entitiesQuery(http, { ...question, ...order, page: state.page, itemsPerPage: state.perPage }))
  const isFiltered = state.search !== '' || Object.keys(search).length > 0
  return (
    <Page title={t(($) => $.entities.title)} icon={IconBuildingStore} actions={<CreateLink />}>
      <EntityFilters search={search} />
      <ServerList
        label={t(($) => $.entities.title)}
        found={found}
        rowKey={({ id }) => id}
        rowName={({ commonName }) => commonName}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.entities.search)}
        columns={columns}
        onOpen={open}
        pathOf={({ id }) => `/entity/${id}/edit`}
        actions={actions}
        empty={
          isFiltered ? (
            <EmptyState icon={IconBuildingStore} title={t(($) => $.entities.noMatch)} text={t(($) => $.filter.widen)} />
          ) : (
            <EmptyState
              icon={IconBuildingStore}
              title={t(($) => $.entities.empty.title)}
              text={t(($) => $.entities.empty.text)}
            />
          )
        }
      />
    </Page>
  )
}

function EntityFilters({ search }: { readonly search: EntitySearch }) {
  const { t } = useTranslation('organization')
  const change = useFilterChange()
  const parents = useQuery(entityChoicesQuery(useHttp(), ['root_management_unit', 'management_unit']))
  return (
    <FilterPanel
      count={Object.keys(search).length}
      onReset={() => change({ type: undefined, status: undefined, parent: undefined })}
    >
      <SeveralFilter
        label={t(($) => $.column.type)}
        data={organizationTypes.map((value) => ({ value, label: t(($) => $.types[value]) }))}
        value={search.type}
        onChange={(type) => change({ type })}
      />
      <SeveralFilter
        label={t(($) => $.column.status)}
        data={activity.map((value) => ({ value, label: t(($) => $.activity[value]) }))}
        value={search.status}
        onChange={(status) => change({ status })}
      />
      <SeveralFilter
        label={t(($) => $.column.parent)}
        data={parents.data}
        hasFailed={parents.isError}
        value={search.parent}
        onChange={(parent) => change({ parent })}
      />
    </FilterPanel>
  )
}

function CreateLink() {
  const { t } = useTranslation('entity')
  if (!useCan('organization.write')) return null
  return (
    <ButtonLink to="/entity/create" leftSection={<IconPlus size={20} aria-hidden />}>
      {t(($) => $.create)}
    </ButtonLink>
  )
}

type Act = (entity: OrganizationAnswer) => void

function useOpenEntity(): Act {
  const navigate = useNavigate()
  return ({ id }) => void navigate({ to: '/entity/$id/edit', params: { id } })
}

/** Users who may not change an entity open it to read. */
function useEntityActions(open: Act): readonly RowAction<OrganizationAnswer>[] {
  const { t } = useTranslation(['organization', 'common'])
  const navigate = useNavigate()
  const mayWrite = useCan('organization.write')
  const users: RowAction<OrganizationAnswer> = {
    label: t(($) => $.entities.users),
    icon: IconUsers,
    run: ({ id }) => void navigate({ to: '/users', search: { entity: [id] } }),
  }
  const edit = { label: t(($) => $.action.edit, { ns: 'common' }), icon: IconPencil, run: open }
  const read = { label: t(($) => $.action.open, { ns: 'common' }), icon: IconEye, run: open }
  return [mayWrite ? edit : read, ...(useCan('user.list') ? [users] : [])]
}
