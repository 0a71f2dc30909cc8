import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sortsOf } from '#sync/calls/list.ts'
import { listUsersCall, type UserAnswer } from '#sync/calls/organization.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { ListPage } from '#web/staff/ui/list/list-page.tsx'
import { useListPage } from '#web/staff/ui/list/use-list-page.ts'
import { askedWordsOnly, unfiltered } from '#web/staff/ui/list/list-filters.ts'
import { fullName, useUserColumns } from '../user-columns.tsx'
import { clientUsersQuery, platformQuery, workplacesQuery } from './user-calls.ts'

const first = listStart(sortsOf(listUsersCall), { perPage: 15, sort: 'lastname' })

/** `/account/{accountId}/users` (ORG-34): the users of a client. */
export function ClientUsersPage({ accountId }: { readonly accountId: string }) {
  const { t } = useTranslation(['user', 'organization'])
  const http = useHttp()
  const navigate = useNavigate()
  const columns = useUserColumns()
  const mayUpdate = useCan('client.update')
  const { data: places } = useQuery(workplacesQuery(http, { kind: 'client', accountId }))
  const list = useListPage({
    first,
    filters: unfiltered,
    questionOf: askedWordsOnly('q'),
    query: (question) => clientUsersQuery(http, accountId, question),
  })
  const { data: platform } = useQuery({ ...platformQuery(http), enabled: useCan('user.assign_admin') })
  const isPlatform = platform?.accountId === accountId
  const open = ({ id }: UserAnswer): void =>
    isPlatform
      ? void navigate({ to: '/userAdmin/$id/edit', params: { id } })
      : void navigate({ to: '/userClient/$id/edit', params: { id }, search: { accountId } })
  const pathOf = ({ id }: UserAnswer): string =>
    isPlatform ? `/userAdmin/${id}/edit` : `/userClient/${id}/edit?${new URLSearchParams({ accountId })}`
  const ofClient = places?.name == null ? t(($) => $.client.title) : t(($) => $.client.of, { name: places.name })
  const title = isPlatform ? t(($) => $.client.administrators) : ofClient
  return (
    <ListPage
      title={title}
      icon={IconUsers}
      crumbs={[{ title: t(($) => $.client.clients), to: '/clients' }]}
      actions={
        mayUpdate && (
          <Button
            renderRoot={(props) =>
              isPlatform ? (
                <Link {...props} to="/userAdmin/create" />
              ) : (
                <Link {...props} to="/userClient/create" search={{ accountId }} />
              )
            }
            leftSection={<IconPlus size={20} aria-hidden />}
          >
            {t(($) => $.create[isPlatform ? 'admin' : 'client'])}
          </Button>
        )
      }
      list={list}
      label={t(($) => $.title)}
      rowKey={({ id }) => id}
      rowName={fullName}
      searchLabel={t(($) => $.users.search, { ns: 'organization' })}
      columns={columns}
      {...(mayUpdate && {
        onOpen: open,
        pathOf,
        rowActions: [{ label: t(($) => $.edit), icon: IconPencil, run: open }],
      })}
      empty={{ title: t(($) => $.client.none), text: t(($) => $.client.noneText) }}
      noMatch={{ title: t(($) => $.users.noMatch, { ns: 'organization' }) }}
    />
  )
}
