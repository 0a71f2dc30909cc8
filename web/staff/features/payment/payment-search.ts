import * as z from 'zod'
import { paymentStatuses } from '#domain/buyback/payment-status.ts'
import { paymentProviders } from '#domain/payment/payment-provider.ts'
import { day } from '#sync/calls/list.ts'
import { askedWords, listFilters, several, type FiltersOf } from '#web/staff/ui/list/list-filters.ts'

/** Filters of the payments; days are promised days. */
export const paymentFilters = listFilters(() => ({
  status: several(z.enum(paymentStatuses)),
  provider: several(z.enum(paymentProviders)),
  from: day,
  to: day,
}))

/** The question that the filters ask the server. */
export function paymentQuestionOf(filters: FiltersOf<typeof paymentFilters>, words: string) {
  const { status, provider, from, to } = filters
  return { ...askedWords('q', words), status, provider, dueFrom: from, due: to }
}
