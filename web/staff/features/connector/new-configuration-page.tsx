import { IconPlug } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { connectorOf } from '#domain/connector/connector.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { Page, type Crumb } from '#web/staff/ui/page.tsx'
import { ConfigurationForm } from './configuration-form.tsx'
import { UnusedNotice } from './configurations-page.tsx'
import { configurationsQuery, connectorQuery, hasConfigurations } from './connector-calls.ts'
import { ConnectorState, UnknownConnector } from './connector-state.tsx'
import { parsePlaceSearch, type PlaceSearch } from './place-search.ts'
import { useCrumbsBehindConnectors } from './use-connector-crumbs.ts'

/** `/connectors/createConfiguration?organizationId=&connectorId=` (CONN-03). */
export function NewConfigurationPage() {
  const place = parsePlaceSearch(useSearch({ strict: false }))
  return <NewConfiguration key={`${place.organizationId} ${place.connectorId}`} {...place} />
}

function NewConfiguration(props: PlaceSearch) {
  const { t } = useTranslation('connector')
  const { organizationId } = props
  const connector = connectorOf(props.connectorId)
  const isKnown = connector !== null && hasConfigurations(connector.id) && organizationId !== ''
  const http = useHttp()
  const found = useQuery({ ...connectorQuery(http, props.connectorId, organizationId), enabled: isKnown })
  // Whether the account is of this organization, before anything is typed.
  const query = { organizationId, itemsPerPage: 1, partial: true }
  const own = useQuery({ ...configurationsQuery(http, query), enabled: isKnown })
  const title = t(($) => $.form.create)
  const list = useCrumbsBehindConnectors(organizationId)
  if (!isKnown)
    return (
      <Page title={title} icon={IconPlug}>
        <UnknownConnector />
      </Page>
    )
  const crumbs: readonly Crumb[] = [
    ...list,
    {
      title: t(($) => $.connector[connector.id].name),
      to: '/connectors/$organizationId/configurations/$connectorId',
      params: { organizationId, connectorId: connector.id },
    },
  ]
  return (
    <Page title={title} icon={IconPlug} crumbs={crumbs}>
      {found.data === undefined || own.data === undefined ? (
        <ConnectorState
          error={found.error ?? own.error}
          isRetrying={found.isFetching || own.isFetching}
          onRetry={() => void Promise.all([found.refetch(), own.refetch()])}
        />
      ) : (
        <>
          <UnusedNotice connector={connector} />
          <ConfigurationForm
            organizationId={organizationId}
            connector={connector}
            options={found.data.options}
            configuration={null}
            onReload={() => void found.refetch()}
          />
        </>
      )}
    </Page>
  )
}
