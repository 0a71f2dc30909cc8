import type { Locator, Page } from 'playwright/test'
import { wedgeLimits } from '#web/scan/wedge-core.ts'
import { spend } from './expenses.ts'

/** Seconds of the keystroke-level model (Card, Moran and Newell), for an average typist. */
const seconds = { key: 0.28, point: 1.1, home: 0.4, think: 1.35 }

/** What a person has done so far, in the operators of the keystroke-level model. */
interface Counts {
  keys: number
  clicks: number
  fields: number
  /** Changes of the hand between mouse and keyboard. */
  homings: number
  pages: number
}

/** Counts the work of one part of a story, such as a person's. */
export interface Effort {
  readonly counts: Counts
  /** Waits for the program, as the browser test measures them: all of its own time, for it neither thinks nor reads. */
  readonly waitMs: () => number
  /** What the part takes a person who knows what to type: no reading, no looking things up. */
  readonly seconds: () => number
}

/** Audits the screen that is open, and takes its pictures where these are asked for; no work of the person's. */
export type Look = (screen: string) => Promise<void>

/** A page in the hands of a person whose work is counted. */
export interface Hand {
  readonly page: Page
  press(target: Locator): Promise<void>
  /** Moves to a field and types. */
  write(field: Locator, text: string): Promise<void>
  /** Types into what has the focus already. */
  type(text: string): Promise<void>
  /** Counts what another helper does on the page. */
  count(of: 'keys' | 'clicks', number: number): void
  /** Opens a list of choices and takes one. */
  choose(field: Locator, option: Locator): Promise<void>
}

/** Begins to count a part of a story; its time runs until `end`, without what is done `apart` for the test alone. */
export function startEffort(): Effort & { end(): void; apart<T>(does: () => Promise<T>): Promise<T> } {
  const counts: Counts = { keys: 0, clicks: 0, fields: 0, homings: 0, pages: 0 }
  const began = performance.now()
  let ended: number | null = null
  let apartMs = 0
  const waitMs = (): number => (ended ?? performance.now()) - began - apartMs
  return {
    counts,
    waitMs,
    end: () => void (ended ??= performance.now()),
    apart: async (does) => {
      const from = performance.now()
      const result = await does()
      apartMs += performance.now() - from
      return result
    },
    seconds: () => {
      const { keys, clicks, homings, pages } = counts
      // A click is a movement and a press; each click and each page wants a decision.
      const hands = (keys + clicks) * seconds.key + clicks * seconds.point + homings * seconds.home
      return hands + (clicks + pages) * seconds.think + waitMs() / 1000
    },
  }
}

/** Takes a page into a hand whose work is counted. */
export function takeHand(page: Page, { counts }: Effort): Hand {
  let isTyping = false
  let path = ''
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return
    const next = frame.url().split(/[?#]/)[0]!
    if (next !== path) counts.pages += 1
    path = next
  })
  const home = (toKeys: boolean): void => {
    if (isTyping !== toKeys) counts.homings += 1
    isTyping = toKeys
  }
  const press = async (target: Locator): Promise<void> => {
    home(false)
    counts.clicks += 1
    await target.click()
  }
  return {
    page,
    press,
    write: async (field, text) => {
      await press(field)
      home(true)
      counts.fields += 1
      counts.keys += text.length
      await field.fill(text)
      // Filled at once: an Enter as soon as this behind a scan would be the echo of the scanner's own.
      await spend('clock', () => page.waitForTimeout(wedgeLimits.suffixEchoMs))
    },
    type: async (text) => {
      home(true)
      counts.keys += text.length + 1
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    },
    count: (of, number) => void (counts[of] += number),
    choose: async (field, option) => {
      counts.fields += 1
      await press(field)
      await press(option)
    },
  }
}

/** The parts of a story, one a line, and what they take together. */
export function effortTable(parts: Readonly<Record<string, Effort>>): string {
  const lines = Object.entries(parts).map(([name, effort]) => {
    const { keys, clicks, fields, pages } = effort.counts
    const waited = `${Math.round(effort.waitMs() / 1000)} s waited`
    return `${name}: ${fields} fields, ${keys} keys, ${clicks} clicks, ${pages} pages, ${waited}, ${minutes(effort.seconds())}`
  })
  return [...lines, `together: ${minutes(totalSeconds(parts))}`].join('\n')
}

/** What the parts take together. */
export function totalSeconds(parts: Readonly<Record<string, Effort>>): number {
  return Object.values(parts).reduce((sum, effort) => sum + effort.seconds(), 0)
}

const minutes = (of: number): string => `${(of / 60).toFixed(1)} min`
