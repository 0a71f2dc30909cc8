import { queryOptions } from '@tanstack/react-query'
import { buyerPaymentAvailableCall } from '#sync/calls/settings.ts'
import type { Http } from '#web/lib/http.ts'

/** What the queries of an account's settings begin with. */
export const settingsKey = (accountId: string): readonly string[] => ['settings', accountId]

/** Whether a buyer can pay the customers of an account (API-10). */
export function buyerPaymentQuery(http: Http, accountId: string) {
  return queryOptions({
    queryKey: [...settingsKey(accountId), 'buyer-payment'],
    queryFn: ({ signal }) => http(buyerPaymentAvailableCall, { params: { id: accountId }, signal }),
  })
}
