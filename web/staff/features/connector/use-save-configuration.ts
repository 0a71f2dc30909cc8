import { useQueryClient } from '@tanstack/react-query'
import type { Connector } from '#domain/connector/connector.ts'
import { createConfigurationCall, patchConfigurationCall, type ConfigurationAnswer } from '#sync/calls/connector.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
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
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: (draft: ConfigurationDraft) => {
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
        body: { name, status, ...(properties.length > 0 && { properties }) },
        ifMatch: configuration.version,
      })
    },
    // Secrets are kept by nobody but the form in which they are typed.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: connectorKey, refetchType: 'none' }),
    onError: (error) => {
      if (!(error instanceof CallError) || error.field === undefined) return
      const { field, code } = error
      if (field === 'name') onFaults({ name: code, properties: {} })
      else if (field === 'properties') onFaults({ all: code, properties: {} })
      else onFaults({ properties: { [field]: code } })
    },
  })
}
