import { useAnswerKeys, type AnswerKeys } from '#web/staff/ui/floor/answer-keys.ts'
import { useAcknowledge } from './shown-feedback.tsx'

/** Hears single keys where a product is in hand; the first one only takes away the result that stands before the page. */
export function useItemKeys({ onEnter, onAnswer, onUndo, enabled = true }: Omit<AnswerKeys, 'onBack'>): void {
  const acknowledges = useAcknowledge()
  useAnswerKeys({
    onEnter: () => (acknowledges() ? undefined : onEnter?.()),
    onAnswer: (at) => (acknowledges() ? undefined : onAnswer?.(at)),
    onUndo: () => (acknowledges() ? undefined : onUndo?.()),
    enabled,
  })
}
