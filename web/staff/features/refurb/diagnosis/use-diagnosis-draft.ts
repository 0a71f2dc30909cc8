import { useEffect, useMemo, useState } from 'react'
import type { RefurbQuestion } from '#domain/refurb/diagnosis.ts'
import { diagnosisDraftOf } from '#web/local/outbox/drafts.ts'
import { useDrafts } from '#web/local/photo/photo-context.tsx'
import { readDraft, type DiagnosisDraft } from './diagnosis-draft.ts'

/** The draft of a diagnosis, and how it changes; each change is on the device before the next screen. */
export interface DraftInHand {
  readonly draft: DiagnosisDraft
  readonly change: (next: DiagnosisDraft) => Promise<void>
  readonly drop: () => Promise<void>
}

/**
 * Reads the draft of the diagnosis that an operation started; null until it has been read. It stays when the diagnosis
 * ends, so that an end which the server refuses has its answers again.
 */
export function useDiagnosisDraft(
  itemId: string,
  questions: readonly RefurbQuestion[],
  startOpId: string | undefined,
): DraftInHand | null {
  const drafts = useDrafts()
  // As it is stored: the questions of today may leave out a part of it, tomorrow's another one.
  const [held, setHeld] = useState<{ readonly itemId: string; readonly stored: unknown } | null>(null)
  useEffect(() => {
    let alive = true
    void drafts.read(diagnosisDraftOf(itemId)).then((stored) => alive && setHeld({ itemId, stored }))
    return () => {
      alive = false
    }
  }, [drafts, itemId])
  return useMemo(() => {
    if (held?.itemId !== itemId) return null
    return {
      draft: readDraft(held.stored, questions, startOpId),
      change: (next) => {
        const stored: DiagnosisDraft = { ...next, startOpId }
        setHeld({ itemId, stored })
        return drafts.write(diagnosisDraftOf(itemId), stored, Date.now())
      },
      drop: () => drafts.drop(diagnosisDraftOf(itemId)),
    }
  }, [drafts, held, itemId, questions, startOpId])
}
