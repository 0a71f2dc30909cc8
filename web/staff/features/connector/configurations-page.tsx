import { Alert, Text } from '@mantine/core'
import { IconPencil, IconPlug, IconPlugOff, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { connectorOf, type Connector } from '#domain/connector/connector.ts'
import { unusedConnectors } from '#domain/connector/configured-connectors.ts'
import { listConfigurationsCall, type ConfigurationAnswer } from '#sync/calls/connector.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { ConfirmModal } from '#web/staff/ui/confirm-modal.tsx'
import type { Column, RowAction } from '#web/staff/ui/list/data-list.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { AnchorLink, ButtonLink } from '#web/staff/ui/router-link.tsx'
import { useListPage } from '#web/staff/ui/list/use-list-page.ts'
import { askedWordsOnly, unfiltered } from '#web/staff/ui/list/list-filters.ts'
import { configurationsQuery, hasConfigurations } from './connector-calls.ts'
import { ConnectorState, UnknownConnector } from './connector-state.tsx'
import { FeatureBlock } from './feature-block.tsx'
import type { PlaceSearch } from './place-search.ts'
import { useConfigurationActions } from './use-configuration-actions.ts'
import { useCrumbsBehindConnectors } from './use-connector-crumbs.ts'

const first = listStart(sortsOf(listConfigurationsCall), { perPage: 15, sort: 'name' })

/** `/connectors/{organizationId}/configurations/{connectorId}` (CONN-02). */
export function ConfigurationsPage(props: PlaceSearch) {
  const { t } = useTranslation('connector')
  const { organizationId } = props
  const connector = connectorOf(props.connectorId)
  const crumbs = useCrumbsBehindConnectors(organizationId)
  if (connector === null)
    return (
      <Page title={t(($) => $.title)} icon={IconPlug}>
        <UnknownConnector />
      </Page>
    )
  const { id } = connector
  const title = t(($) => $.connector[id].name)
  if (hasConfigurations(id))
    return (
      <Page
        title={title}
        icon={IconPlug}
        crumbs={crumbs}
        actions={<CreateLink organizationId={organizationId} connectorId={id} />}
      >
        <UnusedNotice connector={connector} />
        <Configurations organizationId={organizationId} connectorId={id} />
      </Page>
    )
  return (
    <Page title={title} icon={IconPlug} crumbs={crumbs}>
      {id === 'openid' ? <Sso organizationId={organizationId} /> : <Feature {...props} />}
    </Page>
  )
}

/** Says of a connector that nothing acts on its configurations. */
export function UnusedNotice({ connector }: { readonly connector: Connector }) {
  const { t } = useTranslation('connector')
  if (connector.isUsed) return null
  const unused = unusedConnectors.find((id) => id === connector.id)
  return (
    <Alert color="yellow" mb="md" role="status" title={t(($) => $.unused)}>
      <Text>{t(($) => $.unusedText)}</Text>
      {unused !== undefined && <Text mt="xs">{t(($) => $.unusedTexts[unused])}</Text>}
    </Alert>
  )
}

function CreateLink(place: PlaceSearch) {
  const { t } = useTranslation('connector')
  return (
    <ButtonLink to="/connectors/createConfiguration" search={place} leftSection={<IconPlus size={20} aria-hidden />}>
      {t(($) => $.configurations.create)}
    </ButtonLink>
  )
}

function Sso({ organizationId }: { readonly organizationId: string }) {
  const { t } = useTranslation('connector')
  return (
    <EmptyState
      icon={IconPlug}
      title={t(($) => $.elsewhere)}
      text={t(($) => $.sso.text)}
      action={
        <AnchorLink to="/connectors/$organizationId/SSO" params={{ organizationId }}>
          {t(($) => $.sso.open)}
        </AnchorLink>
      }
    />
  )
}

function Feature({ organizationId, connectorId }: PlaceSearch) {
  const found = useQuery(configurationsQuery(useHttp(), { organizationId, connectorId }))
  const [configuration] = found.data?.['hydra:member'] ?? []
  if (configuration === undefined)
    return <ConnectorState error={found.error} isRetrying={found.isFetching} onRetry={() => void found.refetch()} />
  return <FeatureBlock configuration={configuration} />
}

function Configurations({ organizationId, connectorId }: PlaceSearch) {
  const { t } = useTranslation('connector')
  const navigate = useNavigate()
  const columns = useColumns()
  const act = useConfigurationActions()
  const open = ({ id }: ConfigurationAnswer): void =>
    void navigate({
      to: '/connectors/$configurationId',
      params: { configurationId: id },
      search: { organizationId },
    })
  const actions: readonly RowAction<ConfigurationAnswer>[] = [
    { label: t(($) => $.configurations.edit), icon: IconPencil, run: open },
    {
      label: t(($) => $.configurations.activate),
      icon: IconPlug,
      run: act.toggle,
      applies: ({ status }) => status === 'inactive',
    },
    {
      label: t(($) => $.configurations.deactivate),
      icon: IconPlugOff,
      run: act.toggle,
      applies: ({ status }) => status === 'active',
    },
    { label: t(($) => $.action.delete, { ns: 'common' }), icon: IconTrash, run: act.askDelete },
  ]
  const http = useHttp()
  const list = useListPage({
    first,
    filters: unfiltered,
    questionOf: askedWordsOnly('search'),
    query: (question) => configurationsQuery(http, { organizationId, connectorId, ...question }),
  })
  const { found, state } = list
  if (found.data === undefined && found.error !== null)
    return <ConnectorState error={found.error} isRetrying={found.isFetching} onRetry={() => void found.refetch()} />
  return (
    <>
      <SaveError
        title={t(($) => $.failed.title)}
        failed={t(($) => $.failed.text)}
        error={act.error}
        onReload={act.reload}
      />
      <ServerList
        label={t(($) => $.title)}
        found={found}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        state={state}
        onChange={list.change}
        searchLabel={t(($) => $.configurations.name)}
        columns={columns}
        onOpen={open}
        pathOf={({ id }) => `/connectors/${id}?${new URLSearchParams({ organizationId })}`}
        actions={actions}
        empty={
          <EmptyState
            icon={IconPlug}
            title={t(($) => (state.search === '' ? $.configurations.empty : $.configurations.noMatch))}
            text={t(($) => (state.search === '' ? $.configurations.emptyText : $.configurations.noMatchText))}
          />
        }
      />
      <ConfirmModal data={act.modal} onClose={act.close} />
    </>
  )
}

function useColumns(): readonly Column<ConfigurationAnswer>[] {
  const { t } = useTranslation('connector')
  return [
    {
      key: 'name',
      title: t(($) => $.configurations.name),
      sortable: true,
      cell: ({ name }) => <strong style={{ overflowWrap: 'anywhere' }}>{name}</strong>,
    },
    {
      key: 'status',
      title: t(($) => $.configurations.status),
      sortable: true,
      cell: ({ status }) => (
        <StatusBadge tone={status === 'active' ? 'success' : 'neutral'} label={t(($) => $[status])} />
      ),
    },
  ]
}
