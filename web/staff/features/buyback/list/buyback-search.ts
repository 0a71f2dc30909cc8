import * as z from 'zod'
import { buybackStatuses, type BuybackStatus } from '#domain/buyback/buyback-status.ts'
import { deliveryStatuses, type DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import { day } from '#sync/calls/list.ts'

/** Filters of the list as the address has them (BB-02); days are the account's. The code is the list's search. */
export interface BuybackSearch {
  readonly status?: readonly BuybackStatus[]
  readonly delivery?: readonly DeliveryStatus[]
  readonly category?: readonly string[]
  readonly circuit?: readonly string[]
  readonly store?: readonly string[]
  readonly buyer?: readonly string[]
  readonly brand?: readonly string[]
  readonly client?: string
  readonly product?: string
  readonly from?: string
  readonly to?: string
  readonly pickupFrom?: string
  readonly pickupTo?: string
}

/** A change of some filters; undefined takes one away. */
export type BuybackSearchChange = { readonly [Key in keyof BuybackSearch]?: BuybackSearch[Key] | undefined }

/** Every filter, none of them set. */
export const noFilters: BuybackSearchChange = {
  status: undefined,
  delivery: undefined,
  category: undefined,
  circuit: undefined,
  store: undefined,
  buyer: undefined,
  brand: undefined,
  client: undefined,
  product: undefined,
  from: undefined,
  to: undefined,
  pickupFrom: undefined,
  pickupTo: undefined,
}

const guid = z.guid()
const isId = (one: string): boolean => guid.safeParse(one).success

/** Reads the filters of an address; what makes no sense is left out. */
export function parseBuybackSearch(search: Readonly<Record<string, unknown>>): BuybackSearch {
  const status = listOf(search.status).filter((one): one is BuybackStatus => isOneOf(buybackStatuses, one))
  const delivery = listOf(search.delivery).filter((one): one is DeliveryStatus => isOneOf(deliveryStatuses, one))
  const ids = (key: 'category' | 'circuit' | 'store' | 'buyer') => some(key, listOf(search[key]).filter(isId))
  return {
    ...some('status', status),
    ...some('delivery', delivery),
    ...ids('category'),
    ...ids('circuit'),
    ...ids('store'),
    ...ids('buyer'),
    ...some('brand', listOf(search.brand)),
    ...word('client', search.client),
    ...word('product', search.product),
    ...date('from', search.from),
    ...date('to', search.to),
    ...date('pickupFrom', search.pickupFrom),
    ...date('pickupTo', search.pickupTo),
  }
}

/** The question that the filters ask the server. */
export function questionOf(search: BuybackSearch, code: string): Readonly<Record<string, unknown>> {
  return {
    ...(code === '' ? {} : { code: code.slice(0, 64) }),
    status: search.status,
    deliveryStatus: search.delivery,
    category: search.category,
    circuit: search.circuit,
    store: search.store,
    buyer: search.buyer,
    brand: search.brand,
    clientName: search.client,
    productName: search.product,
    createdFrom: search.from,
    createdTo: search.to,
    pickupFrom: search.pickupFrom,
    pickupTo: search.pickupTo,
  }
}

function some<Key extends string, Value>(
  key: Key,
  values: readonly Value[],
): { readonly [K in Key]?: readonly Value[] } {
  return values.length === 0 ? {} : ({ [key]: values } as { readonly [K in Key]: readonly Value[] })
}

function word<Key extends string>(key: Key, value: unknown): { readonly [K in Key]?: string } {
  const text = typeof value === 'string' ? value.trim().slice(0, 200) : ''
  return text === '' ? {} : ({ [key]: text } as { readonly [K in Key]: string })
}

function date<Key extends string>(key: Key, value: unknown): { readonly [K in Key]?: string } {
  const { data } = day.safeParse(value)
  return data === undefined ? {} : ({ [key]: data } as { readonly [K in Key]: string })
}

function listOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value : value === undefined ? [] : [value]
  return list.filter((one): one is string => typeof one === 'string' && one !== '' && one.length <= 255).slice(0, 100)
}

function isOneOf(values: readonly string[], one: string): boolean {
  return values.includes(one)
}
