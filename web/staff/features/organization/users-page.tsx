import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sortsOf } from '#sync/calls/list.ts'
import { activity, listUsersCall } from '#sync/calls/organization.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { ListPage, FilterFields } from '#web/staff/ui/list/list-page.tsx'
import { useListPage, type FilteredList } from '#web/staff/ui/list/use-list-page.ts'
import type { FiltersOf } from '#web/staff/ui/list/list-filters.ts'
import { entityChoicesQuery, usersQuery } from './organization-calls.ts'
import { listedUserTypes, userQuestionOf, userFilters } from './organization-search.ts'
import { UserActions, useOpenUser, useUserRowActions } from './user/user-actions.tsx'
import { fullName, useUserColumns } from './user-columns.tsx'

const first = listStart(sortsOf(listUsersCall), { perPage: 15, sort: 'lastname' })

/** `/users` (ORG-31): who works in the user's branch, as what, and where. */
export function UsersPage() {
  const { t } = useTranslation('organization')
  const http = useHttp()
  const list = useListPage({
    first,
    filters: userFilters,
    questionOf: userQuestionOf,
    query: (question) => usersQuery(http, question),
  })
  const columns = useUserColumns()
  const open = useOpenUser()
  const actions = useUserRowActions(open)
  return (
    <ListPage
      title={t(($) => $.users.title)}
      icon={IconUsers}
      actions={<UserActions />}
      list={list}
      rowKey={({ id }) => id}
      rowName={fullName}
      searchLabel={t(($) => $.users.search)}
      columns={columns}
      onOpen={open}
      pathOf={({ id }) => `/user/${id}/edit`}
      rowActions={actions}
      empty={{ title: t(($) => $.users.empty.title), text: t(($) => $.users.empty.text) }}
      noMatch={{ title: t(($) => $.users.noMatch), text: t(($) => $.filter.widen) }}
    >
      <UserFilters list={list} />
    </ListPage>
  )
}

function UserFilters({ list }: { readonly list: FilteredList<FiltersOf<typeof userFilters>> }) {
  const { filters, setFilters } = list
  const { t } = useTranslation('organization')
  const entities = useQuery(entityChoicesQuery(useHttp()))
  return (
    <FilterFields list={list}>
      <SeveralFilter
        label={t(($) => $.column.type)}
        data={listedUserTypes.map((value) => ({ value, label: t(($) => $.userTypes[value]) }))}
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
        label={t(($) => $.column.entity)}
        data={entities.data}
        hasFailed={entities.isError}
        value={filters.entity}
        onChange={(entity) => setFilters({ entity })}
      />
    </FilterFields>
  )
}
