import { hasGs1CheckDigit } from './check-digit.ts'

/** What is doubtful about a part that has the right shape. */
export type Gs1PartDoubt = 'check_digit' | 'date' | 'content'

/** A part of an identifier's data: its characters, its lengths, and what beyond them must hold. */
interface Part {
  readonly characters: string
  readonly least: number
  readonly most: number
  /** Whether the data may end before it. */
  readonly optional: boolean
  readonly doubt: ((value: string) => Gs1PartDoubt | null) | null
}

/** The data of one application identifier (AI). */
export interface Gs1Field {
  /** Data as a pattern over the whole value. */
  readonly shape: RegExp
  /** Longest data in characters. */
  readonly max: number
  /** Whether the standard's list of prefixes fixes its length, so that no separator need follow. */
  readonly predefined: boolean
  /** What is doubtful about a value of this shape; null where nothing is. */
  readonly doubt: (value: string) => Gs1PartDoubt | null
}

// Figures 7.11-1 to 7.11-3 of the GS1 General Specifications: 82 characters, 39 of them, and base64 for addresses.
const set82 = '[!"%&\'()*+,\\-./0-9:;<=>?A-Z_a-z]'
const set39 = '[#\\-/0-9A-Z]'
const set64 = '[\\-0-9=A-Z_a-z]'

const doubts = (isRight: (value: string) => boolean, doubt: Gs1PartDoubt) => (value: string) =>
  isRight(value) ? null : doubt

const hour = (value: string) => Number(value) <= 23
const sixtieth = (value: string) => Number(value) <= 59
const hasNone = (wrong: RegExp) => doubts((value) => !wrong.test(value), 'content')
const only = (right: RegExp) => doubts((value) => right.test(value), 'content')

/** Kinds of parts by their letter: characters, and what must hold of them. */
const kinds: Readonly<Record<string, readonly [string, Part['doubt']]>> = {
  n: ['\\d', null],
  x: [set82, null],
  y: [set39, null],
  z: [set64, null],
  /** Digits that end in a check digit. */
  k: ['\\d', doubts(hasGs1CheckDigit, 'check_digit')],
  /** A key that ends in a pair of check characters. */
  a: [set82, doubts(hasCheckPair, 'check_digit')],
  /** The same, of which not every character may be a digit. */
  m: [set82, (value) => (/^\d*$/.test(value) ? 'content' : hasCheckPair(value) ? null : 'check_digit')],
  /** A date YYMMDD, whose day 00 means that no day is given. */
  d: ['\\d', doubts((value) => isDate(value, 0), 'date')],
  /** A date YYMMDD. */
  e: ['\\d', doubts((value) => isDate(value, 1), 'date')],
  /** A date YYYYMMDD. */
  f: ['\\d', doubts((value) => isDate(value.slice(2), 1), 'date')],
  /** A time hhmm. */
  t: ['\\d', doubts((value) => hour(value.slice(0, 2)) && sixtieth(value.slice(2)), 'date')],
  h: ['\\d', doubts(hour, 'date')],
  s: ['\\d', doubts(sixtieth, 'date')],
  /** Countries by their numbers, of which 999 stands for none. */
  c: ['\\d', null],
  /** Yes or no. */
  b: ['\\d', only(/^[01]$/)],
  /** A number that is not zero. */
  p: ['\\d', hasNone(/^0+$/)],
  /** A zero that fills a place. */
  o: ['\\d', only(/^0$/)],
  /** A number without zeros in front. */
  r: ['\\d', hasNone(/^0./)],
  /** Which of how many pieces. */
  q: ['\\d', doubts((value) => isPiece(value.slice(0, 2), value.slice(2)), 'content')],
  /** Position in a sequence, with a slash. */
  u: [set82, doubts((value) => /^\d\/\d$/.test(value) && isPiece(value[0]!, value[2]!), 'content')],
  /** Degrees in ten digits, from the south pole and from the antimeridian. */
  l: ['\\d', doubts((value) => Number(value) <= 1_800_000_000, 'content')],
  w: ['\\d', doubts((value) => Number(value) <= 3_600_000_000, 'content')],
  /** The sign of a temperature below zero. */
  v: [set82, only(/^-$/)],
  /** An IBAN. */
  i: [set82, doubts(isIban, 'check_digit')],
  /** Winding direction of a roll, and sex by ISO 5218. */
  j: ['\\d', only(/^[019]$/)],
  '5': ['\\d', only(/^[0129]$/)],
}

// Lengths by the first two digits, with the identifier (GS1 General Specifications, figure 7.8.5-2).
const predefinedLengths: readonly (readonly [RegExp, number])[] = [
  [/^00/, 20],
  [/^0[1-3]/, 16],
  [/^04/, 18],
  [/^1[1-9]/, 8],
  [/^20/, 4],
  [/^3[1-6]/, 10],
  [/^41/, 16],
]

/** Characters of a field with its identifier where the standard fixes them by the first two digits; else null. */
export function predefinedLength(start: string): number | null {
  return predefinedLengths.find(([prefix]) => prefix.test(start))?.[1] ?? null
}

/**
 * Every application identifier of the GS1 Barcode Syntax Dictionary, with the parts of its data: the letter of a kind, its
 * length or its least and most, and `?` where the data may end before it.
 */
const layouts: readonly (readonly [string, string])[] = [
  ['00 8017 8018', 'k18'],
  ['01 02 03', 'k14'],
  ['10 21 22 243 254', 'x1-20'],
  ['11 12 13 15 16 17', 'd6'],
  ['20', 'n2'],
  ['235', 'x1-28'],
  ['240 241 250 251 400 403', 'x1-30'],
  ['242', 'n1-6'],
  ['253', 'k13 x1-17?'],
  ['255', 'k13 n1-12?'],
  ['30 37', 'n1-8'],
  ['401 7023 8004', 'x1-30'],
  ['402', 'k17'],
  ['410 411 412 413 414 415 416 417', 'k13'],
  ['420', 'x1-20'],
  ['421', 'c3 x1-9'],
  ['422 424 426', 'c3'],
  ['423 425', 'c3 c3? c3? c3? c3?'],
  ['427', 'x1-3'],
  ['4300 4301 4310 4311 4320', 'x1-35'],
  ['4302 4303 4304 4305 4306 4312 4313 4314 4315 4316', 'x1-70'],
  ['4307 4317', 'x2'],
  ['4308 4319', 'x1-30'],
  ['4309', 'l10 w10'],
  ['4318', 'x1-20'],
  ['4321 4322 4323', 'b1'],
  ['4324 4325', 'd6 t4'],
  ['4326 7006', 'e6'],
  ['4330 4331 4332 4333', 'n6 v1?'],
  ['7001', 'n13'],
  ['7002', 'x1-30'],
  ['7003', 'e6 t4'],
  ['7004', 'n1-4'],
  ['7005', 'x1-12'],
  ['7007', 'e6 e6?'],
  ['7008', 'x1-3'],
  ['7009', 'x1-10'],
  ['7010', 'x1-2'],
  ['7011', 'e6 t4?'],
  ['7020 7021 7022', 'x1-20'],
  ['7030 7031 7032 7033 7034 7035 7036 7037 7038 7039', 'c3 x1-27'],
  ['7040', 'n1 x1 x1 x1'],
  ['7041', 'x1-4'],
  ['710 711 712 713 714 715 716', 'x1-20'],
  ['7230 7231 7232 7233 7234 7235 7236 7237 7238 7239', 'x2 x1-28'],
  ['7240', 'x1-20'],
  ['7241', 'n2'],
  ['7242', 'x1-25'],
  ['7250', 'f8'],
  ['7251', 'f8 t4'],
  ['7252', '51'],
  ['7253 7254 7259', 'x1-40'],
  ['7255', 'x1-10'],
  ['7256', 'x1-90'],
  ['7257', 'x1-70'],
  ['7258', 'u3'],
  ['8001', 'p4 p5 p3 j1 n1'],
  ['8002 8012', 'x1-20'],
  ['8003', 'o1 k13 x1-16?'],
  ['8005', 'n6'],
  ['8006 8026', 'k14 q4'],
  ['8007', 'i1-34'],
  ['8008', 'e6 h2 s2? s2?'],
  ['8009', 'x1-50'],
  ['8010', 'y1-30'],
  ['8011', 'r1-12'],
  ['8013', 'a1-25'],
  ['8014', 'm1-25'],
  ['8019', 'n1-10'],
  ['8020', 'x1-25'],
  ['8030', 'z1-90'],
  ['8110 8112', 'x1-70'],
  ['8111', 'n4'],
  ['8200', 'x1-70'],
  ['90', 'x1-30'],
  ['91 92 93 94 95 96 97 98 99', 'x1-90'],
]

const measures = [...range(310, 316), ...range(320, 337), ...range(340, 357), ...range(360, 369)]

/** Every identifier with its field; no identifier is the start of another. */
export const gs1Fields: ReadonlyMap<string, Gs1Field> = new Map([
  ...layouts.flatMap(([ais, parts]) => ais.split(' ').map((ai) => [ai, field(ai, parts)] as const)),
  ...measures.flatMap((ai) => withDigit(ai, 5, 'n6')),
  ...['390', '392'].flatMap((ai) => withDigit(ai, 9, 'n1-15')),
  ...['391', '393'].flatMap((ai) => withDigit(ai, 9, 'c3 n1-15')),
  ...withDigit('394', 3, 'n4'),
  ...withDigit('395', 5, 'n6'),
])

function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
}

// The last digit says how many of the value's digits are decimals.
function withDigit(ai: string, most: number, parts: string): (readonly [string, Gs1Field])[] {
  return range(0, most).map((digit) => [`${ai}${digit}`, field(`${ai}${digit}`, parts)] as const)
}

function field(ai: string, layout: string): Gs1Field {
  const parts = layout.split(' ').map(partOf)
  const shape = parts
    .map(({ characters, least, most, optional }) => `(${characters}{${least},${most}})${optional ? '?' : ''}`)
    .join('')
  const pattern = new RegExp(`^${shape}$`)
  return {
    shape: pattern,
    max: parts.reduce((sum, { most }) => sum + most, 0),
    predefined: predefinedLength(ai) !== null,
    doubt(value) {
      const values = pattern.exec(value)?.slice(1) ?? []
      for (const [at, { doubt }] of parts.entries()) {
        const found = values[at] === undefined ? null : (doubt?.(values[at]) ?? null)
        if (found !== null) return found
      }
      return null
    },
  }
}

function partOf(text: string): Part {
  const [, kind, least, most, mark] = /^(\w)(\d+)(?:-(\d+))?(\?)?$/.exec(text)!
  const [characters, doubt] = kinds[kind!]!
  return { characters, least: Number(least), most: Number(most ?? least), optional: mark !== undefined, doubt }
}

function isDate(value: string, leastDay: number): boolean {
  const month = Number(value.slice(2, 4))
  const day = Number(value.slice(4, 6))
  if (month < 1 || month > 12 || day < leastDay) return false
  const longest = month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31
  return day <= longest
}

function isPiece(piece: string, total: string): boolean {
  return Number(piece) >= 1 && Number(piece) <= Number(total)
}

// ISO 13616: the first four characters go to the end, letters are numbers from 10 on, and 97 leaves 1.
function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]+$/.test(value)) return false
  let rest = 0
  for (const character of value.slice(4) + value.slice(0, 4))
    for (const digit of String(Number.parseInt(character, 36))) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

// GS1 General Specifications, 7.9.5: characters weighted by primes from the right, modulo 1021, as two of 32 characters.
function hasCheckPair(value: string): boolean {
  if (value.length < 3) return false
  const body = value.slice(0, -2)
  let sum = 0
  for (let at = 0; at < body.length; at++) sum += alphabet82.indexOf(body[at]!) * primes[body.length - 1 - at]!
  const rest = sum % 1021
  return value.endsWith(`${alphabet32[rest >> 5]}${alphabet32[rest & 31]}`)
}

const alphabet82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const alphabet32 = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83]
