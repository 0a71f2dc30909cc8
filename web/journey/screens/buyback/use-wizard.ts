import { startTransition, useMemo, useState } from 'react'
import { findProgress, keepProgress } from '#web/buyback/progress-storage.ts'
import { reachableScreen, screensOf, startProgress } from '#web/buyback/wizard.ts'
import type { WizardFacts, WizardProgress, WizardScreen } from '#web/buyback/wizard.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { useIsHydrated } from '../../kit/use-is-hydrated.ts'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import type { WizardSearch } from './wizard-search.ts'

/** The wizard of one product: its answers, kept in this browser, and the screen of the moment, which the address names. */
export interface Wizard {
  readonly progress: WizardProgress
  readonly screens: readonly WizardScreen[]
  /** Place of the screen that is shown. */
  readonly at: number
  readonly screen: WizardScreen
  /** Keeps an answer, and goes on. */
  readonly answer: (next: WizardProgress) => void
  readonly goTo: (at: number) => void
}

/** Answers given since the page was opened, and the product of the cart that they change, where it is one. */
interface Edited {
  readonly inCartId: string | undefined
  readonly progress: WizardProgress
}

/** Holds the wizard; the server renders its first screen, and the browser goes on where the visitor was. */
export function useWizard(facts: WizardFacts, search: WizardSearch): Wizard {
  const productId = facts.product.id
  const { inCartId } = search
  const isLive = useIsHydrated()
  const [edited, setEdited] = useState<Edited | null>(null)
  const found = useMemo(
    () =>
      isLive ? findProgress(browserStorage(), productId, new Date(), 'public', inCartId) : startProgress(productId),
    [isLive, productId, inCartId],
  )
  const isEdited = edited?.progress.productId === productId && edited.inCartId === inCartId
  const kept = isEdited ? edited.progress : found
  const progress = kept.imei === null && search.imei !== undefined ? { ...kept, imei: search.imei } : kept
  const go = useSiteNavigate()
  const screens = screensOf(facts, progress)
  const at = reachableScreen((search.step ?? 1) - 1, facts, progress)
  const goTo = (next: number): void => {
    const { step: _step, ...others } = search
    void go('.', next === 0 ? others : { ...others, step: next + 1 })
  }
  return {
    progress,
    screens,
    at,
    screen: screens[at] ?? 'offer',
    answer: (next) => {
      keepProgress(browserStorage(), next, new Date(), 'public', inCartId)
      startTransition(() => setEdited({ inCartId, progress: next }))
      // What is known, as an IMEI that the product was found by, is not asked for again.
      goTo(screens[at + 1] === 'imei' && next.imei !== null ? at + 2 : at + 1)
    },
    goTo,
  }
}
