import type { LegalDocument, publicLegalCall } from '#sync/calls/public-catalog.ts'
import { apiOf } from './loading.ts'

/** A text that the account has written for its customers. */
export function legalLoader(context: object, document: LegalDocument) {
  return apiOf(context).get<typeof publicLegalCall>('/api/public/legal/{document}', { params: { document } })
}
