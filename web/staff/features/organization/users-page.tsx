import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sortsOf } from '#sync/calls/list.ts'
import { activity, listUsersCall } from '#sync/calls/organization.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { FilterPanel } from '#web/staff/ui/list/filter-panel.tsx'
import { listStart, useFilterChange, useListState } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { entityChoicesQuery, usersQuery } from './organization-calls.ts'
import { listedUserTypes, parseUserSearch, userQuestionOf, type UserSearch } from './organization-search.ts'
import { UserActions, useOpenUser, useUserRowActions } from './user/user-actions.tsx'
import { fullName, useUserColumns } from './user-columns.tsx'

const first = listStart(sortsOf(listUsersCall), { perPage: 15, sort: 'lastname' })

/** `/users` (ORG-31): who works in the user's branch, as what, and where. */
export function UsersPage() {
  const { t } = useTranslation('organization')
  const http = useHttp()
  const { state, change } = useListState(first)
  const search = parseUserSearch(useSearch({ strict: false }))
  const columns = useUserColumns()
  const open = useOpenUser()
  const actions = useUserRowActions(open)
  const order = state.sort === null ? {} : { order: { [state.sort]: state.order } }
  const question = userQuestionOf(search, state.search)
  const found = useQuery(usersQuery(http, { ...question, ...order, page: state.page, itemsPerPage: state.perPage }))
  const isFiltered = state.search !== '' || Object.keys(search).length > 0
  return (
    <Page title={t(($) => $.users.title)} icon={IconUsers} actions={<UserActions />}>
      <UserFilters search={search} />
      <ServerList
        label={t(($) => $.users.title)}
        found={found}
        rowKey={({ id }) => id}
        rowName={fullName}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.users.search)}
        columns={columns}
        onOpen={open}
        pathOf={({ id }) => `/user/${id}/edit`}
        actions={actions}
        empty={
          isFiltered ? (
            <EmptyState icon={IconUsers} title={t(($) => $.users.noMatch)} text={t(($) => $.filter.widen)} />
          ) : (
            <EmptyState icon={IconUsers} title={t(($) => $.users.empty.title)} text={t(($) => $.users.empty.text)} />
          )
        }
      />
    </Page>
  )
}

function UserFilters({ search }: { readonly search: UserSearch }) {
  const { t } = useTranslation('organization')
  const change = useFilterChange()
  const entities = useQuery(entityChoicesQuery(useHttp()))
  return (
    <FilterPanel
      count={Object.keys(search).length}
      onReset={() => change({ type: undefined, status: undefined, entity: undefined })}
    >
      <SeveralFilter
        label={t(($) => $.column.type)}
        data={listedUserTypes.map((value) => ({ value, label: t(($) => $.userTypes[value]) }))}
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
        label={t(($) => $.column.entity)}
        data={entities.data}
        hasFailed={entities.isError}
        value={search.entity}
        onChange={(entity) => change({ entity })}
      />
    </FilterPanel>
  )
}
