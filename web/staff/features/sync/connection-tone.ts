import type { StorageReason } from '#web/local/storage-problem.ts'

/** What the badge shows of the engine's state. */
export interface ConnectionView {
  readonly online: boolean
  /** Actions of the signed-in users that the server has not decided yet. */
  readonly waiting: number
  readonly oldestAgeMs: number | null
  readonly attention: number
  readonly held: number
  readonly sealed: number
  readonly signInNeeded: boolean
  /** Why nothing can be captured; null where everything can. */
  readonly captureProblem: StorageReason | null
}

/** A connection with nothing to tell. */
export const calmConnection: ConnectionView = {
  online: true,
  waiting: 0,
  oldestAgeMs: null,
  attention: 0,
  held: 0,
  sealed: 0,
  signInNeeded: false,
  captureProblem: null,
}

/** The one thing that the badge says first. */
export type ConnectionTone = 'refused' | 'attention' | 'signIn' | 'offline' | 'waiting' | 'calm'

/** Ranks what is wrong: a device that keeps nothing first, a network that is away last. */
export function toneOf(view: ConnectionView): ConnectionTone {
  if (view.captureProblem !== null) return 'refused'
  if (view.signInNeeded) return 'signIn'
  if (!view.online) return 'offline'
  if (view.attention > 0) return 'attention'
  return view.waiting > 0 ? 'waiting' : 'calm'
}
