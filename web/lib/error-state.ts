import { atom, type createStore } from 'jotai'
import { CallError } from './http.ts'

/** Store of the atoms. */
export type Store = ReturnType<typeof createStore>

/** What went wrong and what happens next (SHELL-49). */
export interface ErrorState {
  readonly code: string
  readonly response: unknown
  readonly shouldDisplayModal: boolean
  readonly message: string
  readonly redirectToRoute: string | null
  readonly goHome: boolean
  readonly reloadPage: boolean
  readonly hideGenericMessage: boolean
}

/** No error. */
export const noError: ErrorState = {
  code: '',
  response: null,
  shouldDisplayModal: false,
  message: '',
  redirectToRoute: null,
  goHome: false,
  reloadPage: false,
  hideGenericMessage: false,
}

/** How long the request to show the modal stands, in milliseconds (SHELL-50). */
export const modalFlagMs = 3000

/** The error of the moment. */
export const errorStateAtom = atom<ErrorState>(noError)

/** The error that a modal shows; the modal outlives the flag that opened it. */
export const shownErrorAtom = atom<ErrorState | null>(null)

/** A sign-in is needed, for the session has ended or the engine has no grant: shown in the badge, without a modal. */
export const signInNeededAtom = atom(false)

/**
 * A user who has signed in again above the page sets up a second factor there, and is shown recovery codes once: until that
 * is over, what is read of the session elsewhere takes neither the set-up nor the page away.
 */
export const setsUpAbovePageAtom = atom(false)

/** Code of an ended session, whose modal asks to reconnect (SHELL-51). */
export const sessionEndedCode = '401'

/** The error that raised the flag of the moment; only its own three seconds take the flag down. */
const flagOwnerAtom = atom<ErrorState | null>(null)

/**
 * Puts an error into the state. With `shouldDisplayModal` the modal opens, and the flag falls after 3 s; an error that
 * comes while the flag stands changes the state but not the open modal. An ended session goes before all others: its
 * modal takes the place of theirs, and stays until it is answered.
 */
export function raiseError(store: Store, error: Partial<ErrorState> & { readonly code: string }): void {
  const next = { ...noError, ...error }
  if (isModalKept(store, next)) {
    store.set(errorStateAtom, ({ shouldDisplayModal }) => ({ ...next, shouldDisplayModal }))
    return
  }
  store.set(errorStateAtom, next)
  if (!next.shouldDisplayModal) return
  store.set(shownErrorAtom, next)
  store.set(flagOwnerAtom, next)
  setTimeout(() => {
    if (store.get(flagOwnerAtom) !== next) return
    store.set(errorStateAtom, (state) => ({ ...state, shouldDisplayModal: false }))
  }, modalFlagMs)
}

function isModalKept(store: Store, next: ErrorState): boolean {
  const shown = store.get(shownErrorAtom)
  if (shown === null) return false
  if (shown.code === sessionEndedCode) return true
  return store.get(errorStateAtom).shouldDisplayModal && next.code !== sessionEndedCode
}

/** Where the server-error button leads: home, else a reload, else the route that the error names (SHELL-54). */
export function wayOn(error: ErrorState): { readonly to: string } | 'reload' | null {
  if (error.goHome) return { to: '/home' }
  if (error.reloadPage) return 'reload'
  return error.redirectToRoute === null ? null : { to: error.redirectToRoute }
}

/** Back to no error (SHELL-54). */
export function resetError(store: Store): void {
  store.set(errorStateAtom, noError)
  store.set(shownErrorAtom, null)
}

/** A session goes on, or another has begun: nobody is asked to reconnect any more. */
export function dropSessionEnd(store: Store): void {
  store.set(signInNeededAtom, false)
  if (store.get(setsUpAbovePageAtom)) return
  if (store.get(shownErrorAtom)?.code === sessionEndedCode) resetError(store)
}

/**
 * Where to go on after refusals that say that the page no longer fits its user: what the user may has changed, or works
 * elsewhere by now. `redirectToRoute` is the screen's to name, as a form names its list once its thing is gone.
 */
const waysOn: Readonly<Record<string, Partial<ErrorState>>> = {
  ACCESS_MODULE_MISMATCH: { reloadPage: true, hideGenericMessage: true },
  ACCESS_ACCOUNT_MISMATCH: { reloadPage: true, hideGenericMessage: true },
  ACCESS_LANGUAGE_MISMATCH: { reloadPage: true, hideGenericMessage: true },
  ACCESS_MODULE_NOT_HELD: { reloadPage: true, hideGenericMessage: true },
  ACCESS_PROOF_REQUIRED: { hideGenericMessage: true },
  ACCESS_PERMISSION_MISSING: { goHome: true, hideGenericMessage: true },
  ACCESS_ACCOUNT_LINK_INACTIVE: { goHome: true, hideGenericMessage: true },
}

/**
 * Raises what a call threw. A device without network is no error to report (SHELL-56): screens show it where it
 * matters. An ended session has its own way.
 */
export function raiseCallError(store: Store, error: unknown, options: Partial<ErrorState> = {}): void {
  if (error instanceof CallError) {
    if (error.failure !== 'refused') return
    if (error.status === 401) return
    const { code, details: response } = error
    raiseError(store, { code, response, shouldDisplayModal: true, ...waysOn[code], ...options })
    return
  }
  raiseError(store, { code: 'UNDEFINED', shouldDisplayModal: true, ...options })
}
