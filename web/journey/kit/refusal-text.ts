import type { TFunction } from 'i18next'
import { CallError } from '#web/lib/http.ts'

/** Refusals that the site has words for wherever they come up. */
const known = [
  'ACCESS_THROTTLED',
  'IMEI_MALFORMED',
  'IMEI_SEARCH_DISABLED',
  'PROPOSAL_LINK_INVALID',
  'PROPOSAL_EXPIRED',
  'PROPOSAL_CLOSED',
] as const

/** The words for a refusal; null for a fault of network or server, which each screen says its own about. */
export function refusalText(t: TFunction<'journey'>, error: unknown): string | null {
  const code = error instanceof CallError ? known.find((one) => one === error.code) : undefined
  return code === undefined ? null : t(($) => $.failed.code[code])
}
