import { useRouter } from '@tanstack/react-router'
import { startTransition, useMemo, useRef, useState } from 'react'
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
  /** Goes back to where the wizard began, so that its later screens, whose answers are gone, leave the history. */
  readonly leave: () => Promise<void>
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
  const { history } = useRouter()
  const left = useRef<Promise<void>>(undefined)
  const [isLeft, setLeft] = useState(false)
  const screens = screensOf(facts, progress)
  // The offer stays in sight until the next page comes.
  const at = reachableScreen(isLeft ? screens.length - 1 : (search.step ?? 1) - 1, facts, progress)
  const goTo = (next: number): void => {
    const { step: _step, ...others } = search
    const state = { wizardEntries: entriesBehind(history) + 1 }
    void go('.', next === 0 ? others : { ...others, step: next + 1 }, { state })
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
    leave: () => {
      setLeft(true)
      return (left.current ??= goBack(history, entriesBehind(history)))
    },
  }
}

type History = ReturnType<typeof useRouter>['history']

/** Entries of the history that the wizard has added up to the one that is shown; the browser keeps it through a reload. */
function entriesBehind(history: History): number {
  const { wizardEntries } = history.location.state as { readonly wizardEntries?: unknown }
  return typeof wizardEntries === 'number' ? wizardEntries : 0
}

/** How long a browser may take to go back; one that has forgotten its oldest entries stays where it is. */
const goingBackMs = 500

/** Goes back by so many entries; returns once the browser is there. */
function goBack(history: History, entries: number): Promise<void> {
  if (entries === 0) return Promise.resolve()
  return new Promise((arrived) => {
    const end = (): void => {
      clearTimeout(timer)
      unsubscribe()
      arrived()
    }
    const timer = setTimeout(end, goingBackMs)
    const unsubscribe = history.subscribe(end)
    history.go(-entries)
  })
}
