import { Alert } from '@mantine/core'
import { IconBuildings, IconDoorEnter, IconLink, IconPencil, IconPlus, IconTrash, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { clientModules, clientStatuses } from '#domain/organization/client.ts'
import { listClientsCall, type ListedClient } from '#sync/calls/client.ts'
import { sortsOf } from '#sync/calls/list.ts'
import type { ClientOpening } from '#web/lib/client-opening.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { ConfirmModal } from '#web/staff/ui/confirm-modal.tsx'
import type { RowAction } from '#web/staff/ui/list/data-list.tsx'
import { SeveralFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { ListPage, FilterFields } from '#web/staff/ui/list/list-page.tsx'
import { useListPage, type FilteredList } from '#web/staff/ui/list/use-list-page.ts'
import type { FiltersOf } from '#web/staff/ui/list/list-filters.ts'
import { clientsQuery, platformQuery } from './client-calls.ts'
import { useClientColumns } from './client-columns.tsx'
import { clientQuestionOf, clientFilters } from './client-search.ts'
import { useDeleteClient } from './use-delete-client.ts'

const first = listStart(sortsOf(listClientsCall), { perPage: 15, sort: 'name' })

/** `/clients` (ORG-01): the retailers and buyers of the installation; the platform's administrators open them. */
export function ClientsPage({ opening }: { readonly opening: ClientOpening | null }) {
  const { t } = useTranslation('client')
  const http = useHttp()
  const list = useListPage({
    first,
    filters: clientFilters,
    questionOf: clientQuestionOf,
    query: (question) => clientsQuery(http, question),
  })
  const columns = useClientColumns()
  const deleting = useDeleteClient()
  const mayUpdate = useCan('client.update')
  const open = useOpenClient()
  const actions = useClientActions(open, deleting.ask, opening)
  return (
    <ListPage
      title={t(($) => $.title)}
      icon={IconBuildings}
      actions={
        <>
          <AdministratorsLink />
          <CreateLink />
        </>
      }
      list={list}
      rowKey={({ id }) => id}
      rowName={({ name }) => name}
      searchLabel={t(($) => $.search)}
      columns={columns}
      {...(mayUpdate && {
        onOpen: open,
        pathOf: ({ organizationId }: ListedClient) => organizationId && `/client/${organizationId}/edit`,
      })}
      rowActions={actions}
      empty={{ title: t(($) => $.empty.title), text: t(($) => $.empty.text), action: <CreateLink /> }}
      noMatch={{ title: t(($) => $.noMatch), text: t(($) => $.widen) }}
      below={<ConfirmModal data={deleting.modal} onClose={deleting.close} />}
    >
      {opening !== null && opening.unreached !== null && (
        <Alert color="red" role="alert" mb="md">
          {opening.unreached}
        </Alert>
      )}
      <ClientFilters list={list} />
    </ListPage>
  )
}

function ClientFilters({ list }: { readonly list: FilteredList<FiltersOf<typeof clientFilters>> }) {
  const { filters, setFilters } = list
  const { t } = useTranslation('client')
  return (
    <FilterFields list={list}>
      <SeveralFilter
        label={t(($) => $.column.status)}
        data={clientStatuses.map((value) => ({ value, label: t(($) => $.status[value]) }))}
        value={filters.status}
        onChange={(status) => setFilters({ status })}
      />
      <SeveralFilter
        label={t(($) => $.column.modules)}
        data={clientModules.map((value) => ({ value, label: t(($) => $.module[value]) }))}
        value={filters.module}
        onChange={(module) => setFilters({ module })}
      />
    </FilterFields>
  )
}

/** Leads to the platform's own users, who administer the clients. */
function AdministratorsLink() {
  const { t } = useTranslation('client')
  const { data } = useQuery({ ...platformQuery(useHttp()), enabled: useCan('user.assign_admin') })
  const accountId = data?.accountId ?? null
  if (accountId === null) return null
  return (
    <ButtonLink
      to="/account/$accountId/users"
      params={{ accountId }}
      variant="default"
      leftSection={<IconUsers size={20} aria-hidden />}
    >
      {t(($) => $.administrators)}
    </ButtonLink>
  )
}

function CreateLink() {
  const { t } = useTranslation('client')
  if (!useCan('client.create')) return null
  return (
    <ButtonLink to="/client/create" leftSection={<IconPlus size={20} aria-hidden />}>
      {t(($) => $.create)}
    </ButtonLink>
  )
}

/** Leads to the page of a client, which is named by the top of its tree. */
function useOpenClient(): (client: ListedClient) => void {
  const navigate = useNavigate()
  return ({ organizationId }) => {
    if (organizationId === null) return
    void navigate({ to: '/client/$organizationId/edit', params: { organizationId } })
  }
}

type Act = (client: ListedClient) => void

function useClientActions(
  onEdit: Act,
  onDelete: Act,
  opening: ClientOpening | null,
): readonly RowAction<ListedClient>[] {
  const { t } = useTranslation('client')
  const mayUpdate = useCan('client.update')
  const mayDelete = useCan('client.delete')
  const edit = {
    label: t(($) => $.edit),
    icon: IconPencil,
    run: onEdit,
    applies: ({ organizationId }: ListedClient) => organizationId !== null,
  }
  const navigate = useNavigate()
  const links = {
    label: t(($) => $.linked.title),
    icon: IconLink,
    run: ({ id }: ListedClient) =>
      void navigate({ to: '/account/$accountId/linked-buyers', params: { accountId: id } }),
  }
  const users = {
    label: t(($) => $.users),
    icon: IconUsers,
    run: ({ id }: ListedClient) => void navigate({ to: '/account/$accountId/users', params: { accountId: id } }),
  }
  const remove = { label: t(($) => $.delete.action), icon: IconTrash, run: onDelete }
  const enter = {
    label: t(($) => $.enter),
    icon: IconDoorEnter,
    main: true,
    run: ({ id }: ListedClient) => opening?.open(id),
    applies: ({ id, status }: ListedClient) => status === 'active' && id !== opening?.openId,
  }
  return [
    ...(opening === null ? [] : [enter]),
    ...(mayUpdate ? [edit] : []),
    links,
    ...(mayDelete ? [remove] : []),
    users,
  ]
}
