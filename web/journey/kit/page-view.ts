import { presentConsent } from './consent-choice.ts'

/** What the tag manager reads: a list that events are appended to. */
interface TagWindow {
  dataLayer?: Record<string, unknown>[]
}

/** Tells the tag manager that a page was opened; says nothing before consent, nor without a path (PUB-29). */
export function countPageView(pagePath: string): void {
  if (pagePath === '' || presentConsent() !== 'all') return
  const target = window as unknown as TagWindow
  target.dataLayer ??= []
  target.dataLayer.push({ event: 'page_view', page_path: pagePath })
}
