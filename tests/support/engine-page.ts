import type { EngineDriver, Plain } from './engine-driver.ts'
import { soon } from './engine-driver.ts'
import { usCharacter } from '#web/scan/us-layout.ts'

/** A page of the product in a browser beside Chromium, as a person works with it. */
export interface EnginePage {
  /** Loads the app at an address. */
  open(path: string): Promise<void>
  reload(): Promise<void>
  /** Goes to another page of the app as its links do, without loading it again. */
  goWithin(path: string): Promise<void>
  /** Runs a function in the page; what it needs goes in as arguments. */
  run<A extends readonly Plain[], T extends Plain>(inPage: (...args: A) => T | Promise<T>, ...args: A): Promise<T>
  /** Runs one again and again until it answers something that is neither null nor false. */
  until<A extends readonly Plain[], T extends Plain>(
    what: string,
    inPage: (...args: A) => T | Promise<T>,
    ...args: A
  ): Promise<Exclude<T, null | false>>
  /** Waits until a text is in sight. */
  sees(text: string): Promise<void>
  /** Waits until the path of the page has this in it. */
  isAt(path: string): Promise<void>
  /** Presses what has a name, or what a selector finds, once it can be pressed: enabled, in sight, and nothing above it. */
  press(name: string): Promise<void>
  pressAt(selector: string): Promise<void>
  /** Puts a text into the field that a selector finds, as a browser fills one in. */
  fill(selector: string, text: string): Promise<void>
  /** Types into the field key by key, as fast as the browser takes keys. */
  typeInto(selector: string, text: string): Promise<void>
  /** Types a code as a keyboard scanner does. Its keys carry their times, so that a busy machine changes nothing. */
  scan(...codes: readonly string[]): Promise<void>
  draw: EngineDriver['draw']
  resize: EngineDriver['resize']
  /** Closes the page and opens an empty one on the same device. */
  renew: EngineDriver['renew']
}

/** The page of a browser over the product at an address. */
export function createEnginePage(driver: EngineDriver, baseURL: string): EnginePage {
  const run: EnginePage['run'] = async (inPage, ...args) => {
    const source = `async (json) => JSON.stringify((await (${inPage.toString()})(...JSON.parse(json))) ?? null)`
    return JSON.parse(await driver.run(source, JSON.stringify(args))) as Awaited<ReturnType<typeof inPage>>
  }
  const until: EnginePage['until'] = async (what, inPage, ...args) => {
    try {
      return await soon(what, async () => {
        const answer = await run(inPage, ...args)
        return isAnswer(answer) ? answer : null
      })
    } catch (error) {
      // A page that answers nothing has nothing to tell either.
      const shown = await run(shownNow).catch(() => 'nothing')
      throw new Error(`${String(error)}; the page shows ${shown}`, { cause: error })
    }
  }
  return {
    // These engines drop a load under way where the page before it still writes its history, as the app does after a
    // sign-in; a person who sees the former page opens the address again.
    async open(path) {
      await soon(path, async () => {
        await driver.go(`${baseURL}${path}`)
        return soon(path, async () => ((await run(isShown, path.split('?')[0]!)) ? true : null), 20_000)
      })
    },
    async reload() {
      await run(reloadPage)
      await until('the page once more', isReloaded)
    },
    async goWithin(path) {
      await until('the router', withinApp, path)
      await until(`the page ${path}`, isDrawnAt, path.split('?')[0]!)
    },
    run,
    until,
    sees: async (text) => void (await until(`the text “${text}”`, isInSight, text)),
    isAt: async (path) => void (await until(`the page ${path}`, isAtPath, path)),
    press: async (name) => void (await until(`“${name}” to press`, pressNamed, name)),
    pressAt: async (selector) => void (await until(`${selector} to press`, pressFound, selector)),
    fill: async (selector, text) => void (await until(`the field ${selector}`, fillIn, selector, text)),
    async typeInto(selector, text) {
      await until(`the field ${selector}`, focusOn, selector)
      await driver.type(text)
    },
    async scan(...codes) {
      for (const code of codes) await run(scanKeys, Array.from(code, keyOf))
    },
    draw: driver.draw,
    resize: driver.resize,
    renew: driver.renew,
  }
}

const isAnswer = <T extends Plain>(answer: T): answer is Exclude<T, null | false> => answer !== null && answer !== false

const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => `Key${letter}`)
const digits = Array.from('0123456789', (digit) => `Digit${digit}`)
const codes = [...letters, ...digits, 'Semicolon', 'Minus']

function keyOf(character: string) {
  for (const code of codes)
    for (const shift of [false, true])
      if (usCharacter(code, shift) === character) return { key: character, code, shift }
  throw new Error(`a scanner cannot type ${JSON.stringify(character)}`)
}

// What follows runs in the page, whichever browser it is in: each function stands alone.

function shownNow(): string {
  return `${location.pathname}: ${document.body.innerText.replaceAll(/\s+/g, ' ').slice(0, 1500)}`
}

function reloadPage(): boolean {
  document.documentElement.dataset.before = ''
  setTimeout(() => location.reload())
  return true
}

function isReloaded(): boolean {
  return document.documentElement.dataset.before === undefined && document.querySelector('main') !== null
}

// TanStack Router hears of a new entry of the history, and is at rest once it shows what that names.
function withinApp(path: string): boolean {
  const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: { readonly state: { readonly status: string } } }
  const title = document.querySelector<HTMLElement>('h1')
  if (router?.state.status !== 'idle' || title === null) return false
  title.dataset.before = ''
  history.pushState(null, '', path)
  return true
}

// The address changes at once, and the page before stands until the next one is drawn: its fields may have the same names.
function isDrawnAt(path: string): boolean {
  const isNext = document.querySelector('h1') !== null && document.querySelector('h1[data-before]') === null
  return isNext && location.pathname.includes(path)
}

function isShown(path: string): boolean {
  return location.pathname.startsWith(path) && document.body.innerText.trim() !== ''
}

function isAtPath(path: string): boolean {
  return location.pathname.includes(path)
}

function isInSight(text: string): boolean {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT)
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
    const element = node as HTMLElement
    const isInnermost = ![...element.children].some((child) => child.textContent.includes(text))
    if (element.textContent.includes(text) && isInnermost && element.checkVisibility({ visibilityProperty: true }))
      return true
  }
  return false
}

function pressNamed(name: string): boolean {
  const textOf = (id: string): string => document.getElementById(id)?.textContent ?? ''
  const named = (element: HTMLElement): string =>
    element.getAttribute('aria-label') ??
    element.getAttribute('aria-labelledby')?.split(' ').map(textOf).join(' ') ??
    (element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent) ??
    ''
  // A field that has to be filled in carries a star.
  const flat = (text: string): string => text.replaceAll(/[\s*]+/g, ' ').trim()
  const isAbove = (element: HTMLElement): boolean => {
    element.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  }
  const wanted = [
    ...document.querySelectorAll<HTMLElement>(
      'button, a[href], input[role=combobox], input[aria-haspopup], [role=option]',
    ),
  ]
    .filter((element) => flat(named(element)) === flat(name))
    .find((element) => !element.matches(':disabled, [aria-disabled=true]') && isAbove(element))
  // A press may end the page, which then could not say that it was pressed.
  if (wanted !== undefined) setTimeout(() => wanted.click())
  return wanted !== undefined
}

function pressFound(selector: string): boolean {
  const element = document.querySelector<HTMLInputElement>(selector)
  if (element === null || element.matches(':disabled, [aria-disabled=true]')) return false
  element.scrollIntoView({ block: 'center' })
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  // The box of a field may be drawn by its label.
  const isAbove = element.contains(hit) || [...(element.labels ?? [])].some((label) => label.contains(hit))
  if (isAbove) setTimeout(() => element.click())
  return isAbove
}

function fillIn(selector: string, text: string): boolean {
  const field = document.querySelector<HTMLInputElement>(selector)
  if (field === null || field.matches(':disabled') || field.readOnly) return false
  field.focus()
  // React hears what is set by the prototype alone.
  const kind = field.matches('select') ? HTMLSelectElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
  // A field of a day that has lost the focus, or never got it, writes the day as the app's language does.
  return [text, text.split('-').toReversed().join('/')].includes(field.value)
}

function focusOn(selector: string): boolean {
  const field = document.querySelector<HTMLInputElement>(selector)
  field?.focus()
  field?.select()
  return field !== null && document.activeElement === field
}

async function scanKeys(
  keys: readonly { readonly key: string; readonly code: string; readonly shift: boolean }[],
): Promise<null> {
  const began = performance.now()
  const all = [...keys, { key: 'Enter', code: 'Enter', shift: false }]
  for (const [at, { key, code, shift }] of all.entries()) {
    const target = document.activeElement ?? document.body
    for (const type of ['keydown', 'keyup']) {
      const event = new KeyboardEvent(type, { key, code, shiftKey: shift, bubbles: true, cancelable: true })
      Object.defineProperty(event, 'timeStamp', { value: began + at * 10 })
      target.dispatchEvent(event)
    }
  }
  // The next scan begins after the last key's time, as it would from the scanner.
  await new Promise((over) => setTimeout(over, all.length * 10 + 50))
  return null
}
