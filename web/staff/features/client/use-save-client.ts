import { useState } from 'react'
import type { NewClient } from '#domain/configuration/client.schema.ts'
import { createClientCall, patchClientCall, type ClientAnswer } from '#sync/calls/client.ts'
import { faultKey } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { clientKey } from './client-calls.ts'
import { faultOf, type ClientFaults } from './client-draft.ts'
import { useSaveToList } from '#web/staff/ui/use-save-to-list.ts'

/** Saves a client in the version that its form began with; a fault of one field is told of that field. */
export function useSaveClient(client: ClientAnswer | null, onFaults: (faults: ClientFaults) => void) {
  const http = useHttp()
  // Sent again with each try, it makes one client of them.
  const [id] = useState(() => crypto.randomUUID())
  return useSaveToList({
    send: ({ currency, start, firstUsers, ...fields }: NewClient) =>
      client === null
        ? http(createClientCall, { body: { ...fields, id, currency, start, firstUsers } })
        : http(patchClientCall, { params: { id: client.id }, body: fields, ifMatch: client.version }),
    queryKey: clientKey,
    to: { to: '/clients' },
    message: client === null ? 'created' : 'saved',
    onRefused: (error) => {
      if (error.field !== undefined) onFaults({ [faultOf(error.field)]: faultKey(error) })
    },
  })
}
