import type { Outcome } from '../wire/operation.ts'

/**
 * Where a captured operation is; always in exactly one: waiting to be decided, applied, held on the server, in the
 * needs-attention tray, or settled by a person.
 */
export const opStates = ['pending', 'applied', 'held', 'tray', 'discarded'] as const
export type OpState = (typeof opStates)[number]

/** Decision number of an operation without a final decision; greater than every given number. */
export const undecided = Number.MAX_SAFE_INTEGER

/**
 * The state that results from a decision and a resolution on this device. An applied operation is applied, even where a
 * user has settled it; one that was settled elsewhere is settled, because its outcome says so.
 */
export function stateOf(outcome: Outcome | null, isSettled: boolean): OpState {
  if (outcome?.status === 'applied') return 'applied'
  if (isSettled || outcome?.resolution !== undefined) return 'discarded'
  if (outcome === null) return 'pending'
  return outcome.status === 'held' ? 'held' : 'tray'
}

/** Whether a decision cannot change any more unless the server is restored. */
export function isFinal(outcome: Outcome): boolean {
  return outcome.status !== 'held'
}

/** Whether a decision is a refusal. */
export function isRefused(outcome: Outcome | null): boolean {
  return outcome?.status === 'rejected' || outcome?.status === 'blocked_by'
}
