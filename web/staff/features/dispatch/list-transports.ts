import { searchedNumber } from '#domain/item/item-code.ts'
import { dayIn } from '#web/lib/account-day.ts'
import { listRows, type ListedRows, type RowOrders } from '#web/staff/ui/list/list-rows.ts'
import type { ListState } from '#web/staff/ui/list/list-state.ts'
import type { ListedTransport } from './kept-dispatch.ts'
import type { TransportFilters } from './transport-filters.ts'

const orders: RowOrders<ListedTransport> = {
  columns: {
    createdAt: ({ createdAt }) => Date.parse(createdAt),
    buybackNumber: ({ buybackNumber }) => buybackNumber,
  },
  usual: [{ by: ({ createdAt }) => Date.parse(createdAt), order: 'desc' }],
  last: { by: ({ id }) => id, order: 'desc' },
}

/** Transports by the address of their list, as the server lists them; days are those of the account's time zone. */
export function listTransports(
  transports: readonly ListedTransport[],
  state: ListState,
  { from, to, link }: TransportFilters,
  timeZone: string,
): ListedRows<ListedTransport> {
  const search = state.search.trim()
  const number = searchedNumber(search)
  const found = transports.filter(({ id, buybackNumber, packageNumber, createdAt, hasLink }) => {
    const day = dayIn(timeZone, Date.parse(createdAt))
    const isNamed = buybackNumber.startsWith(number) || packageNumber === number || id === search.toLowerCase()
    return (
      isNamed &&
      (from === undefined || day >= from) &&
      (to === undefined || day <= to) &&
      (link === undefined || hasLink === (link === 'with'))
    )
  })
  return listRows(found, state, orders)
}
