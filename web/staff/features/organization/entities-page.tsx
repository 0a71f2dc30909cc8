import { IconBuildingStore, IconEye, IconPencil, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { organizationTypes } from '#domain/organization/organization-type.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { activity, listOrganizationsCall, type OrganizationAnswer } from '#sync/calls/organization.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import type { RowAction } from '#web/staff/ui/list/data-list.tsx'
import { SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { ListPage, FilterFields } from '#web/staff/ui/list/list-page.tsx'
import { useListPage, type FilteredList } from '#web/staff/ui/list/use-list-page.ts'
import type { FiltersOf } from '#web/staff/ui/list/list-filters.ts'
import { useEntityColumns } from './entity-columns.tsx'
import { entitiesQuery, entityChoicesQuery } from './organization-calls.ts'
import { entityQuestionOf, entityFilters } from './organization-search.ts'

const first = listStart(sortsOf(listOrganizationsCall), { perPage: 15, sort: 'commonName' })

/** `/entities` (ORG-14): head office, regions, stores, warehouses and buyers of the user's branch. */
export function EntitiesPage() {
  const { t } = useTranslation('organization')
  const http = useHttp()
  const list = useListPage({
    first,
    filters: entityFilters,
    questionOf: entityQuestionOf,
    query: (question) => entitiesQuery(http, question),
  })
  const columns = useEntityColumns()
  const open = useOpenEntity()
  const actions = useEntityActions(open)
  return (
    <ListPage
      title={t(($) => $.entities.title)}
      icon={IconBuildingStore}
      actions={<CreateLink />}
      list={list}
      rowKey={({ id }) => id}
      rowName={({ commonName }) => commonName}
      searchLabel={t(($) => $.entities.search)}
      columns={columns}
      onOpen={open}
      pathOf={({ id }) => `/entity/${id}/edit`}
      rowActions={actions}
      empty={{ title: t(($) => $.entities.empty.title), text: t(($) => $.entities.empty.text) }}
      noMatch={{ title: t(($) => $.entities.noMatch), text: t(($) => $.filter.widen) }}
    >
      <EntityFilters list={list} />
    </ListPage>
  )
}

function EntityFilters({ list }: { readonly list: FilteredList<FiltersOf<typeof entityFilters>> }) {
  const { filters, setFilters } = list
  const { t } = useTranslation('organization')
  const parents = useQuery(entityChoicesQuery(useHttp(), ['root_management_unit', 'management_unit']))
  return (
    <FilterFields list={list}>
      <SeveralFilter
        label={t(($) => $.column.type)}
        data={organizationTypes.map((value) => ({ value, label: t(($) => $.types[value]) }))}
        value={filters.type}
        onChange={(type) => setFilters({ type })}
      />
      <SeveralFilter
        label={t(($) => $.column.status)}
        data={activity.map((value) => ({ value, label: t(($) => $.activity[value]) }))}
        value={filters.status}
        onChange={(status) => setFilters({ status })}
      />
      <SeveralFilter
        label={t(($) => $.column.parent)}
        data={parents.data}
        hasFailed={parents.isError}
        value={filters.parent}
        onChange={(parent) => setFilters({ parent })}
      />
    </FilterFields>
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
