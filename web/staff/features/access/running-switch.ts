import { atom } from 'jotai'
import type { Module } from '#domain/organization/module.ts'
import type { Store } from '#web/lib/error-state.ts'

/** Where a session is about to go on. */
export type SessionTarget = { readonly module: Module } | { readonly accountId: string }

/** The switch that runs, whichever panel asked for it; `leaving` ends it. */
export const runningSwitchAtom = atom<{ readonly target: SessionTarget; readonly leaving: AbortController } | null>(
  null,
)

/** Ends the switch that runs: its user leaves, and its answer would sign that user in again. */
export function stopSwitch(store: Store): void {
  store.get(runningSwitchAtom)?.leaving.abort()
}
