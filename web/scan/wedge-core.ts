import { usCharacter } from './us-layout.ts'

/** Limits of the detector in milliseconds and characters (design, scanning 3). */
export const wedgeLimits = {
  /** Longest pause between two characters of one scan. */
  gapMs: 150,
  /** Slowest scan, as the mean time between its characters. */
  meanMs: 100,
  /** Silence that ends a scan without a suffix. */
  idleMs: 225,
  /**
   * The same where the scanner ends its scans itself, or where what came is no code yet: keys may reach a busy page
   * late, and their times then still say that they belong together.
   */
  lateIdleMs: 1200,
  /** Fewest characters of a scan whose code nothing knows. */
  minLength: 6,
  /** The same where its code is known: the shortest is the command that chooses an answer (`RPR:A`). */
  minKnownLength: 5,
  /** Most characters; more mean that a key is held down. */
  maxLength: 4096,
  /** How long after a scan a second suffix (CR and LF, Enter behind an input method) still belongs to it. */
  suffixEchoMs: 120,
  /** Mean that no typist reaches over eight characters: such a burst is a scan even if nothing knows its code. */
  certainMeanMs: 35,
} as const

/** Where keys land: nowhere in particular, in a text field, or in a field made for scans (`data-scan`). */
export type KeyTarget = 'page' | 'text' | 'scan_field'

/** A pressed key, reduced to what tells scans apart; `atMs` is the event's own time. */
export interface WedgeKey {
  readonly atMs: number
  readonly key: string
  readonly code: string
  readonly shift?: boolean
  readonly ctrl?: boolean
  readonly alt?: boolean
  readonly meta?: boolean
  /** AltGr types characters of its own, although systems report it as Ctrl and Alt. */
  readonly altGraph?: boolean
  readonly repeat?: boolean
  readonly composing?: boolean
  readonly target: KeyTarget
}

/** A text that arrived in one piece, as input methods and scan services insert it. */
export interface WedgeText {
  readonly atMs: number
  readonly text: string
  readonly target: KeyTarget
}

/** A recognised scan. */
export interface WedgeScan {
  readonly text: string
  /** How the characters arrived: key by key, or in one piece. */
  readonly via: 'keys' | 'text'
  /** Time of its last character, on the clock of the events. */
  readonly atMs: number
  /** Number of the key event that began it, counted from the detector's start; -1 for a text in one piece. */
  readonly firstKey: number
  /** Whether a validator knows its shape. */
  readonly accepted: boolean
  /** The other reading of the keys where that has the shape of a code too: layouts swap letters (Y and Z, A and Q). */
  readonly alternative: string | null
}

/** What an event leads to. */
export interface WedgeAnswer {
  readonly scans: readonly WedgeScan[]
  /** Whether the browser's own reaction to the event is to be prevented. */
  readonly prevent: boolean
}

/** Says whether a text has the shape of a code that is expected now. */
export type CodeValidator = (text: string) => boolean

/** The detector without a browser: events in, scans out. */
export interface WedgeCore {
  key(event: WedgeKey): WedgeAnswer
  text(event: WedgeText): WedgeAnswer
  /** Tells that nothing has come until `atMs`; ends a scan that has no suffix. */
  idle(atMs: number): readonly WedgeScan[]
  /** Time at which `idle` is due; null while nothing is being typed. */
  dueAtMs(): number | null
  /** Number of the latest key event that was taken as a character; names its field's snapshot. */
  lastKey(): number
}

interface Stroke {
  readonly number: number
  readonly atMs: number
  /** What the host's layout makes of the key; null for a dead key. */
  readonly typed: string | null
  /** What a scanner set to a US keyboard means by it. */
  readonly us: string | null
  readonly target: KeyTarget
}

const noAnswer: WedgeAnswer = { scans: [], prevent: false }
const separator = '\u001d'
/** A day, which a keyboard proposes or fills in; no label writes its code so. */
const day = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/

/**
 * Creates a detector. `validators` are asked in order, at the moment a scan ends. While nobody listens, text fields keep
 * what is typed into them, however fast (passwords are filled in at scanner speed).
 */
export function createWedgeCore(validators: readonly CodeValidator[], isHeard: () => boolean = () => true): WedgeCore {
  let strokes: Stroke[] = []
  let overflown = false
  let altDigits = ''
  let lastAtMs = Number.NEGATIVE_INFINITY
  let lastScanAtMs = Number.NEGATIVE_INFINITY
  let count = -1
  let hasSuffix = false
  let hasTried = false

  function take(stroke: Stroke): void {
    if (strokes.length >= wedgeLimits.maxLength) {
      strokes = []
      overflown = true
    }
    if (!overflown) strokes.push(stroke)
    lastAtMs = stroke.atMs
    hasTried = false
  }

  function end(suffix: 'suffix' | 'silence'): readonly WedgeScan[] {
    const burst = strokes
    const tooLong = overflown
    strokes = []
    overflown = false
    altDigits = ''
    if (tooLong) return []
    if (!isHeard() && burst.some(({ target }) => target !== 'page')) return []
    const scans = readBurst(burst, suffix, validators)
    if (scans.length > 0) lastScanAtMs = lastAtMs
    if (suffix === 'silence' && scans.some(({ accepted }) => accepted)) hasSuffix = false
    return scans
  }

  function isWhole(): boolean {
    return !overflown && readStrokes(strokes, 'silence', validators)?.accepted === true
  }

  function idle(atMs: number): readonly WedgeScan[] {
    const waitedMs = atMs - lastAtMs
    if (strokes.length === 0 || waitedMs < wedgeLimits.idleMs) return []
    if (waitedMs >= wedgeLimits.lateIdleMs) return end('silence')
    if (hasSuffix || hasTried) return []
    hasTried = true
    return isWhole() ? end('silence') : []
  }

  function silenceBefore(atMs: number): readonly WedgeScan[] {
    if (strokes.length === 0 && !overflown) return []
    return atMs - lastAtMs > wedgeLimits.gapMs ? end('silence') : []
  }

  function suffix(event: WedgeKey, before: readonly WedgeScan[]): WedgeAnswer {
    const scans = end('suffix')
    const echo = event.atMs - lastScanAtMs <= wedgeLimits.suffixEchoMs
    if (scans.some(({ accepted }) => accepted)) hasSuffix = true
    if (scans.length > 0) lastScanAtMs = event.atMs
    return { scans: [...before, ...scans], prevent: scans.length > 0 || (before.length === 0 && echo) }
  }

  function key(event: WedgeKey): WedgeAnswer {
    if (event.composing === true || event.repeat === true) return noAnswer
    const before = silenceBefore(event.atMs)
    const control = controlCharacter(event)
    if (control !== null) {
      if (strokes.length === 0) return { scans: before, prevent: false }
      count += 1
      take({ number: count, atMs: event.atMs, typed: control, us: control, target: event.target })
      return { scans: before, prevent: true }
    }
    if (event.alt === true && event.ctrl !== true && event.altGraph !== true && /^Numpad\d$/.test(event.code)) {
      return { scans: before, prevent: readAltDigit(event) }
    }
    if (event.key === 'Enter' || event.key === 'Tab') {
      const plain = event.ctrl !== true && event.meta !== true && event.alt !== true && event.shift !== true
      return plain ? suffix(event, before) : { scans: before, prevent: false }
    }
    if (isShortcut(event)) return { scans: before, prevent: false }
    const typed = [...event.key].length === 1 ? event.key : null
    const us = usCharacter(event.code, event.shift === true)
    if (typed === null && (us === null || event.key !== 'Dead')) return { scans: before, prevent: false }
    // A space presses the focused button; a slash or a quote opens the search of some browsers.
    const disturbs = event.target === 'page' && strokes.length > 0 && (typed === ' ' || typed === '/' || typed === "'")
    count += 1
    take({ number: count, atMs: event.atMs, typed, us, target: event.target })
    return { scans: before, prevent: disturbs }
  }

  // Alt with digits of the keypad types one character by its number: scanners send the separator so (Alt+029).
  function readAltDigit(event: WedgeKey): boolean {
    if (strokes.length === 0) return false
    lastAtMs = event.atMs
    altDigits += event.code.charAt(6)
    if (altDigits.length < 3 || (altDigits.startsWith('0') && altDigits.length < 4 && altDigits !== '029')) return true
    const character = String.fromCharCode(Number(altDigits))
    altDigits = ''
    count += 1
    take({ number: count, atMs: event.atMs, typed: character, us: character, target: event.target })
    return true
  }

  function text(event: WedgeText): WedgeAnswer {
    const code = event.text.replace(/[\r\n\t]+$/, '')
    if (code.length < wedgeLimits.minKnownLength || code.length > wedgeLimits.maxLength) return noAnswer
    if (!isHeard() || !validators.some((accepts) => accepts(code))) return noAnswer
    // Words that a keyboard proposes, such as `12 rue des Lilas`, may have a code's letters and length.
    if (event.target === 'text' && !(hasMark(code) && /^\S+$/.test(code) && !day.test(code))) return noAnswer
    const before = end('silence')
    lastAtMs = event.atMs
    lastScanAtMs = event.atMs
    const scan: WedgeScan = {
      text: code,
      via: 'text',
      atMs: event.atMs,
      firstKey: -1,
      accepted: true,
      alternative: null,
    }
    return { scans: [...before, scan], prevent: event.target !== 'scan_field' }
  }

  return {
    key: (event) => key(event),
    text,
    idle,
    dueAtMs: () =>
      strokes.length > 0 ? lastAtMs + (hasSuffix || hasTried ? wedgeLimits.lateIdleMs : wedgeLimits.idleMs) : null,
    lastKey: () => count,
  }
}

// Ctrl+] is how a keyboard types ASCII 29; drivers also send the character itself.
function controlCharacter(event: WedgeKey): string | null {
  if (event.key === separator) return separator
  const bracket = event.code === 'BracketRight' || event.key === ']'
  return event.ctrl === true && event.alt !== true && event.meta !== true && bracket ? separator : null
}

function isShortcut(event: WedgeKey): boolean {
  if (event.meta === true) return true
  if (event.altGraph === true || (event.ctrl === true && event.alt === true)) return false
  return event.ctrl === true || event.alt === true
}

function readBurst(
  burst: readonly Stroke[],
  ending: 'suffix' | 'silence',
  validators: readonly CodeValidator[],
): readonly WedgeScan[] {
  if (burst.length < wedgeLimits.minKnownLength) return []
  const whole = readStrokes(burst, ending, validators)
  if (whole?.accepted === true) return [whole]
  const pieces = splitAtPauses(burst)
  const parts = pieces.map((piece, at) => readStrokes(piece, at === pieces.length - 1 ? ending : 'silence', validators))
  const found = parts.filter((part): part is WedgeScan => part?.accepted === true)
  return found.length > 0 ? found : whole === null ? [] : [whole]
}

// A key that a person hit just before the scanner, or a second code without a suffix between, stands out by its pause.
function splitAtPauses(burst: readonly Stroke[]): readonly (readonly Stroke[])[] {
  const gaps = burst.slice(1).map((stroke, at) => stroke.atMs - burst[at]!.atMs)
  const median = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  const pause = Math.max(40, 2.5 * median)
  const pieces: Stroke[][] = [[]]
  for (const [at, stroke] of burst.entries()) {
    if (at > 0 && gaps[at - 1]! > pause) pieces.push([])
    pieces.at(-1)!.push(stroke)
  }
  return pieces
}

function readStrokes(
  strokes: readonly Stroke[],
  ending: 'suffix' | 'silence',
  validators: readonly CodeValidator[],
): WedgeScan | null {
  const first = strokes[0]
  const last = strokes.at(-1)
  if (first === undefined || last === undefined || strokes.length < wedgeLimits.minKnownLength) return null
  const meanMs = (last.atMs - first.atMs) / (strokes.length - 1)
  if (meanMs > wedgeLimits.meanMs) return null
  const readings = [decode(strokes, 'typed'), decode(strokes, 'us')].filter((text) => text !== null)
  const scan = { via: 'keys', atMs: last.atMs, firstKey: first.number } as const
  const certain = strokes.length >= 8 && meanMs <= wedgeLimits.certainMeanMs
  const inText = strokes.some(({ target }) => target === 'text')
  for (const accepts of validators) {
    const text = readings.find(accepts)
    if (text === undefined) continue
    // A quick typist's word in a comment can have a code's shape; a suffix with a digit or colon tells the scanner.
    if (inText && !certain && (ending === 'silence' || !hasMark(text))) return null
    const alternative = readings.find((reading) => reading !== text && accepts(reading)) ?? null
    return { ...scan, text, accepted: true, alternative }
  }
  if (strokes.length < wedgeLimits.minLength) return null
  const unknown = readings.toSorted((a, b) => plainness(b) - plainness(a))[0]
  if (unknown === undefined || (inText && !(certain && ending === 'suffix' && isCodeLike(unknown)))) return null
  return { ...scan, text: unknown, accepted: false, alternative: null }
}

// What words have not: digits of codes, the colon of commands.
function hasMark(text: string): boolean {
  return /[\d:]/.test(text)
}

function isCodeLike(text: string): boolean {
  return /^\S+$/.test(text) && /\d/.test(text)
}

function decode(strokes: readonly Stroke[], reading: 'typed' | 'us'): string | null {
  let text = ''
  for (const stroke of strokes) {
    const character = stroke[reading]
    if (character === null) return null
    text += character
  }
  return text
}

// Letters and digits are what labels hold; the reading with more of them is the likelier one.
function plainness(text: string): number {
  return text.replace(/[^0-9A-Za-z]/g, '').length
}
