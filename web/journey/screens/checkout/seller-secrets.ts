import type { TypedFields } from '#domain/cart/cart.ts'

// Of one page's life: whoever opens this browser later finds no number of a document or an account.
let secrets: TypedFields = {}

/** Number of the document and IBAN, as typed since the page was loaded. */
export function readSecrets(): TypedFields {
  return secrets
}

/** Keeps them in memory, and nowhere else. */
export function keepSecrets(typed: TypedFields): void {
  secrets = typed
}
