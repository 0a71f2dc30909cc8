import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { createFeedback, readFeedbackSettings, writeFeedbackSettings, type Feedback } from './feedback.ts'

/** Sound and vibration of the page; null where nothing provides them. */
const FeedbackContext = createContext<Feedback | null>(null)

/** Makes the page's one feedback, with this device's settings, and hands it to every component below. */
export function FeedbackProvider({ children }: { readonly children: ReactNode }) {
  const [feedback] = useState(() => createFeedback(readFeedbackSettings(localStorage)))
  useEffect(() => {
    feedback.start()
    return () => feedback.stop()
  }, [feedback])
  return <FeedbackContext value={feedback}>{children}</FeedbackContext>
}

/** The page’s sound and vibration. */
export function useFeedback(): Feedback {
  const feedback = use(FeedbackContext)
  if (feedback === null) throw new Error('no FeedbackProvider above this component')
  return feedback
}

/** Changes and keeps this device's settings. */
export function keepFeedbackSettings(feedback: Feedback, settings: ReturnType<Feedback['settings']>): void {
  feedback.change(settings)
  writeFeedbackSettings(localStorage, settings)
}
