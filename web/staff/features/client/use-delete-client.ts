import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deletionRefusal } from '#domain/organization/client.ts'
import { deleteClientCall, type ListedClient } from '#sync/calls/client.ts'
import { callErrorText, codeText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import type { ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { searchWith } from '#web/staff/ui/search-with.ts'
import { clientKey } from './client-calls.ts'

/** Asks before a client is deleted; one that has to stay says why, at once where the list knows it (ORG-10 to ORG-12). */
export function useDeleteClient() {
  const { t, i18n } = useTranslation(['client', 'common'])
  const http = useHttp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [modal, setModal] = useState<ModalData | null>(null)
  const tell = ({ name }: ListedClient, content: string): void =>
    setModal({
      title: name,
      content,
      confirmLabel: t(($) => $.action.understood, { ns: 'common' }),
      preventHide: true,
      confirm: () => undefined,
    })
  const removing = useSingleMutation({
    mutationFn: ({ id }: ListedClient) => http(deleteClientCall, { params: { id } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: clientKey })
      const alert = { type: 'success', message: 'deleted' }
      await navigate({ to: '.', search: searchWith({ alert }), replace: true })
    },
    onError: (error, client) => {
      tell(client, callErrorText(i18n, error) ?? t(($) => $.delete.unknown))
      // What is asked next is asked of the client as it is now.
      return queries.invalidateQueries({ queryKey: clientKey })
    },
  })
  const ask = (client: ListedClient): void => {
    const reason = deletionRefusal({ ...client, devices: 0 })
    const known = reason === null ? null : codeText(i18n, reason)
    if (known !== null) return tell(client, known)
    setModal({
      title: t(($) => $.delete.title, { name: client.name }),
      content: t(($) => $.delete.text),
      confirmLabel: t(($) => $.delete.action),
      destructive: true,
      confirm: () => removing.mutate(client),
    })
  }
  return { modal, close: () => setModal(null), ask }
}
