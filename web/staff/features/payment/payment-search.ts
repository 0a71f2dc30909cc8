import { paymentStatuses, type PaymentStatus } from '#domain/buyback/payment-status.ts'
import { paymentProviders, type PaymentProvider } from '#domain/payment/payment-provider.ts'
import { day } from '#sync/calls/list.ts'

/** Filters of the payments as the address has them; days are promised days. */
export interface PaymentSearch {
  readonly status?: readonly PaymentStatus[]
  readonly provider?: readonly PaymentProvider[]
  readonly from?: string
  readonly to?: string
}

/** A change of some filters; undefined takes one away. */
export type PaymentSearchChange = { readonly [Key in keyof PaymentSearch]?: PaymentSearch[Key] | undefined }

/** Every filter, none of them set. */
export const noPaymentFilters: PaymentSearchChange = {
  status: undefined,
  provider: undefined,
  from: undefined,
  to: undefined,
}

/** Reads the filters of an address; what makes no sense is left out. */
export function parsePaymentSearch(search: Readonly<Record<string, unknown>>): PaymentSearch {
  const status = listOf(search.status).filter((one) => paymentStatuses.includes(one as PaymentStatus))
  const provider = listOf(search.provider).filter((one) => paymentProviders.includes(one as PaymentProvider))
  return {
    ...(status.length === 0 ? {} : { status: status as PaymentStatus[] }),
    ...(provider.length === 0 ? {} : { provider: provider as PaymentProvider[] }),
    ...(day.safeParse(search.from).success ? { from: search.from as string } : {}),
    ...(day.safeParse(search.to).success ? { to: search.to as string } : {}),
  }
}

/** The question that the filters ask the server. */
export function paymentQuestionOf(search: PaymentSearch, words: string): Readonly<Record<string, unknown>> {
  return {
    ...(words === '' ? {} : { q: words.slice(0, 200) }),
    status: search.status,
    provider: search.provider,
    dueFrom: search.from,
    due: search.to,
  }
}

function listOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((one): one is string => typeof one === 'string')
}
