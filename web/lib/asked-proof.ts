import { atom } from 'jotai'
import type { Store } from './error-state.ts'
import type { StoredUser } from './local-storage.ts'
import { userAtom } from './session.ts'

/** A call that waits until its user has proven who it is. */
export interface AskedProof {
  readonly answered: Promise<boolean>
  /** Whether the user has proven it, or has turned the question down. */
  readonly answer: (isProven: boolean) => void
}

/** The question of the moment; null while no call waits. */
export const askedProofAtom = atom<AskedProof | null>(null)

/** Names a user and where the user works, whichever session it is: a call of one is never sent as another. */
export function personOf(user: StoredUser | null): string | null {
  return user === null ? null : `${user.id} ${user.module} ${user.viewedAccountId}`
}

/**
 * Asks the user once, however many calls wait for the same answer. The answer is no as soon as the page has another user, or
 * the same one elsewhere, or nobody: a proof of theirs says nothing about who has asked.
 */
export function createAskForProof(store: Store): () => Promise<boolean> {
  return () => {
    const open = store.get(askedProofAtom)
    if (open !== null) return open.answered
    const person = personOf(store.get(userAtom))
    if (person === null) return Promise.resolve(false)
    const isThere = (): boolean => personOf(store.get(userAtom)) === person
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const answer = (isProven: boolean): void => {
      unsubscribe()
      if (store.get(askedProofAtom) === question) store.set(askedProofAtom, null)
      resolve(isProven && isThere())
    }
    const question: AskedProof = { answered: promise, answer }
    const unsubscribe = store.sub(userAtom, () => {
      if (!isThere()) answer(false)
    })
    store.set(askedProofAtom, question)
    return promise
  }
}
