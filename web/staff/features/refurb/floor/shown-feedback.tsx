import { atom, useAtom, useSetAtom, useStore } from 'jotai'
import { useCallback, useLayoutEffect } from 'react'
import type { FeedbackKind } from '#web/scan/feedback-tones.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { FullScreenFeedback, staysOpen, type FeedbackTone } from '#web/staff/ui/floor/full-screen-feedback.tsx'

/** A result to be understood from a metre; it outlives the step to the next screen. */
export interface Shown {
  readonly tone: FeedbackTone
  readonly signal: FeedbackKind
  readonly word: string
  readonly detail?: string
  readonly place?: string
  readonly code?: string
}

const shownAtom = atom<(Shown & { readonly id: number }) | null>(null)

/** Sounds, vibrates and colours the whole screen at once; null takes a standing result away. */
export function useShow(): (shown: Shown | null) => void {
  const feedback = useFeedback()
  const set = useSetAtom(shownAtom)
  return useCallback(
    (shown) => {
      set((before) => (shown === null ? null : { ...shown, id: (before?.id ?? 0) + 1 }))
      if (shown !== null) feedback.play(shown.signal)
    },
    [feedback, set],
  )
}

/**
 * Takes away a result that waits for an answer. Answers whether there was one: a command or a key that met it has done
 * its work, because the operator has not seen the screen behind.
 */
export function useAcknowledge(): () => boolean {
  const store = useStore()
  return useCallback(() => {
    const shown = store.get(shownAtom)
    if (shown === null || !staysOpen(shown.tone)) return false
    store.set(shownAtom, null)
    return true
  }, [store])
}

/** How many screens and sheets draw results now, and when the last of them was left. */
const drawersAtom = atom<{ readonly count: number; readonly leftAtMs: number | null }>({ count: 0, leftAtMs: null })
/** A step from one screen of the workshop to the next takes no longer; what was left for longer is no result any more. */
const longestStepMs = 3_000

/** Takes a result away whose screen was left by another way than the step to the next screen. */
function useForgotten(): void {
  const store = useStore()
  useLayoutEffect(() => {
    const { count, leftAtMs } = store.get(drawersAtom)
    if (count === 0 && leftAtMs !== null && Date.now() - leftAtMs > longestStepMs) store.set(shownAtom, null)
    store.set(drawersAtom, { count: count + 1, leftAtMs })
    return () => store.set(drawersAtom, (now) => ({ count: now.count - 1, leftAtMs: Date.now() }))
  }, [store])
}

/** Takes away the result of a screen that is left for another station. */
export function useForgetShown(): () => void {
  const set = useSetAtom(shownAtom)
  return useCallback(() => set(null), [set])
}

/** Draws the result of the moment. */
export function ShownFeedback() {
  useForgotten()
  const [shown, set] = useAtom(shownAtom)
  if (shown === null) return null
  return (
    <FullScreenFeedback
      id={shown.id}
      tone={shown.tone}
      word={shown.word}
      {...(shown.detail === undefined ? {} : { detail: shown.detail })}
      {...(shown.place === undefined ? {} : { place: shown.place })}
      {...(shown.code === undefined ? {} : { code: shown.code })}
      onEnd={() => set(null)}
    />
  )
}
