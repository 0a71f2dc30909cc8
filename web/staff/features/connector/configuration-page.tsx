import { Text } from '@mantine/core'
import { IconPlug } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { connectorOf, type Connector } from '#domain/connector/connector.ts'
import type { ConfigurationAnswer } from '#sync/calls/connector.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { CopyValue } from '#web/staff/ui/copy-value.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { Page, type Crumb } from '#web/staff/ui/page.tsx'
import { ConfigurationForm } from './configuration-form.tsx'
import { UnusedNotice } from './configurations-page.tsx'
import { configurationQuery, connectorQuery, hasConfigurations } from './connector-calls.ts'
import { ConnectorState } from './connector-state.tsx'
import { FeatureBlock } from './feature-block.tsx'
import { useCrumbsBehindConnectors } from './use-connector-crumbs.ts'
import classes from './connector.module.css'

/** `/connectors/{configurationId}` (CONN-03); that of another client names its organization in the address. */
export function ConfigurationPage(props: { readonly id: string; readonly organizationId: string | undefined }) {
  const { t } = useTranslation('connector')
  const found = useQuery(configurationQuery(useHttp(), props.id, props.organizationId))
  const configuration = found.data
  const connector = configuration === undefined ? null : connectorOf(configuration.connector.id)
  const list = useCrumbsBehindConnectors(configuration?.organizationId ?? '')
  if (configuration === undefined || connector === null)
    return (
      <Page title={t(($) => $.form.edit)} icon={IconPlug}>
        <ConnectorState error={found.error} isRetrying={found.isFetching} onRetry={() => void found.refetch()} />
      </Page>
    )
  const { organizationId } = configuration
  const name = t(($) => $.connector[connector.id].name)
  if (!hasConfigurations(connector.id))
    return (
      <Page title={name} icon={IconPlug} crumbs={list}>
        <FeatureBlock configuration={configuration} />
      </Page>
    )
  const own: Crumb = {
    title: name,
    to: '/connectors/$organizationId/configurations/$connectorId',
    params: { organizationId, connectorId: connector.id },
  }
  return (
    <Page title={configuration.name} icon={IconPlug} crumbs={[...list, own]}>
      <UnusedNotice connector={connector} />
      {configuration.eventPath !== null && <EventAddress path={configuration.eventPath} />}
      <EditForm
        key={configuration.version}
        configuration={configuration}
        connector={connector}
        onReload={() => void found.refetch()}
      />
    </Page>
  )
}

/** The address that the service delivers its events to, for the person who sets it up there. */
function EventAddress({ path }: { readonly path: string }) {
  const { t } = useTranslation('connector')
  const address = new URL(path, window.location.origin).href
  return (
    <div className={classes.events}>
      <FactBlock title={t(($) => $.events.title)} facts={[]}>
        <CopyValue value={address} />
        <Text size="sm" c="dimmed" mt={4}>
          {t(($) => $.events.text)}
        </Text>
      </FactBlock>
    </div>
  )
}

function EditForm(props: {
  readonly configuration: ConfigurationAnswer
  readonly connector: Connector
  readonly onReload: () => void
}) {
  const { configuration, connector } = props
  const found = useQuery(connectorQuery(useHttp(), connector.id, configuration.organizationId))
  if (found.data === undefined)
    return <ConnectorState error={found.error} isRetrying={found.isFetching} onRetry={() => void found.refetch()} />
  return (
    <ConfigurationForm
      organizationId={configuration.organizationId}
      connector={connector}
      options={found.data.options}
      configuration={configuration}
      onReload={props.onReload}
    />
  )
}
