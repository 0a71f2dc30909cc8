import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import type { FoundRelayPoint } from '#domain/circuit/relay-points.ts'
import { searchConnection } from '#domain/catalog/search-connection.ts'
import type {
  publicOptionsCall,
  publicProductCall,
  publicProductsCall,
  publicStoresCall,
  PublicStore,
} from '#sync/calls/public-catalog.ts'
import type { readBuybackCall, readTrackingCall } from '#sync/calls/buyback-detail.ts'
import type { sameImeiCall } from '#sync/calls/buyback-imei.ts'
import type { publicSlotsCall } from '#sync/calls/buyback-pickup.ts'
import type { publicRelayPointsCall } from '#sync/calls/shipping-method-relay.ts'
import type { createQuoteCall } from '#sync/calls/quote.ts'
import type { WizardFacts } from '#web/buyback/wizard.ts'
import { CallError } from '#web/lib/http.ts'
import type { WizardAsks } from '../screens/buyback/wizard-asks.ts'
import { keptPromise, type KnownQuote } from '../kit/known-quote.ts'
import type { PublicApi } from '../kit/public-api.ts'
import { apiOf } from './loading.ts'
import { optionsIn } from './options-in.ts'

/** A product's wizard: what its screens are made from, and what they ask the server for. */
export interface WizardData {
  readonly facts: WizardFacts
  readonly asks: WizardAsks
}

/** A product with what it is asked and priced by, and how it may come in and be paid. */
export async function wizardLoader(context: object, id: string, replaced?: string): Promise<WizardData> {
  const api = apiOf(context)
  const product = await api.get<typeof publicProductCall>('/api/public/products/{id}', { params: { id } })
  const { circuits } = await api.get<typeof publicOptionsCall>('/api/public/options', {
    query: { categoryId: product.categoryId },
  })
  return {
    facts: { product, circuits, asksStore: true },
    asks: {
      lockPrice: async (body) => (await api.post<typeof createQuoteCall>('/api/quotes', { body })).token,
      optionsIn: (country) => optionsIn(api, { categoryId: product.categoryId, country }),
      stores: () => readStores(api),
      slots: (id) => readSlots(api, id),
      relayPoints: (id, near) => readRelayPoints(api, id, near),
      isTacKnown: (imei) => isTacKnown(api, imei),
      isInOtherBuyback: (imei) => isInOtherBuyback(api, imei, replaced),
      promiseOf: (buybackId) => readPromise(api, buybackId, keptPromise(buybackId)),
    },
  }
}

/** The promise of a predeclared buyback: by its private link where this visit has come by it, or as its owner reads it. */
export async function readPromise(
  api: Pick<PublicApi, 'get'>,
  buybackId: string,
  kept: KnownQuote | null,
): Promise<Awaited<ReturnType<WizardAsks['promiseOf']>>> {
  if (kept === null) {
    const params = { id: buybackId }
    const { status, priceHoldsUntil: end } = await api.get<typeof readBuybackCall>('/api/buybacks/{id}', { params })
    if (status === 'bb_cancelled') return 'cancelled'
    return end === null ? null : { end, replaces: { buybackId } }
  }
  const { end, trackingToken } = kept
  const promise = { end, replaces: { buybackId, trackingToken } }
  try {
    const params = { token: trackingToken }
    const { status } = await api.get<typeof readTrackingCall>('/api/tracking/{token}', { params })
    return status === 'bb_cancelled' ? 'cancelled' : promise
  } catch (error) {
    // What no longer exists cannot be replaced. After any other failure it has to be: declared beside it, the product
    // would be sold twice.
    const isGone = error instanceof CallError && error.failure === 'refused' && error.status === 404
    return isGone ? null : promise
  }
}

// A doubt is worth no waiting: who gets no answer in time goes on without it.
async function isTacKnown(api: PublicApi, imei: string): Promise<boolean | null> {
  const query = { imei, itemsPerPage: 1, partial: true }
  const signal = AbortSignal.timeout(searchConnection.timeoutMs)
  try {
    const answer = await api.get<typeof publicProductsCall>('/api/public/products', { query, signal })
    return answer.imei?.doubts.includes('IMEI_TAC_UNKNOWN') === false
  } catch {
    return null
  }
}

async function isInOtherBuyback(api: PublicApi, imei: string, replaced: string | undefined): Promise<boolean> {
  const query = { imei, except: replaced }
  const signal = AbortSignal.timeout(searchConnection.timeoutMs)
  try {
    return (await api.get<typeof sameImeiCall>('/api/public/same-imei', { query, signal })).isOpen
  } catch {
    return false
  }
}

/** Slots in which a shipping method collects products. */
export async function readSlots(api: Pick<PublicApi, 'get'>, id: string): Promise<readonly PickupSlot[]> {
  return (await api.get<typeof publicSlotsCall>('/api/public/shipping-methods/{id}/slots', { params: { id } })).slots
}

/** Points near a place where the parcels of a shipping method may be handed over. */
export async function readRelayPoints(
  api: Pick<PublicApi, 'get'>,
  id: string,
  near: string,
): Promise<readonly FoundRelayPoint[]> {
  const path = '/api/public/shipping-methods/{id}/relay-points'
  return (await api.get<typeof publicRelayPointsCall>(path, { params: { id }, query: { near } })).points
}

/** All stores where customers bring products, by name. */
export async function readStores(api: Pick<PublicApi, 'get'>): Promise<readonly PublicStore[]> {
  const query = { pagination: false }
  return (await api.get<typeof publicStoresCall>('/api/public/stores', { query }))['hydra:member']
}
