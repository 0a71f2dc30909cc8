import { atom } from 'jotai'
import type { Store } from './error-state.ts'

/** A call that waits until its user has proven who it is. */
export interface AskedProof {
  readonly answered: Promise<boolean>
  /** Whether the user has proven it, or has turned the question down. */
  readonly answer: (isProven: boolean) => void
}

/** The question of the moment; null while no call waits. */
export const askedProofAtom = atom<AskedProof | null>(null)

/** Asks the user once, however many calls wait for the same answer. */
export function createAskForProof(store: Store): () => Promise<boolean> {
  return () => {
    const open = store.get(askedProofAtom)
    if (open !== null) return open.answered
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const answer = (isProven: boolean): void => {
      store.set(askedProofAtom, null)
      resolve(isProven)
    }
    store.set(askedProofAtom, { answered: promise, answer })
    return promise
  }
}
