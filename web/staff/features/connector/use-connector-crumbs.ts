import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import type { Crumb } from '#web/staff/ui/page.tsx'
import { clientQuery } from './connector-calls.ts'

/** The way to the list of connectors: the platform, which sets those of every client, comes from the client's page. */
export function useConnectorCrumbs(organizationId: string): readonly Crumb[] {
  const { t } = useTranslation(['connector', 'common'])
  const may = useCan('client.update')
  const found = useQuery({ ...clientQuery(useHttp(), organizationId), enabled: may && organizationId !== '' })
  const client = found.data
  const home: Crumb = { title: t(($) => $.home, { ns: 'common' }), to: '/home' }
  if (client === undefined || client.organizationId === null) return [home]
  return [{ title: client.name, to: '/client/$organizationId/edit', params: { organizationId: client.organizationId } }]
}

/** The same, with the list of connectors itself, for the pages behind it. */
export function useCrumbsBehindConnectors(organizationId: string): readonly Crumb[] {
  const { t } = useTranslation('connector')
  const list: Crumb = {
    title: t(($) => $.title),
    to: '/connectors/$organizationId/connectors',
    params: { organizationId },
  }
  const [before] = useConnectorCrumbs(organizationId)
  return before?.to === '/home' || before === undefined ? [list] : [before, list]
}
