import type { createWebBuybackCall, validateCartCall, WebBuybackBody } from '#sync/calls/buyback.ts'
import type { buybackInstructionsCall, readBuybackCall } from '#sync/calls/buyback-detail.ts'
import type { listBuybackDocumentsCall } from '#sync/calls/buyback-document.ts'
import type { SendingCalls } from '../screens/checkout/sending-screen.tsx'
import type { HandoverReads } from '../screens/checkout/reselect-handover.tsx'
import type { OptionsIn } from '../screens/checkout/use-option-faults.ts'
import { apiOf } from './loading.ts'
import { optionsIn } from './options-in.ts'
import { readRelayPoints, readSlots } from './wizard-loader.ts'
import type { ConfirmationCalls } from '#web/journey/screens/checkout/use-sold.ts'

/** How the summary asks whether the cart's options are offered where the customer lives. */
export function summaryLoader(context: object): { readonly optionsIn: OptionsIn } {
  const api = apiOf(context)
  return { optionsIn: (query) => optionsIn(api, query) }
}

/** How a cart is sent. */
export function checkoutLoader(context: object): SendingCalls & HandoverReads {
  const api = apiOf(context)
  return {
    post: (body: WebBuybackBody) => api.post<typeof createWebBuybackCall>('/api/buybacks', { body }),
    validate: (id) => api.post<typeof validateCartCall>('/api/cart/{id}/validate', { params: { id } }),
    readSlots: (id) => readSlots(api, id),
    readRelayPoints: (id, near) => readRelayPoints(api, id, near),
  }
}

/** How what was sold is read; only the browser of the seller may. */
export function confirmationLoader(context: object): ConfirmationCalls {
  const api = apiOf(context)
  return {
    readBuyback: (id) => api.get<typeof readBuybackCall>('/api/buybacks/{id}', { params: { id } }),
    readInstructions: (id) =>
      api.get<typeof buybackInstructionsCall>('/api/buybacks/{id}/instructions', { params: { id } }),
    readDocuments: (id) => api.get<typeof listBuybackDocumentsCall>('/api/buybacks/{id}/documents', { params: { id } }),
  }
}
