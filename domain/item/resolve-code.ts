import { hasGs1CheckDigit } from '../kernel/check-digit.ts'
import { parseGs1, type Gs1Element } from '../kernel/gs1.ts'
import { imeiDoubts, isImei, type ImeiDoubt, type TacKnowledge } from '../kernel/imei.ts'
import { isUuid } from '../kernel/uuid.ts'
import { checkItemCode, looksMisread, normalizeCode } from './item-code.ts'

/** What a screen expects to be scanned; decides which kinds a code may be, and in which order they are looked up. */
export const scanPurposes = ['check_in', 'item', 'buyback', 'product', 'imei', 'package', 'any'] as const
export type ScanPurpose = (typeof scanPurposes)[number]

/** Kinds of codes that name something of ours. */
export const codeKinds = ['buyback', 'item', 'imei', 'ean', 'package'] as const
/** One kind; `package` is a package number or a GS1 shipping container code. */
export type CodeKind = (typeof codeKinds)[number]

/** Barcodes that choose an answer by its place: A is the first one shown. */
export const answerCommands = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'] as const

/** Barcodes that type a digit where something is counted. */
export const digitCommands = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Barcodes that open a station of the floor from every screen. */
export const stationCommands = [
  'GO:WORK',
  'GO:CHECKIN',
  'GO:TEST',
  'GO:REFURB',
  'GO:STEPS',
  'GO:MOVE',
  'GO:COUNT',
  'GO:PACK',
  'GO:TRAY',
] as const
export type StationCommand = (typeof stationCommands)[number]

/** Every barcode that does what a button would; a dialog takes those of buttons before the screen behind it. */
export const scanCommands = [
  'CONFIRM',
  'CANCEL',
  'UNDO',
  'NEXT',
  'START',
  'PAUSE',
  'END',
  'LABEL',
  'PACKAGE',
  'DESTINATION',
  'ASIDE',
  ...answerCommands,
  ...digitCommands,
  ...stationCommands,
] as const
export type ScanCommand = (typeof scanCommands)[number]

/** Characters that begin every command barcode; no code of a thing may begin with them. */
export const commandPrefix = 'RPR:'

/** What is doubtful about a candidate; a doubt refuses nothing (decisions, 15). */
export type CodeDoubt = 'CODE_CHECK_DIGIT' | ImeiDoubt

/** One thing that a code may be: where to look it up, under which characters, and what is doubtful. */
export interface CodeCandidate {
  readonly kind: CodeKind
  readonly code: string
  readonly doubts: readonly CodeDoubt[]
  /** Application identifier of the GS1 field that the code comes from; null for a code on its own. */
  readonly ai: string | null
}

/** Everything that a scanned or typed text says. */
export interface CodeResolution {
  /** The text without a symbology identifier and surrounding blanks. */
  readonly text: string
  /** The text as codes are stored. */
  readonly code: string
  readonly command: ScanCommand | null
  /** Id of the stock that a barcode of a stock location names. */
  readonly stockId: string | null
  /** Whether the text has the prefix of commands but names none. */
  readonly reserved: boolean
  /** Lookups in the order in which to make them; where several find different items, the screen asks. */
  readonly candidates: readonly CodeCandidate[]
  /** Fields of a GS1 element string; null where the text is none. */
  readonly elements: readonly Gs1Element[] | null
}

/** What is known besides the text. */
export interface ResolveFacts {
  /** AIM symbology identifier that the scanner or decoder gave, as `]C1`; null when it gave none. */
  readonly symbology?: string | null
  readonly tacs?: TacKnowledge
}

// Kinds by purpose, in the order of lookups (decisions, 15).
const kindsByPurpose: Record<ScanPurpose, readonly CodeKind[]> = {
  check_in: ['buyback', 'item', 'imei', 'ean'],
  item: ['item', 'buyback', 'imei', 'ean'],
  buyback: ['buyback', 'item', 'imei'],
  product: ['ean', 'imei'],
  imei: ['imei'],
  package: ['package', 'item', 'buyback'],
  any: ['buyback', 'item', 'imei', 'ean', 'package'],
}

// GS1 fields that name something of ours. A serial number or a company's own field holds any text that its writer
// chose.
const kindsByIdentifier: Readonly<Record<string, readonly CodeKind[]>> = {
  '00': ['package'],
  '01': ['ean'],
  '02': ['ean'],
  '21': ['item', 'imei', 'buyback'],
  '240': ['item', 'ean'],
  '241': ['item', 'ean'],
  '250': ['item', 'imei'],
  '8002': ['imei'],
  '8004': ['item', 'buyback'],
  '8006': ['ean'],
}
const companyKinds: readonly CodeKind[] = ['item', 'buyback', 'imei', 'package']

/** The text of a command barcode; prints as Code 128 (code set B), QR or DataMatrix. */
export function commandCode(command: ScanCommand): string {
  return `${commandPrefix}${command}`
}

/** The text of a stock location's barcode: its id without dashes, so that the bars are wide enough on paper. */
export function stockCode(stockId: string): string {
  return `${commandPrefix}STOCK:${stockId.replaceAll('-', '').toUpperCase()}`
}

/** Place of the answer that a command chooses, from 0; null for any other command. */
export function answerIndex(command: ScanCommand | null): number | null {
  const at = answerCommands.findIndex((name) => name === command)
  return at === -1 ? null : at
}

/** The digit that a command types; null for any other command. */
export function digitOf(command: ScanCommand | null): string | null {
  return digitCommands.find((digit) => digit === command) ?? null
}

/** The station that a command leads to; null for any other command. */
export function stationOf(command: ScanCommand | null): StationCommand | null {
  return stationCommands.find((name) => name === command) ?? null
}

/** Parts a leading AIM symbology identifier (`]C1`, `]d2`, `]Q3`, …) from the data behind it. */
export function splitSymbology(raw: string): { readonly symbology: string | null; readonly text: string } {
  const found = /^\][A-Za-z][0-9A-Za-z](?=.)/su.exec(raw)?.[0]
  return found === undefined ? { symbology: null, text: raw } : { symbology: found, text: raw.slice(found.length) }
}

/** Whether an AIM symbology identifier promises a GS1 element string. */
export function isGs1Symbology(symbology: string | null): boolean {
  return symbology !== null && /^\](C1|d2|e0|Q3|J1)$/.test(symbology)
}

/**
 * Says what a scanned, typed or pasted text may be on a screen of the given purpose. Shape decides what a code may be
 * and the purpose the order; whether it exists is the caller's lookup. A text that may be nothing has no candidates.
 */
export function resolveCode(raw: string, purpose: ScanPurpose, facts: ResolveFacts = {}): CodeResolution {
  const parted = splitSymbology(raw.trim())
  const text = parted.text
  const code = normalizeCode(text)
  const nothing = { text, code, command: null, stockId: null, reserved: false, candidates: [], elements: null }
  if (code.startsWith(commandPrefix)) {
    const command = scanCommands.find((name) => commandCode(name) === code) ?? null
    const stockId = readStockId(code)
    return { ...nothing, command, stockId, reserved: command === null && stockId === null }
  }
  const symbology = parted.symbology ?? facts.symbology ?? null
  const kinds = kindsByPurpose[purpose]
  const imeis = severalImeis(text)
  const plain = (imeis.length > 0 ? imeis : [code]).flatMap((each) =>
    kinds.flatMap((kind) => candidate(kind, each, null, purpose, facts.tacs)),
  )
  const elements = readElements(text, symbology, plain.length > 0)
  if (elements === null) return { ...nothing, candidates: plain }
  const fields = kinds.flatMap((kind) => fromElements(elements, kind, purpose, facts.tacs))
  return { ...nothing, candidates: isMarkedGs1(text, symbology) ? fields : [...plain, ...fields], elements }
}

// A phone with two SIM cards has an IMEI for each, and its maker prints both into one code.
function severalImeis(text: string): readonly string[] {
  const pieces = text.split(/[\s;,/|]+/u).filter((piece) => piece !== '')
  return pieces.length > 1 && pieces.every(isImei) ? [...new Set(pieces)] : []
}

/** Whether a text says anything on a screen of this purpose; what scanners' readings are chosen by. */
export function isRecognisedCode(resolution: CodeResolution): boolean {
  return isCommandCode(resolution) || resolution.reserved || resolution.candidates.length > 0
}

/** Whether a text is a barcode of the command sheet: a button, an answer, a digit, a station or a stock location. */
export function isCommandCode(resolution: CodeResolution): boolean {
  return resolution.command !== null || resolution.stockId !== null
}

// A normalised code has no dashes, regardless of how the label spelled the id.
function readStockId(code: string): string | null {
  const hex = /^RPR:STOCK:([0-9A-F]{32})$/.exec(code)?.[1]?.toLowerCase()
  if (hex === undefined) return null
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isUuid(id) ? id : null
}

function isMarkedGs1(text: string, symbology: string | null): boolean {
  return isGs1Symbology(symbology) || /^\(\d{2,4}\)|^https?:/i.test(text) || /[\u001d\u241d]/.test(text)
}

// Plain digits can pass for an element string by accident, so without a mark every check digit must be right.
function readElements(text: string, symbology: string | null, isPlainCode: boolean): readonly Gs1Element[] | null {
  const parsed = parseGs1(text)
  if (!parsed.ok) return null
  if (isMarkedGs1(text, symbology)) return parsed.value
  const first = parsed.value[0]
  const keyed = first !== undefined && /^(00|01|02|8003|8006)$/.test(first.ai)
  if (!keyed || parsed.value.some((element) => element.doubt !== null)) return null
  return isPlainCode && parsed.value.length > 1 ? null : parsed.value
}

function fromElements(
  elements: readonly Gs1Element[],
  kind: CodeKind,
  purpose: ScanPurpose,
  tacs: TacKnowledge | undefined,
): readonly CodeCandidate[] {
  return elements.flatMap(({ ai, value }) => {
    const kinds = /^9[0-9]$/.test(ai) ? companyKinds : (kindsByIdentifier[ai] ?? [])
    return kinds.includes(kind) ? candidate(kind, fieldCode(ai, value), ai, purpose, tacs) : []
  })
}

// Trade items are stored as they are printed under bars, without the zeros that fill a GTIN-14.
function fieldCode(ai: string, value: string): string {
  if (ai !== '01' && ai !== '02' && ai !== '8006') return normalizeCode(value)
  const gtin = value.slice(0, 14)
  return gtin.startsWith('000000') ? gtin.slice(6) : gtin.startsWith('0') ? gtin.slice(1) : gtin
}

function candidate(
  kind: CodeKind,
  code: string,
  ai: string | null,
  purpose: ScanPurpose,
  tacs: TacKnowledge | undefined,
): readonly CodeCandidate[] {
  if (!hasShape(kind, code, purpose)) return []
  return [{ kind, code, ai, doubts: kind === 'imei' ? imeiDoubts(code, tacs) : codeDoubts(kind, code) }]
}

function hasShape(kind: CodeKind, code: string, purpose: ScanPurpose): boolean {
  switch (kind) {
    // Thirteen digits, and on warehouse screens also eight (BB-09, WH-09).
    case 'buyback':
      return /^\d{13}$/.test(code) || (purpose !== 'buyback' && /^\d{8}$/.test(code))
    case 'item':
      return /^([0-9A-Z]{8}|[0-9A-Z]{13})$/.test(code)
    case 'imei':
      return isImei(code)
    // 8, 12, 13 or 14 digits (CAT-38).
    case 'ean':
      return /^(\d{8}|\d{12,14})$/.test(code)
    case 'package':
      return /^(\d{13}|\d{18})$/.test(code)
  }
}

function codeDoubts(kind: CodeKind, code: string): readonly CodeDoubt[] {
  const wrong = kind === 'ean' || kind === 'package' ? !hasGs1CheckDigit(code) : looksMisread(code)
  return wrong ? ['CODE_CHECK_DIGIT'] : []
}

/** Codes that a scan may mean, in the order of lookups, without those that can be no code of a product. */
export function productCodes(resolution: Pick<CodeResolution, 'candidates'>): readonly string[] {
  const codes = resolution.candidates.flatMap(({ code }) => (checkItemCode(code).ok ? [code] : []))
  return [...new Set(codes)]
}
