import * as z from 'zod'
import {
  dispatchAnswer,
  listTransportsCall,
  readDispatchCall,
  transportAnswer,
  type DispatchAnswer,
  type TransportAnswer,
} from '#sync/calls/dispatch.ts'
import { collection, pageLimit } from '#sync/calls/list.ts'
import type { CachedList } from '#web/local/cache/cached-list.ts'

/** The account's dispatch as the server last told it: conditions name categories and circuits, which no copy holds. */
export const keptDispatch: CachedList<DispatchAnswer> = {
  name: 'dispatch',
  permission: 'warehouse_dispatch_rule.read',
  schema: dispatchAnswer,
  ask: (http) => http(readDispatchCall),
}

/** A transport of the list; the link itself, whose page may name who sends, stays off the device. */
export type ListedTransport = Omit<TransportAnswer, 'orderLink'> & {
  readonly hasLink: boolean
  readonly orderLink?: string | null
}

/** A transport as the list shows it. */
export function listedTransport(row: TransportAnswer): ListedTransport {
  return { ...row, hasLink: row.orderLink !== null }
}

const keptPage = collection(transportAnswer.omit({ orderLink: true }).extend({ hasLink: z.boolean() }))

/** The latest transports that the server told of. */
export const keptTransports: CachedList<z.output<typeof keptPage>> = {
  name: 'transports',
  permission: 'transport.list',
  schema: keptPage,
  async ask(http) {
    const answer = await http(listTransportsCall, { query: { itemsPerPage: pageLimit } })
    const kept = answer['hydra:member'].map(listedTransport).map(({ orderLink: _link, ...row }) => row)
    return { ...answer, 'hydra:member': kept }
  },
}
