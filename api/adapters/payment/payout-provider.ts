/** What a provider is asked to pay. */
export interface Payout {
  /** Names this attempt: the provider makes one payout a key, however often it is asked. */
  readonly key: string
  readonly amountCents: number
  readonly currency: string
  readonly payee: { readonly name: string; readonly email: string | null }
  /** What the account says besides, by names of its own (CIRC-32); handed on unchanged. */
  readonly customValues: Readonly<Record<string, unknown>>
}

/**
 * A provider's word about a payout. Only `completed` and `failed` are definite; `unknown` says that nobody knows
 * whether it was heard, and the same key is asked for later, never another paid.
 */
export type PayoutAnswer =
  | { readonly state: 'accepted' | 'completed'; readonly reference: string | null; readonly amount: PaidAmount | null }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'unknown' }

/** What a provider says that it pays or has paid. */
export interface PaidAmount {
  readonly amountCents: number
  readonly currency: string
}

/** What a provider tells by itself. */
export interface PayoutEvent {
  readonly key: string
  readonly state: 'accepted' | 'completed' | 'failed' | 'cancel_refused'
  readonly reference: string | null
  readonly reason: string | null
  /** Of a completed payout always. */
  readonly amount: PaidAmount | null
}

/** A service that pays. */
export interface PayoutProvider {
  pay(payout: Payout): Promise<PayoutAnswer>
  /** The state of the payment under a key; `absent` where the provider does not know the key. */
  ask(key: string): Promise<PayoutAnswer | { readonly state: 'absent' }>
  /**
   * Reads a delivered event: null where its signature is not the provider's, `invalid` where it is and the content is
   * none that is known.
   */
  readEvent(body: Uint8Array, signature: string | null, now: Date): PayoutEvent | 'invalid' | null
}
