import { Text, Title } from '@mantine/core'
import { IconChevronRight, IconPlug } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { connectorTypes } from '#domain/connector/connector.ts'
import type { ConfigurationAnswer, ConnectorAnswer } from '#sync/calls/connector.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { configurationsQuery, connectorsQuery, hasConfigurations } from './connector-calls.ts'
import { ConnectorState } from './connector-state.tsx'
import { useConnectorCrumbs } from './use-connector-crumbs.ts'
import classes from './connector.module.css'

/** `/connectors/{organizationId}/connectors` (CONN-01): the connectors by type, with how each is configured. */
export function ConnectorsPage({ organizationId }: { readonly organizationId: string }) {
  const { t } = useTranslation('connector')
  const http = useHttp()
  const connectors = useQuery(connectorsQuery(http))
  const configured = useQuery(configurationsQuery(http, { organizationId, pagination: false, partial: true }))
  const all = connectors.data?.['hydra:member']
  const made = configured.data?.['hydra:member']
  return (
    <Page title={t(($) => $.title)} icon={IconPlug} crumbs={useConnectorCrumbs(organizationId)}>
      {all === undefined || made === undefined ? (
        <ConnectorState
          error={connectors.error ?? configured.error}
          isRetrying={connectors.isFetching || configured.isFetching}
          onRetry={() => void Promise.all([connectors.refetch(), configured.refetch()])}
        />
      ) : (
        <div className={classes.sections}>
          {connectorTypes.map((type) => (
            <section key={type} aria-label={t(($) => $.type[type])}>
              <Title order={2} size="h4" mb="xs">
                {t(($) => $.type[type])}
              </Title>
              <ul className={classes.rows}>
                {all
                  .filter((one) => one.type === type)
                  .map((one) => (
                    <ConnectorRow
                      key={one.id}
                      connector={one}
                      organizationId={organizationId}
                      made={made.filter(({ connector }) => connector.id === one.id)}
                    />
                  ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Page>
  )
}

function ConnectorRow(props: {
  readonly connector: ConnectorAnswer
  readonly organizationId: string
  readonly made: readonly ConfigurationAnswer[]
}) {
  const { t } = useTranslation('connector')
  const { connector, organizationId, made } = props
  const { id } = connector
  const name = t(($) => $.connector[id].name)
  const params = { organizationId, connectorId: id }
  return (
    <li className={classes.row}>
      <span className={classes.about}>
        {id === 'openid' ? (
          <AnchorLink
            to="/connectors/$organizationId/SSO"
            params={{ organizationId }}
            fw={600}
            className={classes.link ?? ''}
          >
            {name}
          </AnchorLink>
        ) : (
          <AnchorLink
            to="/connectors/$organizationId/configurations/$connectorId"
            params={params}
            fw={600}
            className={classes.link ?? ''}
          >
            {name}
          </AnchorLink>
        )}
        <Text component="span" size="sm" c="dimmed">
          {t(($) => $.connector[id].about)}
        </Text>
      </span>
      {!connector.isUsed && <StatusBadge tone="waiting" label={t(($) => $.unused)} />}
      <span className={classes.state}>
        <State connector={connector} made={made} />
      </span>
      <IconChevronRight size={20} aria-hidden className={classes.chevron} />
    </li>
  )
}

function State({
  connector,
  made,
}: {
  readonly connector: ConnectorAnswer
  readonly made: readonly ConfigurationAnswer[]
}) {
  const { t } = useTranslation('connector')
  const active = made.filter(({ status }) => status === 'active').length
  if (connector.id === 'openid') return t(($) => $.elsewhere)
  if (!hasConfigurations(connector.id))
    return (
      <StatusBadge tone={active > 0 ? 'success' : 'neutral'} label={t(($) => (active > 0 ? $.active : $.inactive))} />
    )
  if (made.length === 0) return t(($) => $.none)
  const parts = [t(($) => $.count, { count: made.length }), t(($) => $.countActive, { count: active })]
  return parts.join(', ')
}
