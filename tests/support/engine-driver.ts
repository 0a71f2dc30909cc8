import { setTimeout as wait } from 'node:timers/promises'

/** A value that goes into a page, or comes out of one. */
export type Plain = string | number | boolean | null | readonly Plain[] | { readonly [key: string]: Plain }

/** A browser beside Chromium, with devices that share nothing. */
export interface Engine {
  open(): Promise<EngineDriver>
  close(): Promise<void>
}

/** What a browser does for a test: as little as both of its protocols have. */
export interface EngineDriver {
  /** Loads an address in the open page, and waits until it is loaded. */
  go(url: string): Promise<void>
  /** Runs a function in the page, which is given as text; its answer comes as JSON. */
  run(source: string, json: string): Promise<string>
  /** Presses keys one after the other, as fast as the browser takes them. */
  type(text: string): Promise<void>
  /** Draws along places of the page, as a finger does. */
  draw(places: readonly (readonly [number, number])[]): Promise<void>
  resize(size: { readonly width: number; readonly height: number }): Promise<void>
  /** Closes the page and opens an empty one in the same browser, which keeps what the first one has stored. */
  renew(): Promise<void>
  /** Ends the device, with all that it has stored. */
  close(): Promise<void>
}

/** Asks until there is an answer, for as long as a browser under load may take to start. */
export async function soon<T>(what: string, ask: () => Promise<T | null> | T | null, limitMs = 90_000): Promise<T> {
  const until = Date.now() + limitMs
  let reason: unknown
  do {
    try {
      const answer = await ask()
      if (answer !== null) return answer
    } catch (error) {
      reason = error
    }
    await wait(50)
  } while (Date.now() < until)
  throw new Error(
    `${what} has not come within ${limitMs / 1000} s${reason instanceof Error ? `: ${reason.message}` : ''}`,
  )
}

/** What keys do, and what a pointer does, in the words that both protocols share. */
export const keyActions = (text: string): Plain => [
  { type: 'key', id: 'keys', actions: Array.from(text, (value) => pressed.map((type) => ({ type, value }))).flat() },
]
const pressed = ['keyDown', 'keyUp']

export function drawActions([first, ...rest]: readonly (readonly [number, number])[]): Plain {
  const move = ([x, y]: readonly [number, number]) => ({ type: 'pointerMove', x, y, duration: 10 })
  const down = { type: 'pointerDown', button: 0 }
  const actions = [move(first!), down, ...rest.map(move), { type: 'pointerUp', button: 0 }]
  return [{ type: 'pointer', id: 'pointer', parameters: { pointerType: 'mouse' }, actions }]
}
