import type { LegalDocument, publicLegalCall } from '#sync/calls/public-catalog.ts'
import { apiOf } from './loading.ts'
import type { HeadFacts, PageHead } from './page-head.ts'

/** A text that the account has written for its customers. */
export function legalLoader(context: object, document: LegalDocument) {
  return apiOf(context).get<typeof publicLegalCall>('/api/public/legal/{document}', { params: { document } })
}

/** Head of a text: what it is called, under the one of its addresses that search engines are to know. */
export function legalHead({ t, loaded }: HeadFacts): PageHead {
  if (loaded === undefined) return {}
  const { document } = loaded as Awaited<ReturnType<typeof legalLoader>>
  return {
    title: t(($) => $.legal[document]),
    canonical: document === 'buyback-zero' ? '/buyback/zero' : `/${document}`,
  }
}
