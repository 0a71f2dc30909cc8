import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { clientModules, modulesOf } from '#domain/organization/client.ts'
import type { ListedClient } from '#sync/calls/client.ts'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'

import classes from './client.module.css'

/** Columns of the clients; on a phone each row is a card. */
export function useClientColumns(): readonly Column<ListedClient>[] {
  const { t } = useTranslation('client')
  return [
    { key: 'name', title: t(($) => $.column.name), sortable: true, cell: ({ name }) => <strong>{name}</strong> },
    {
      key: 'status',
      title: t(($) => $.column.status),
      sortable: true,
      cell: ({ status }) => (
        <StatusBadge tone={status === 'active' ? 'success' : 'neutral'} label={t(($) => $.status[status])} />
      ),
    },
    { key: 'modules', title: t(($) => $.column.modules), cell: (client) => <ModulesCell client={client} /> },
    {
      key: 'webChannelUrl',
      title: t(($) => $.column.webChannel),
      cell: ({ webChannelUrl }) => (webChannelUrl === null ? '–' : <WebChannel url={webChannelUrl} />),
    },
    { key: 'links', title: t(($) => $.column.links), cell: (client) => <LinksCell client={client} /> },
    {
      key: 'createdAt',
      title: t(($) => $.column.createdAt),
      sortable: true,
      cell: ({ createdAt }) => <DateTime value={createdAt} dayOnly />,
    },
  ]
}

function ModulesCell({ client }: { readonly client: ListedClient }) {
  const { t } = useTranslation('client')
  const held = modulesOf(client)
  return (
    <span className={classes.lines}>
      {clientModules
        .filter((module) => held.has(module))
        .map((module) => (
          <span key={module}>{t(($) => $.module[module])}</span>
        ))}
    </span>
  )
}

function WebChannel({ url }: { readonly url: string }) {
  return (
    <Anchor className={classes.url ?? ''} href={url} target="_blank" rel="noreferrer" underline="always" translate="no">
      {url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
    </Anchor>
  )
}

function LinksCell({ client: { linkedBuyers, linkedRetailers } }: { readonly client: ListedClient }) {
  const { t } = useTranslation('client')
  if (linkedBuyers + linkedRetailers === 0) return <>{t(($) => $.links.none)}</>
  return (
    <span className={classes.lines}>
      {linkedBuyers > 0 && <span>{t(($) => $.links.buyers, { count: linkedBuyers })}</span>}
      {linkedRetailers > 0 && <span>{t(($) => $.links.retailers, { count: linkedRetailers })}</span>}
    </span>
  )
}
