import { hasGs1CheckDigit } from './check-digit.ts'
import { fail, succeed, type Result } from './result.ts'

/** The separator (ASCII 29) that ends a field of variable length in a GS1 element string. */
export const groupSeparator = '\u001d'

/** Why characters are no GS1 element string. */
export type Gs1ErrorCode = 'GS1_EMPTY' | 'GS1_UNKNOWN_AI' | 'GS1_LENGTH' | 'GS1_CHARACTERS'

/** One refusal, with the place in the text and, once it is known, the application identifier. */
export interface Gs1Error {
  readonly code: Gs1ErrorCode
  readonly at: number
  readonly ai?: string
}

/** What is doubtful about a field that has the right shape: its check digit, or a date that no calendar has. */
export type Gs1Doubt = 'check_digit' | 'date'

/** One field: its application identifier (AI), its data without separators, and what is doubtful about it. */
export interface Gs1Element {
  readonly ai: string
  readonly value: string
  readonly doubt: Gs1Doubt | null
}

interface Field {
  /** Data as a pattern over the whole value. */
  readonly shape: RegExp
  /** Longest data in characters. */
  readonly max: number
  /** Whether the field's length is fixed by the standard's list of prefixes, so that no separator need follow. */
  readonly predefined: boolean
  /** How many leading digits end in a check digit; 0 for none. */
  readonly key: number
  readonly date: boolean
}

// The 82 characters that GS1 allows in alphanumeric data (GS1 General Specifications, figure 7.11-1).
const characters = '[!"%&\'()*+,\\-./0-9:;<=>?A-Z_a-z]'

// Prefixes whose length is predefined (GS1 General Specifications, figure 7.8.5-2).
const predefinedPrefixes = /^(0[0-4]|1[1-9]|20|3[1-6]|41)/

function field(ai: string, parts: string): Field {
  let shape = ''
  let max = 0
  let key = 0
  let date = false
  for (const part of parts.split(' ')) {
    const [, kind, least, most] = /^([nxkd])(\d+)(?:-(\d+))?$/.exec(part)!
    const from = Number(least)
    const to = most === undefined ? from : Number(most)
    shape += `${kind === 'x' ? characters : '\\d'}{${from},${to}}`
    max += to
    if (kind === 'k') key = to
    if (kind === 'd') date = true
  }
  return { shape: new RegExp(`^${shape}$`), max, predefined: predefinedPrefixes.test(ai), key, date }
}

// n: digits; x: characters; k: digits that end in a check digit; d: a date YYMMDD (GS1 General Specifications, 3.2).
const layouts: readonly (readonly [string, string])[] = [
  ['00', 'k18'],
  ['01 02 03', 'k14'],
  ['10 21 22 243 254', 'x1-20'],
  ['11 12 13 15 16 17', 'd6'],
  ['20', 'n2'],
  ['235', 'x1-28'],
  ['240 241 250 251 400 401 403', 'x1-30'],
  ['242', 'n1-6'],
  ['253', 'k13 x0-17'],
  ['255', 'k13 n0-12'],
  ['30 37', 'n1-8'],
  ['402', 'k17'],
  ['410 411 412 413 414 415 416 417', 'k13'],
  ['420', 'x1-20'],
  ['421', 'n3 x1-9'],
  ['422 424 425 426', 'n3'],
  ['7001', 'n13'],
  ['7002', 'x1-30'],
  ['7003', 'n10'],
  ['7006', 'd6'],
  ['7240', 'x1-20'],
  ['8001', 'n14'],
  ['8002 8012', 'x1-20'],
  ['8003', 'k14 x0-16'],
  ['8004', 'x1-30'],
  ['8005', 'n6'],
  ['8006 8026', 'k14 n4'],
  ['8007', 'x1-34'],
  ['8008', 'n8-12'],
  ['8010', 'x1-30'],
  ['8011', 'n1-12'],
  ['8013 8020', 'x1-25'],
  ['8017 8018', 'k18'],
  ['8019', 'n1-10'],
  ['8110 8112', 'x1-70'],
  ['8200', 'x1-70'],
  ['90', 'x1-30'],
  ['91 92 93 94 95 96 97 98 99', 'x1-90'],
]

const measures = [...range(310, 316), ...range(320, 337), ...range(340, 349), ...range(350, 357), ...range(360, 369)]

const fields: ReadonlyMap<string, Field> = new Map([
  ...layouts.flatMap(([ais, parts]) => ais.split(' ').map((ai) => [ai, field(ai, parts)] as const)),
  ...measures.flatMap((ai) => decimals(ai, 10).map((full) => [full, field(full, 'n6')] as const)),
  ...['390', '392'].flatMap((ai) => decimals(ai, 10).map((full) => [full, field(full, 'n1-15')] as const)),
  ...['391', '393'].flatMap((ai) => decimals(ai, 10).map((full) => [full, field(full, 'n3 n1-15')] as const)),
])

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
}

function decimals(ai: string, count: number): string[] {
  return Array.from({ length: count }, (_, digit) => `${ai}${digit}`)
}

/** Every application identifier that the parser knows, in no order of importance. */
export const gs1Identifiers: readonly string[] = [...fields.keys()]

/**
 * Parses a GS1 element string: as scanners send it (fields one after another, FNC1 as ASCII 29, also at the start),
 * as people read and paste it (`(01)09501101530003(21)A1`), or as the path of a GS1 Digital Link. Wrong check digits
 * and impossible dates are doubts on the element, not refusals, because labels with them exist and hint at a misread.
 */
export function parseGs1(raw: string): Result<readonly Gs1Element[], Gs1Error> {
  const text = raw.trim().replaceAll('\u241d', groupSeparator)
  if (text === '' || text === groupSeparator) return fail({ code: 'GS1_EMPTY', at: 0 })
  if (/^https?:\/\//i.test(text)) return parseDigitalLink(text)
  if (/^\(\d{2,4}\)/.test(text)) return parseBracketed(text)
  return parseConcatenated(text)
}

/** Elements as people read them: `(01)09501101530003(21)A1`. */
export function formatGs1(elements: readonly Pick<Gs1Element, 'ai' | 'value'>[]): string {
  return elements.map(({ ai, value }) => `(${ai})${value}`).join('')
}

/** Elements as a scanner sends them, with a separator after each field of variable length but the last. */
export function encodeGs1(elements: readonly Pick<Gs1Element, 'ai' | 'value'>[]): string {
  return elements
    .map(({ ai, value }, at) => {
      const open = at < elements.length - 1 && fields.get(ai)?.predefined !== true
      return `${ai}${value}${open ? groupSeparator : ''}`
    })
    .join('')
}

/** An EAN-8, UPC-A, EAN-13 or GTIN-14 as 14 digits, the form in which equal trade items compare equal. */
export function gtinKey(code: string): string {
  return code.padStart(14, '0')
}

function parseConcatenated(text: string): Result<readonly Gs1Element[], Gs1Error> {
  const elements: Gs1Element[] = []
  let at = text.startsWith(groupSeparator) ? 1 : 0
  while (at < text.length) {
    const found = identifierAt(text, at)
    if (found === null) return fail({ code: 'GS1_UNKNOWN_AI', at })
    const from = at + found.ai.length
    const separator = text.indexOf(groupSeparator, from)
    const rest = separator === -1 ? text.length : separator
    const end = found.field.predefined ? Math.min(rest, from + found.field.max) : rest
    const element = readElement(found.ai, found.field, text.slice(from, end), from)
    if (!element.ok) return element
    elements.push(element.value)
    at = end === separator ? end + 1 : end
  }
  return succeed(elements)
}

function parseBracketed(text: string): Result<readonly Gs1Element[], Gs1Error> {
  const starts = [...text.matchAll(/\((\d{2,4})\)/g)].filter((match) => match.index === 0 || fields.has(match[1]!))
  const elements: Gs1Element[] = []
  for (const [index, start] of starts.entries()) {
    const ai = start[1]!
    const known = fields.get(ai)
    if (known === undefined) return fail({ code: 'GS1_UNKNOWN_AI', at: start.index })
    const from = start.index + start[0].length
    const value = text.slice(from, starts[index + 1]?.index ?? text.length).trim()
    const element = readElement(ai, known, value, from)
    if (!element.ok) return element
    elements.push(element.value)
  }
  return succeed(elements)
}

// Keys that a Digital Link's path begins with; what follows in pairs qualifies them.
const primaryKeys = /^(00|01|414|8002|8003|8004|8006|8017|8018)$/

function parseDigitalLink(text: string): Result<readonly Gs1Element[], Gs1Error> {
  const [address = '', query = ''] = text.split('?', 2)
  const parts = address.split('/').slice(3)
  const first = parts.findIndex((part, at) => primaryKeys.test(part) && at + 1 < parts.length)
  if (first === -1) return fail({ code: 'GS1_UNKNOWN_AI', at: 0 })
  const pairs: [string, string][] = []
  for (let at = first; at + 1 < parts.length; at += 2) pairs.push([parts[at]!, parts[at + 1]!])
  for (const pair of query.split('&')) {
    const [ai = '', value = ''] = pair.split('=', 2)
    if (fields.has(ai)) pairs.push([ai, value])
  }
  const elements: Gs1Element[] = []
  for (const [ai, encoded] of pairs) {
    const known = fields.get(ai)
    if (known === undefined) return fail({ code: 'GS1_UNKNOWN_AI', at: 0 })
    const value = decodePercent(encoded)
    const element = readElement(ai, known, ai === '01' ? value.padStart(14, '0') : value, 0)
    if (!element.ok) return element
    elements.push(element.value)
  }
  return succeed(elements)
}

function decodePercent(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

// No identifier is the start of another, so the first length that fits is the only one.
function identifierAt(text: string, at: number): { readonly ai: string; readonly field: Field } | null {
  for (const length of [2, 3, 4]) {
    const ai = text.slice(at, at + length)
    const known = fields.get(ai)
    if (known !== undefined) return { ai, field: known }
  }
  return null
}

function readElement(ai: string, known: Field, value: string, at: number): Result<Gs1Element, Gs1Error> {
  if (!known.shape.test(value)) {
    // Digits fit every kind of data, so as many of them tell a wrong length from a wrong character.
    const lengthFits = known.shape.test('0'.repeat(value.length))
    return fail({ code: lengthFits ? 'GS1_CHARACTERS' : 'GS1_LENGTH', at, ai })
  }
  if (known.key > 0 && !hasGs1CheckDigit(value.slice(0, known.key))) return succeed({ ai, value, doubt: 'check_digit' })
  if (known.date && !isDate(value)) return succeed({ ai, value, doubt: 'date' })
  return succeed({ ai, value, doubt: null })
}

// Day 00 means «no day given» (GS1 General Specifications, 3.4.2).
function isDate(value: string): boolean {
  const month = Number(value.slice(2, 4))
  const day = Number(value.slice(4, 6))
  if (month < 1 || month > 12) return false
  const longest = month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31
  return day <= longest
}
