import { IconBuildings, IconFileText, IconPlug, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ClientAnswer } from '#sync/calls/client.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { clientOfOrganizationQuery } from './client-calls.ts'
import { ClientForm } from './client-form.tsx'
import { useReindex } from './use-reindex.tsx'

/** `/client/create` and `/client/{organizationId}/edit` (ORG-02, ORG-03): the page names a client by the top of its tree. */
export function ClientFormPage({ organizationId }: { readonly organizationId: string | null }) {
  const { t } = useTranslation('client')
  const found = useQuery({
    ...clientOfOrganizationQuery(useHttp(), organizationId ?? ''),
    enabled: organizationId !== null,
  })
  const client = found.data ?? null
  const title = organizationId === null ? t(($) => $.create) : (client?.name ?? t(($) => $.edit))
  const reindex = useReindex(client?.isRetailer === true ? client.id : null)
  return (
    <Page
      title={title}
      icon={IconBuildings}
      crumbs={[{ title: t(($) => $.title), to: '/clients' }]}
      actions={
        <>
          <ConnectorsLink client={client} />
          {client?.isRetailer === true && <PagesLink accountId={client.id} />}
          {client !== null && <UsersLink accountId={client.id} />}
          {reindex.button}
        </>
      }
    >
      {reindex.notice}
      {organizationId === null || client !== null ? (
        <ClientForm
          key={`${client?.id ?? ''} ${client?.version ?? 0}`}
          client={client}
          onReload={() => void found.refetch()}
        />
      ) : (
        <QueryPlaceholder error={found.error} onRetry={() => void found.refetch()} />
      )}
    </Page>
  )
}

/** Leads to the connectors and premium options of the client, whichever it is: the platform sets them. */
function ConnectorsLink({ client }: { readonly client: ClientAnswer | null }) {
  const { t } = useTranslation('client')
  const may = useCan('connector.manage')
  if (!may || client === null || client.organizationId === null) return null
  return (
    <ButtonLink
      to="/connectors/$organizationId/connectors"
      params={{ organizationId: client.organizationId }}
      variant="default"
      leftSection={<IconPlug size={20} aria-hidden />}
    >
      {t(($) => $.connectors)}
    </ButtonLink>
  )
}

function PagesLink({ accountId }: { readonly accountId: string }) {
  const { t } = useTranslation('client')
  if (!useCan('client.update')) return null
  return (
    <ButtonLink
      to="/client/$id/editPages"
      params={{ id: accountId }}
      variant="default"
      leftSection={<IconFileText size={20} aria-hidden />}
    >
      {t(($) => $.pages)}
    </ButtonLink>
  )
}

function UsersLink({ accountId }: { readonly accountId: string }) {
  const { t } = useTranslation('client')
  return (
    <ButtonLink
      to="/account/$accountId/users"
      params={{ accountId }}
      variant="default"
      leftSection={<IconUsers size={20} aria-hidden />}
    >
      {t(($) => $.users)}
    </ButtonLink>
  )
}
