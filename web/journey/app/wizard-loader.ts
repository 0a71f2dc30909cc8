import { searchConnection } from '#domain/catalog/search-connection.ts'
import type {
  publicOptionsCall,
  publicProductCall,
  publicProductsCall,
  publicStoresCall,
  PublicStore,
} from '#sync/calls/public-catalog.ts'
import type { readBuybackCall, readTrackingCall } from '#sync/calls/buyback-detail.ts'
import type { createQuoteCall } from '#sync/calls/quote.ts'
import type { WizardFacts } from '#web/buyback/wizard.ts'
import type { WizardAsks } from '../screens/buyback/wizard-asks.ts'
import { keptPromise } from '../kit/known-quote.ts'
import type { PublicApi } from '../kit/public-api.ts'
import { apiOf } from './loading.ts'
import { optionsIn } from './options-in.ts'

/** A product's wizard: what its screens are made from, and what they ask the server for. */
export interface WizardData {
  readonly facts: WizardFacts
  readonly asks: WizardAsks
}

/** A product with what it is asked and priced by, and how it may come in and be paid. */
export async function wizardLoader(context: object, id: string): Promise<WizardData> {
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
      isTacKnown: (imei) => isTacKnown(api, imei),
      promiseOf: async (buybackId) => {
        const kept = keptPromise(buybackId)
        if (kept !== null) {
          const { trackingToken } = kept
          const { status } = await api.get<typeof readTrackingCall>('/api/tracking/{token}', {
            params: { token: trackingToken },
          })
          return status === 'bb_cancelled' ? 'cancelled' : { end: kept.end, replaces: { buybackId, trackingToken } }
        }
        const params = { id: buybackId }
        const { status, priceHoldsUntil: end } = await api.get<typeof readBuybackCall>('/api/buybacks/{id}', { params })
        if (status === 'bb_cancelled') return 'cancelled'
        return end === null ? null : { end, replaces: { buybackId } }
      },
    },
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

/** All stores where customers bring products, by name. */
export async function readStores(api: Pick<PublicApi, 'get'>): Promise<readonly PublicStore[]> {
  const query = { pagination: false }
  return (await api.get<typeof publicStoresCall>('/api/public/stores', { query }))['hydra:member']
}
