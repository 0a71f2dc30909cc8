import type { StorageReason } from '#web/local/device/storage-problem.ts'
import { isOverdue } from '#web/local/outbox/overdue.ts'

/** What the badge shows of the engine's state. */
export interface ConnectionView {
  readonly online: boolean
  /** Actions of the signed-in users that the server has not decided yet; null where they cannot be counted. */
  readonly waiting: number | null
  /** Photos of work that was done here, which are still to be sent. */
  readonly photosWaiting: number
  readonly oldestAgeMs: number | null
  readonly attention: number
  readonly held: number
  readonly signedOut: number
  readonly signInNeeded: boolean
  /** The sign-in is needed because the device has taken a new id, and not because a session is over. */
  readonly idChanged: boolean
  /** The server no longer speaks with this version of the app: nothing goes until it is updated. */
  readonly updateNeeded: boolean
  /** Why nothing can be captured; null where everything can. */
  readonly captureProblem: StorageReason | null
  /** By how much the device's clock is ahead of the server's, negative where it is behind; null where it is right. */
  readonly clockWrongByMs: number | null
  /** When the days end of a user whom a PIN has let in; null for one who has signed in with the server. */
  readonly pinEndsAtMs: number | null
  /** Whether this is their last day. */
  readonly pinEndsSoon: boolean
}

/** A connection with nothing to tell. */
export const calmConnection: ConnectionView = {
  online: true,
  waiting: 0,
  photosWaiting: 0,
  oldestAgeMs: null,
  attention: 0,
  held: 0,
  signedOut: 0,
  signInNeeded: false,
  idChanged: false,
  updateNeeded: false,
  captureProblem: null,
  clockWrongByMs: null,
  pinEndsAtMs: null,
  pinEndsSoon: false,
}

/** The one thing that colours the badge. */
export type ConnectionTone =
  | 'refused'
  | 'update'
  | 'pinEnds'
  | 'signIn'
  | 'offline'
  | 'overdue'
  | 'clock'
  | 'attention'
  | 'waiting'
  | 'calm'

/** What the badge says beside the network and the counts. */
export type ConnectionProblem = 'refused' | 'update' | 'pinEnds' | 'signIn' | 'overdue' | 'clock'

/**
 * The worst of what is wrong. The last day of a PIN asks for a sign-in, too, and says by when. Overdue work says so whether the network is there or not; with an update or a sign-in
 * missing it waits for nothing else, so that only this is said.
 */
export function connectionProblemOf(view: ConnectionView): ConnectionProblem | null {
  if (view.captureProblem !== null) return 'refused'
  if (view.updateNeeded) return 'update'
  if (view.pinEndsSoon) return 'pinEnds'
  if (view.signInNeeded) return 'signIn'
  if (isOverdue(view.oldestAgeMs)) return 'overdue'
  return view.clockWrongByMs === null ? null : 'clock'
}

/** Ranks the colours: a device that keeps nothing first; away from the network, work that is overdue is no surprise. */
export function toneOf(view: ConnectionView): ConnectionTone {
  const trouble = connectionProblemOf(view)
  if (trouble !== null && trouble !== 'overdue' && trouble !== 'clock') return trouble
  if (!view.online) return 'offline'
  if (trouble !== null) return trouble
  if (view.attention > 0) return 'attention'
  return view.waiting === 0 && view.photosWaiting === 0 ? 'calm' : 'waiting'
}
