import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { additionalInfosCall, readBuybackByNumberCall } from '#sync/calls/buyback-detail.ts'
import type { Answer } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import type { Cart } from '#domain/cart/cart.ts'
import type { Predeclared } from '../catalog/sale-facts.ts'
import type { Asked } from './asked.ts'
import type { CustomerDraft } from './customer-draft.ts'

/** Parts of what the web was told that a purchase may lack. */
export type MissingPart = 'details' | 'identity' | 'bank'

/** What the web was told of a customer; numbers by their ends alone. */
type WebCustomer = Answer<typeof additionalInfosCall>

const details = [
  'clientLastname',
  'clientFirstname',
  'clientEmail',
  'clientPhone',
  'clientStreet',
  'clientZipCode',
  'clientCity',
  'clientCountry',
] as const
const identity = [
  'clientNationalIdentificationType',
  'clientNationalIdentification',
  'clientNationalIdentificationDeliveryDate',
  'clientNationalIdentificationAutorityDelivery',
] as const
const bank = ['iban', 'accountHolder'] as const

/** What a purchase asks for and the web was not told; the server refuses a sale that lacks it. */
export function missingParts(told: WebCustomer, asked: Asked): readonly MissingPart[] {
  const lacks = (fields: readonly (keyof WebCustomer)[]): boolean => fields.some((field) => !told[field])
  return [
    ...(lacks(details) ? (['details'] as const) : []),
    ...(asked.identification && lacks(identity) ? (['identity'] as const) : []),
    ...(asked.bank && lacks(bank) ? (['bank'] as const) : []),
  ]
}

/** What the customer of a predeclared buyback still has to say. */
export interface WebCustomerState {
  readonly missing: readonly MissingPart[]
  /** Whether nobody could be asked what the web knows, as without a network. */
  readonly isUnknown: boolean
}

/** A buyback of the web whose customer is asked for. */
export interface WebBuyback {
  /** Null where only its number is known. */
  readonly id: string | null
  readonly number: string
}

/** The buyback that a cart finalises; null in a sale. */
export function webBuybackOf(
  { preDeclaredBuybackId }: Pick<Cart, 'preDeclaredBuybackId'>,
  predeclared: Pick<Predeclared, 'itemId' | 'number'> | null,
): WebBuyback | null {
  if (predeclared === null) return null
  const { itemId, number } = predeclared
  return { id: preDeclaredBuybackId === itemId ? null : preDeclaredBuybackId, number }
}

/**
 * Looks whether the web was told enough; where it was not, the draft keeps nothing of it. The language alone is there to
 * start with, as the form can show it whole.
 */
export function useWebCustomer(
  buyback: WebBuyback | null,
  asked: Asked,
  { draft, change }: { readonly draft: CustomerDraft; readonly change: (next: Partial<CustomerDraft>) => void },
): WebCustomerState {
  const http = useHttp()
  const found = useQuery({
    queryKey: ['web customer', buyback?.number],
    queryFn: async () => {
      const known = buyback?.id ?? null
      const n = buyback?.number ?? ''
      const id = known ?? (await http(readBuybackByNumberCall, { params: { n } })).id
      return http(additionalInfosCall, { params: { id } })
    },
    enabled: buyback !== null,
    gcTime: 0,
    retry: false,
  })
  const missing = found.data === undefined ? [] : missingParts(found.data, asked)
  const mustAsk = missing.length > 0 && draft.keepsWeb
  const language = draft.language === null ? (found.data?.language ?? null) : null
  useEffect(() => {
    if (mustAsk) change({ keepsWeb: false, checkedFor: null })
    if (language !== null) change({ language })
  })
  return { missing, isUnknown: buyback !== null && found.isError }
}
