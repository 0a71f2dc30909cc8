import type { Connector } from '#domain/connector/connector.ts'
import { createConfigurationCall, patchConfigurationCall, type ConfigurationAnswer } from '#sync/calls/connector.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { givenOf, type ConfigurationDraft, type ConfigurationFaults } from './configuration-draft.ts'
import { connectorKey } from './connector-calls.ts'

/** Saves a configuration in the version that its form began with; a fault of one field is told of that field. */
export function useSaveConfiguration(
  form: {
    readonly organizationId: string
    readonly connector: Connector
    readonly configuration: ConfigurationAnswer | null
    readonly began: ConfigurationDraft
  },
  onFaults: (faults: ConfigurationFaults) => void,
) {
  const { organizationId, connector, configuration, began } = form
  const http = useHttp()
  return useSaveToList({
    send: (draft: ConfigurationDraft) => {
      const { name, status } = draft
      if (configuration === null) {
        const properties = givenOf(connector, draft, null)
        return http(createConfigurationCall, {
          body: { connectorId: connector.id, organizationId, name, status, properties },
        })
      }
      const properties = givenOf(connector, draft, began)
      return http(patchConfigurationCall, {
        params: { id: configuration.id },
        query: { organizationId },
        body: { name, status, ...(properties.length > 0 && { properties }) },
        ifMatch: configuration.version,
      })
    },
    queryKey: connectorKey,
    to: {
      to: '/connectors/$organizationId/configurations/$connectorId',
      params: { organizationId, connectorId: connector.id },
    },
    message: configuration === null ? 'created' : 'saved',
    gcTime: 0,
    onRefused: ({ field, code }) => {
      if (field === 'name') onFaults({ name: code, properties: {} })
      else if (field === 'properties') onFaults({ all: code, properties: {} })
      else if (field !== undefined) onFaults({ properties: { [field]: code } })
    },
  })
}
