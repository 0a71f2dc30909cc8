import { atom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { RefurbQuestion } from '#domain/refurb/diagnosis.ts'
import { openDrafts } from '#web/local/drafts.ts'
import { draftKey, readDraft, type DiagnosisDraft } from './diagnosis-draft.ts'

/** Opened once, when a diagnosis is first looked at: each opening is a connection of its own. */
const draftsAtom = atom(() => openDrafts({ indexedDB, IDBKeyRange }))

/** The draft of a diagnosis, and how it changes; each change is on the device before the next screen. */
export interface DraftInHand {
  readonly draft: DiagnosisDraft
  readonly change: (next: DiagnosisDraft) => Promise<void>
  readonly drop: () => Promise<void>
}

/** Reads the draft of a diagnosis; null until it has been read. */
export function useDiagnosisDraft(itemId: string, questions: readonly RefurbQuestion[]): DraftInHand | null {
  const drafts = useAtomValue(draftsAtom)
  const key = draftKey(itemId)
  // As it is stored: the questions of today may leave out a part of it, tomorrow's another one.
  const [held, setHeld] = useState<{ readonly key: string; readonly stored: unknown } | null>(null)
  useEffect(() => {
    let alive = true
    void drafts.read(key).then((stored) => alive && setHeld({ key, stored }))
    return () => {
      alive = false
    }
  }, [drafts, key])
  return useMemo(() => {
    if (held?.key !== key) return null
    return {
      draft: readDraft(held.stored, questions),
      change: (next) => {
        setHeld({ key, stored: next })
        return drafts.write(key, next)
      },
      drop: () => drafts.drop(key),
    }
  }, [drafts, held, key, questions])
}
