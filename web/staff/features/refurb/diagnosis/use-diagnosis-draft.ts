import { atom, useAtomValue } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { RefurbQuestion } from '#domain/refurb/diagnosis.ts'
import { openDrafts } from '#web/local/drafts.ts'
import { draftKey, fitDraft, readDraft, type DiagnosisDraft } from './diagnosis-draft.ts'

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
  const [held, setHeld] = useState<{ readonly key: string; readonly draft: DiagnosisDraft } | null>(null)
  useEffect(() => {
    let alive = true
    void drafts.read(key).then((value) => alive && setHeld({ key, draft: readDraft(value, questions) }))
    return () => {
      alive = false
    }
    // Questions that change under way are fitted below; the stored draft is read once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [drafts, key])
  return useMemo(() => {
    if (held?.key !== key) return null
    return {
      draft: fitDraft(held.draft, questions),
      change: (next) => {
        setHeld({ key, draft: next })
        return drafts.write(key, next)
      },
      drop: () => drafts.drop(key),
    }
  }, [drafts, held, key, questions])
}
