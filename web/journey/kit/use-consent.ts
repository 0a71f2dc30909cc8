import { useSyncExternalStore } from 'react'
import { useSite } from './site.ts'
import { consentCookieOf, presentConsent, type ConsentChoice } from './consent-choice.ts'

const said = 'consentsaid'

/** What the visitor has said about being counted by others; `unknown` on the server, which asks nobody. */
export function useConsent(): {
  /** Whether the account has others at all: without them nothing is asked. */
  readonly hasOthers: boolean
  readonly word: ConsentChoice | 'unknown'
} {
  const { whiteLabel } = useSite()
  const word = useSyncExternalStore<ConsentChoice | 'unknown'>(subscribe, presentConsent, () => 'unknown')
  return { hasOthers: whiteLabel !== null && (whiteLabel.tagManagerId ?? whiteLabel.axeptioId) !== null, word }
}

/**
 * Keeps a word, or forgets it. Others are loaded only by a page whose rules the server has opened for them, and are gone
 * only with it: the page is loaded again where that changes (PUB-43).
 */
export function setConsent(word: ConsentChoice): void {
  const before = presentConsent()
  document.cookie = consentCookieOf(word, location.protocol === 'https:')
  dispatchEvent(new Event(said))
  if (word === 'all' || before === 'all') location.reload()
}

function subscribe(tell: () => void): () => void {
  addEventListener(said, tell)
  return () => removeEventListener(said, tell)
}
