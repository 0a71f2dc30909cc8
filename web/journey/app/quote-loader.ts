import type { publicOptionsCall, publicProductCall } from '#sync/calls/public-catalog.ts'
import type { mailQuoteCall, readQuoteCall } from '#sync/calls/quote.ts'
import { CallError } from '#web/lib/http.ts'
import type { QuoteProps } from '../screens/quote/quote-screen.tsx'
import { apiOf } from './loading.ts'
import { readRelayPoints, readSlots, readStores } from './wizard-loader.ts'

/** A locked offer, with its product and options as they are today; null where it cannot be sold any more. */
export async function quoteLoader(context: object, token: string): Promise<QuoteProps> {
  const api = apiOf(context)
  const quote = await api.get<typeof readQuoteCall>('/api/quotes/{token}', { params: { token } })
  const { id, categoryId } = quote.product
  const [product, options] = await Promise.all([
    orNull(api.get<typeof publicProductCall>('/api/public/products/{id}', { params: { id } })),
    orNull(api.get<typeof publicOptionsCall>('/api/public/options', { query: { categoryId } })),
  ])
  return {
    quote,
    product,
    circuits: options?.circuits ?? [],
    readStores: () => readStores(api),
    readSlots: (id) => readSlots(api, id),
    readRelayPoints: (id, near) => readRelayPoints(api, id, near),
    mailLink: async (email) =>
      (await api.post<typeof mailQuoteCall>('/api/quotes/{token}/mail', { params: { token }, body: { email } })).isSent,
  }
}

/** What was read; null where the server refused it, for the offer stands without it. */
async function orNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (error instanceof CallError && error.failure === 'refused') return null
    throw error
  }
}
