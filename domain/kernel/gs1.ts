import { gs1Fields, predefinedLength, type Gs1Field, type Gs1PartDoubt } from './gs1-identifiers.ts'
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

/**
 * What is doubtful about a field: its check digit, a date that no calendar has, a content that its identifier does not
 * allow, or an identifier that is not known, so that its value has it in front.
 */
export type Gs1Doubt = Gs1PartDoubt | 'unknown_ai'

/** One field: its application identifier (AI; empty where unknown), its data without separators, and its doubt. */
export interface Gs1Element {
  readonly ai: string
  readonly value: string
  readonly doubt: Gs1Doubt | null
}

/** Every application identifier that the parser knows, in no order of importance. */
export const gs1Identifiers: readonly string[] = [...gs1Fields.keys()]

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
      const open = at < elements.length - 1 && gs1Fields.get(ai)?.predefined !== true
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
    const separator = text.indexOf(groupSeparator, at)
    const rest = separator === -1 ? text.length : separator
    if (found === null) {
      const unknown = unknownAt(text.slice(at, rest))
      if (unknown === null || elements.length === 0) return fail({ code: 'GS1_UNKNOWN_AI', at })
      elements.push(unknown)
      at = at + unknown.value.length
      if (at === separator) at++
      continue
    }
    const from = at + found.ai.length
    const end = found.field.predefined ? Math.min(rest, from + found.field.max) : rest
    const element = readElement(found.ai, found.field, text.slice(from, end), from)
    if (!element.ok) return element
    elements.push(element.value)
    at = end === separator ? end + 1 : end
  }
  return succeed(elements)
}

function parseBracketed(text: string): Result<readonly Gs1Element[], Gs1Error> {
  const starts = [...text.matchAll(/\((\d{2,4})\)/g)].filter((match) => match.index === 0 || gs1Fields.has(match[1]!))
  const elements: Gs1Element[] = []
  for (const [index, start] of starts.entries()) {
    const ai = start[1]!
    const known = gs1Fields.get(ai)
    const from = start.index + start[0].length
    const value = text.slice(from, starts[index + 1]?.index ?? text.length).trim()
    if (known === undefined) return fail({ code: 'GS1_UNKNOWN_AI', at: start.index })
    const element = readElement(ai, known, value, from)
    if (!element.ok) return element
    elements.push(element.value)
  }
  return succeed(elements)
}

// Keys that a Digital Link's path begins with; what follows in pairs qualifies them.
const primaryKeys = /^(00|01|253|255|40[12]|41[457]|800[2346]|801[0378])$/

function parseDigitalLink(text: string): Result<readonly Gs1Element[], Gs1Error> {
  const [address = '', query = ''] = text.split('?', 2)
  const parts = address.split('/').slice(3)
  // Whose address it is may have put numbers of its own in front, which look like a key.
  const begins = parts.flatMap((part, at) => (primaryKeys.test(part) && at + 1 < parts.length ? [at] : []))
  const readings = begins.map((at) => readPairs(parts, query, at))
  return readings.find(({ ok }) => ok) ?? readings[0] ?? fail({ code: 'GS1_UNKNOWN_AI', at: 0 })
}

function readPairs(parts: readonly string[], query: string, first: number): Result<readonly Gs1Element[], Gs1Error> {
  const pairs: [string, string][] = []
  for (let at = first; at + 1 < parts.length; at += 2) pairs.push([parts[at]!, parts[at + 1]!])
  for (const pair of query.split('&')) {
    const [ai = '', value = ''] = pair.split('=', 2)
    if (gs1Fields.has(ai)) pairs.push([ai, value])
  }
  const elements: Gs1Element[] = []
  for (const [ai, encoded] of pairs) {
    const known = gs1Fields.get(ai)
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

// What is read keeps its worth beside a field that only a later edition of the standard knows: where it ends is fixed by
// its first two digits, or a separator says it.
function unknownAt(text: string): Gs1Element | null {
  if (!/^\d{2}/.test(text)) return null
  return { ai: '', value: text.slice(0, predefinedLength(text) ?? text.length), doubt: 'unknown_ai' }
}

// No identifier is the start of another, so the first length that fits is the only one.
function identifierAt(text: string, at: number): { readonly ai: string; readonly field: Gs1Field } | null {
  for (const length of [2, 3, 4]) {
    const ai = text.slice(at, at + length)
    const known = gs1Fields.get(ai)
    if (known !== undefined) return { ai, field: known }
  }
  return null
}

function readElement(ai: string, known: Gs1Field, value: string, at: number): Result<Gs1Element, Gs1Error> {
  if (!known.shape.test(value)) {
    // Digits fit every kind of data, so as many of them tell a wrong length from a wrong character.
    const lengthFits = known.shape.test('0'.repeat(value.length))
    return fail({ code: lengthFits ? 'GS1_CHARACTERS' : 'GS1_LENGTH', at, ai })
  }
  return succeed({ ai, value, doubt: known.doubt(value) })
}
