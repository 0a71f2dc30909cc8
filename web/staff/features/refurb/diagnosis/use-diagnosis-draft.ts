import { useEffect, useMemo, useState } from 'react'
import type { RefurbQuestion } from '#domain/refurb/diagnosis.ts'
import { deviceDrafts } from '#web/local/drafts.ts'
import { draftKey, fitDraft, readDraft, type DiagnosisDraft } from './diagnosis-draft.ts'

/** The draft of a diagnosis, and how it changes; each change is on the device before the next screen. */
export interface DraftInHand {
  readonly draft: DiagnosisDraft
  readonly change: (next: DiagnosisDraft) => Promise<void>
  readonly drop: () => Promise<void>
}

/** Reads the draft of a diagnosis; null until it has been read. */
export function useDiagnosisDraft(itemId: string, questions: readonly RefurbQuestion[]): DraftInHand | null {
  const key = draftKey(itemId)
  const [held, setHeld] = useState<{ readonly key: string; readonly draft: DiagnosisDraft } | null>(null)
  useEffect(() => {
    let alive = true
    void deviceDrafts()
      .read(key)
      .then((value) => alive && setHeld({ key, draft: readDraft(value, questions) }))
    return () => {
      alive = false
    }
    // Questions that change under way are fitted below; the stored draft is read once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key])
  return useMemo(() => {
    if (held?.key !== key) return null
    return {
      draft: fitDraft(held.draft, questions),
      change: (next) => {
        setHeld({ key, draft: next })
        return deviceDrafts().write(key, next)
      },
      drop: () => deviceDrafts().drop(key),
    }
  }, [held, key, questions])
}
