import type { CircuitOption, publicOptionsCall } from '#sync/calls/public-catalog.ts'
import { CallError } from '#web/lib/http.ts'
import type { PublicApi } from '../kit/public-api.ts'

const nothingOffered = ['CIRCUIT_NO_TRANSPORT_MODE', 'CIRCUIT_NO_PAYMENT_MODE']

/** The circuits that take a category from customers of a country; none where nothing is offered there. */
export async function optionsIn(
  api: Pick<PublicApi, 'get'>,
  query: { readonly categoryId: string; readonly country: string },
): Promise<readonly CircuitOption[]> {
  try {
    return (await api.get<typeof publicOptionsCall>('/api/public/options', { query })).circuits
  } catch (error) {
    if (error instanceof CallError && nothingOffered.includes(error.code)) return []
    throw error
  }
}
