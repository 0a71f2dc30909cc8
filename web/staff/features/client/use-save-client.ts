import { useState } from 'react'
import type { NewClient } from '#domain/settings/client.schema.ts'
import { createClientCall, patchClientCall, type ClientAnswer } from '#sync/calls/client.ts'
import { faultKey } from '#web/lib/error-text.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { refreshSession } from '#web/lib/refresh-session.ts'
import { clientKey } from './client-calls.ts'
import { faultOf, type ClientFaults } from './client-draft.ts'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'

/** Saves a client in the version that its form began with; a fault of one field is told of that field. */
export function useSaveClient(client: ClientAnswer | null, onFaults: (faults: ClientFaults) => void) {
  const platform = usePlatform()
  const { http, session } = platform
  // Sent again with each try, it makes one client of them.
  const [id] = useState(() => crypto.randomUUID())
  return useSaveToList({
    send: async ({ currency, start, firstUsers, ...fields }: NewClient) => {
      if (client === null) return http(createClientCall, { body: { ...fields, id, currency, start, firstUsers } })
      const saved = await http(patchClientCall, { params: { id: client.id }, body: fields, ifMatch: client.version })
      // The language of the open account decides which column a text is written to.
      if (client.id === session.user()?.viewedAccountId) await refreshSession(platform, () => undefined)
      return saved
    },
    queryKey: clientKey,
    to: { to: '/clients' },
    message: client === null ? 'created' : 'saved',
    onRefused: (error) => {
      if (error.field !== undefined) onFaults({ [faultOf(error.field)]: faultKey(error) })
    },
  })
}
