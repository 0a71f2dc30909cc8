import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseDown } from './database-health.ts'

/** A call of the API that works with the database. */
export interface CurrentRequest {
  /** Its caller was told that the database is away, and to try again. */
  isGivenUp: boolean
}

/** The call that work belongs to; none for work of the server's own. */
export const currentRequest = new AsyncLocalStorage<CurrentRequest>()

/** Throws for a call whose caller tries again: what it has not written yet, the next one writes. */
export function refuseIfGivenUp(call: CurrentRequest | undefined = currentRequest.getStore()): void {
  if (call?.isGivenUp === true) throw new DatabaseDown()
}
