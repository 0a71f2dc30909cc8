import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright/test'
import { usCharacter } from '#web/scan/us-layout.ts'
import { stepPauseMs } from '#web/staff/ui/floor/use-step-pause.ts'
import { spend } from './expenses.ts'

const wait = (ms: number): Promise<void> => spend('clock', () => setTimeout(ms))

/** How a scanner types. */
export interface WedgeTyping {
  /** 10 ms a key is a quick scanner, 80 ms a slow one. */
  readonly keyMs?: number
  readonly suffix?: 'Enter' | 'Tab' | null
  /** Keyboard of the host; the scanner itself always presses the positions of a US keyboard. */
  readonly host?: 'us' | 'azerty'
  /** Key by key, or in one piece as Android's scan services insert text. */
  readonly form?: 'keys' | 'text'
}

interface Key {
  readonly key: string
  readonly code: string
  readonly shift: boolean
}

const positions = [
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `Key${letter}`),
  ...Array.from('0123456789', (digit) => `Digit${digit}`),
  'Minus',
  'Equal',
  'BracketLeft',
  'BracketRight',
  'Backslash',
  'Semicolon',
  'Quote',
  'Comma',
  'Period',
  'Slash',
]
const usKeys = new Map<string, Key>()
for (const code of [...positions, 'Space']) {
  for (const shift of [true, false]) {
    const key = usCharacter(code, shift)
    if (key !== null) usKeys.set(key, { key, code, shift })
  }
}

// A page that hangs takes no key, and Chromium reports nothing.
async function inTime(work: Promise<unknown>, what: string): Promise<void> {
  const over = new AbortController()
  const late = setTimeout(30_000, null, { signal: over.signal }).then(() => {
    throw new Error(`${what} were not taken within 30 s`)
  })
  await Promise.race([work, late]).finally(() => over.abort())
}

const azertyDigits = 'à&é"\'(-è_ç'
const azertyPlain: Readonly<Record<string, string>> = {
  KeyA: 'q',
  KeyQ: 'a',
  KeyW: 'z',
  KeyZ: 'w',
  KeyM: ',',
  Semicolon: 'm',
  Comma: ';',
  Period: ':',
  Slash: '!',
  Minus: ')',
  BracketRight: '$',
}
const azertyShifted: Readonly<Record<string, string>> = { KeyM: '?', Comma: '.', Period: '/', Slash: '§', Minus: '°' }

/** What a French keyboard makes of the key at a position. */
function onAzerty({ key, code, shift }: Key): Key {
  if (code.startsWith('Digit'))
    return { key: shift ? code.charAt(5) : azertyDigits.charAt(Number(code.charAt(5))), code, shift }
  const plain = azertyPlain[code]
  if (!shift) return { key: plain ?? key, code, shift }
  return { key: azertyShifted[code] ?? plain?.toUpperCase() ?? key, code, shift }
}

const separatorKey = { key: ']', code: 'BracketRight', shift: false }

/**
 * Types a code as a keyboard scanner does, into the element that has the focus. Events carry the times that the scanner
 * would give them and are sent without waiting between, so that a busy machine changes nothing.
 */
export async function typeAsScanner(page: Page, text: string, typing: WedgeTyping = {}): Promise<void> {
  const { keyMs = 10, suffix = 'Enter', host = 'us', form = 'keys' } = typing
  if (form === 'text') {
    await page.keyboard.insertText(text)
    if (suffix !== null) await page.keyboard.press(suffix)
    return
  }
  const client = await page.context().newCDPSession(page)
  const startMs = Date.now()
  const sent: Promise<unknown>[] = []
  let atMs = startMs
  const press = (key: Key, character: string | null, control = false): void => {
    const event = {
      key: key.key,
      code: key.code,
      modifiers: (key.shift ? 8 : 0) + (control ? 2 : 0),
      windowsVirtualKeyCode: virtualKeys[key.key] ?? key.key.toUpperCase().charCodeAt(0),
    }
    const typed = character === null ? {} : { text: character, unmodifiedText: character }
    const type = character === null ? ('rawKeyDown' as const) : ('keyDown' as const)
    sent.push(
      client.send('Input.dispatchKeyEvent', { ...event, ...typed, type, timestamp: atMs / 1000 }),
      client.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp', timestamp: (atMs + 1) / 1000 }),
    )
    atMs += keyMs
  }
  for (const character of text) {
    if (character === '\u001d') {
      press(separatorKey, null, true)
      continue
    }
    const us = usKeys.get(character)
    if (us === undefined) throw new Error(`a scanner cannot type ${JSON.stringify(character)}`)
    const key = host === 'azerty' ? onAzerty(us) : us
    press(key, key.key)
  }
  if (suffix !== null) press({ key: suffix, code: suffix, shift: false }, suffix === 'Enter' ? '\r' : null)
  await inTime(Promise.all(sent), `the keys of ${JSON.stringify(text)}`)
  await client.detach()
  // The next scan begins after the last key's time, as it would from the scanner.
  await wait(Math.max(0, atMs - Date.now()))
}

// What a person leaves between two keys, and between a scan and a key.
const handMs = 210

/** Presses a key as a person does: never as quickly after a scan as the scanner's own suffix comes. */
export async function pressAsPerson(page: Page, key: string): Promise<void> {
  await wait(handMs)
  await page.keyboard.press(key)
}

/** Taps as a person who has seen what a step asks: not before it has stood there for a moment. */
export async function tapAsPerson(target: Locator): Promise<void> {
  await target.waitFor()
  await wait(stepPauseMs)
  await target.click()
}

/** Taps twice as quickly as a hand can, on what has stood there for a moment. */
export async function doubleTap(target: Locator): Promise<void> {
  await target.waitFor()
  await wait(stepPauseMs)
  await target.dblclick()
}

/** Types as a hand does; Playwright's `fill` looks like a scan service's insertion, and its keys like a scanner's. */
export async function typeByHand(page: Page, text: string): Promise<void> {
  await spend('clock', () => page.keyboard.type(text, { delay: handMs }))
}

/** Types as a person does, with Enter at the end. */
export async function typeAsPerson(page: Page, text: string): Promise<void> {
  await typeByHand(page, text)
  await page.keyboard.press('Enter')
}

const virtualKeys: Readonly<Record<string, number>> = { Enter: 13, Tab: 9 }
