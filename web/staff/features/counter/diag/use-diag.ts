import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { CartBuyback } from '#domain/cart/cart.ts'
import { imeiDoubts } from '#domain/kernel/imei.ts'
import { findProgress, keepProgress } from '#web/buyback/progress-storage.ts'
import {
  isAnswered,
  progressOf,
  screensOf,
  type WizardFacts,
  type WizardProgress,
  type WizardScreen,
} from '#web/buyback/wizard.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { searchWith } from '#web/staff/ui/search-with.ts'
import type { Predeclared } from '../catalog/sale-facts.ts'
import type { DiagSearch } from './diag-search.ts'

/** The questions of one product, one a screen: what was answered, and the screen of the moment. */
export interface Diag {
  readonly facts: WizardFacts
  readonly predeclared: Predeclared | null
  /** The product of the cart that is changed; null for a new one. */
  readonly line: CartBuyback | null
  readonly progress: WizardProgress
  readonly screens: readonly WizardScreen[]
  readonly at: number
  readonly screen: WizardScreen
  /** Keeps an answer and goes on. */
  readonly answer: (next: WizardProgress) => void
  readonly goTo: (at: number) => void
  readonly back: () => void
}

/** What is asked at the counter: of what the web has predeclared, how it travels is decided. */
function askedScreens(facts: WizardFacts, progress: WizardProgress, isPredeclared: boolean): readonly WizardScreen[] {
  const screens = screensOf(facts, progress)
  return isPredeclared ? screens.filter((screen) => screen !== 'transport' && screen !== 'shipping') : screens
}

/** Whether an IMEI that was scanned for the product needs no look of the seller's. */
function isCarriedAlong({ product }: WizardFacts, imei: string | undefined): boolean {
  return imei !== undefined && imeiDoubts(imei, { isKnown: null, ofModel: product.tacs }).length === 0
}

/** Holds the answers of one product, and where the questions are; the address names the screen, so that back works. */
export function useDiag(
  { facts, predeclared, line }: Pick<Diag, 'facts' | 'predeclared' | 'line'>,
  search: DiagSearch,
): Diag {
  const { storage } = usePlatform()
  const navigate = useNavigate()
  const [progress, setProgress] = useState<WizardProgress>(() => {
    if (line !== null) return progressOf(line)
    const found = predeclared?.first ?? findProgress(storage, facts.product.id, new Date(), 'dashboard')
    return search.imei === undefined ? found : { ...found, imei: search.imei }
  })
  const screens = askedScreens(facts, progress, predeclared !== null)
  const firstOpen = screens.findIndex((screen) => !isAnswered(screen, facts, progress))
  const furthest = firstOpen < 0 ? screens.length - 1 : firstOpen
  // An IMEI that led here and raises no doubt is not asked for again; going back shows it.
  const first = line === null && isCarriedAlong(facts, search.imei) && screens[0] === 'imei' ? 1 : 0
  const at = Math.max(0, Math.min((search.step ?? first + 1) - 1, furthest))
  const goTo = (next: number): void =>
    void navigate({
      to: '.',
      search: searchWith({ step: next === first ? undefined : next + 1 }),
    })
  return {
    facts,
    predeclared,
    line,
    progress,
    screens,
    at,
    screen: screens[at] ?? 'offer',
    answer(next) {
      setProgress(next)
      if (predeclared === null && line === null) keepProgress(storage, next, new Date(), 'dashboard')
      goTo(at + 1)
    },
    goTo,
    back: () => {
      if (at > 0) goTo(at - 1)
    },
  }
}
