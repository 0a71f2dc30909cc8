import { queryOptions } from '@tanstack/react-query'
import { connectorOf, type Connector } from '#domain/connector/connector.ts'
import { readClientOfOrganizationCall } from '#sync/calls/client.ts'
import {
  listConfigurationsCall,
  listConnectorsCall,
  readConfigurationCall,
  readConnectorCall,
} from '#sync/calls/connector.ts'
import { CallError, type Http } from '#web/lib/http.ts'

/** Everything of this context that the browser has asked for; a change makes all of it old. */
export const connectorKey = ['connector'] as const

/** Every connector: they fit on one page. */
export function connectorsQuery(http: Http) {
  return queryOptions({
    queryKey: [...connectorKey, 'all'],
    queryFn: ({ signal }) => http(listConnectorsCall, { query: { itemsPerPage: 500 }, signal }),
    retry: retryUnlessRefused,
  })
}

/** One connector with what of the account of an organization may be chosen. */
export function connectorQuery(http: Http, id: string, organizationId: string) {
  return queryOptions({
    queryKey: [...connectorKey, 'one', id, organizationId],
    queryFn: ({ signal }) => http(readConnectorCall, { params: { id }, query: { organizationId }, signal }),
    retry: retryUnlessRefused,
  })
}

/** The client whose organization it is; for users who may read clients. */
export const clientQuery = (http: Http, organizationId: string) =>
  queryOptions({
    queryKey: [...connectorKey, 'client', organizationId],
    queryFn: ({ signal }) => http(readClientOfOrganizationCall, { params: { id: organizationId }, signal }),
    retry: retryUnlessRefused,
  })

/** Configurations that pass a query; while the next page is read the one before stays. */
export function configurationsQuery(http: Http, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: [...connectorKey, 'configurations', query],
    queryFn: ({ signal }) => http(listConfigurationsCall, { query, signal }),
    placeholderData: (before) => before,
    retry: retryUnlessRefused,
  })
}

/**
 * One configuration as it is now: a form must not begin with an older one. Of the account worked in where no
 * organization is named.
 */
export function configurationQuery(http: Http, id: string, organizationId: string | undefined) {
  const query = organizationId === undefined ? {} : { organizationId }
  return queryOptions({
    queryKey: [...connectorKey, 'configuration', id, organizationId],
    queryFn: ({ signal }) => http(readConfigurationCall, { params: { id }, query, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: retryUnlessRefused,
  })
}

/** Whether a connector is set up by configurations that people make. */
export function hasConfigurations(id: Connector['id']): boolean {
  return (connectorOf(id)?.properties.length ?? 0) > 0
}

function retryUnlessRefused(count: number, error: Error): boolean {
  return count < 2 && !(error instanceof CallError && error.failure === 'refused')
}
