import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteConfigurationCall, patchConfigurationCall, type ConfigurationAnswer } from '#sync/calls/connector.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import type { ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { searchWith } from '#web/staff/ui/search-with.ts'
import { connectorKey } from './connector-calls.ts'

/** Makes a configuration active or inactive over the version that is shown. */
export function useToggleConfiguration() {
  const http = useHttp()
  const queries = useQueryClient()
  return useSingleMutation({
    mutationFn: ({ id, version, status, organizationId }: ConfigurationAnswer) =>
      http(patchConfigurationCall, {
        params: { id },
        query: { organizationId },
        body: { status: status === 'active' ? 'inactive' : 'active' },
        ifMatch: version,
      }),
    // The page says why, and nobody else.
    onError: () => undefined,
    // After a failure too, what is shown has to be what is.
    onSettled: () => queries.invalidateQueries({ queryKey: connectorKey }),
  })
}

/** What the list of configurations does with a row, and why the last of it failed. */
export function useConfigurationActions() {
  const { t } = useTranslation(['connector', 'common'])
  const http = useHttp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [modal, setModal] = useState<ModalData | null>(null)
  const toggling = useToggleConfiguration()
  const removing = useSingleMutation({
    mutationFn: ({ id, version, organizationId }: ConfigurationAnswer) =>
      http(deleteConfigurationCall, { params: { id }, query: { organizationId }, ifMatch: version }),
    onSuccess: () => {
      const alert = { type: 'success', message: 'deleted' }
      return navigate({ to: '.', search: searchWith({ alert }), replace: true })
    },
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: connectorKey }),
  })
  const reset = (): void => {
    toggling.reset()
    removing.reset()
  }
  return {
    modal,
    close: () => setModal(null),
    error: toggling.error ?? removing.error,
    reload: () => {
      reset()
      void queries.invalidateQueries({ queryKey: connectorKey })
    },
    toggle: (configuration: ConfigurationAnswer): void => {
      reset()
      toggling.mutate(configuration)
    },
    askDelete: (configuration: ConfigurationAnswer): void => {
      reset()
      setModal({
        title: t(($) => $.configurations.deleteTitle, { name: configuration.name }),
        content: t(($) => $.configurations.deleteText),
        confirmLabel: t(($) => $.action.delete, { ns: 'common' }),
        destructive: true,
        confirm: () => removing.mutate(configuration),
      })
    },
  }
}
