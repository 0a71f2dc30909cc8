import { knownCountries } from '../kernel/country-code.schema.ts'
import { listedLineSteps, type ListedLine } from '../kernel/listed-lines.ts'
import { knowsPostalCodes, postalCode } from '../kernel/postal-code.ts'
import { isMangled } from '../kernel/sheet-text.ts'
import { visibleCode, visibleLine } from '../kernel/text-kinds.ts'
import { relayLimits, type RelayPoint } from './relay-points.ts'

/** Columns of a file of points; the head names them in any order. */
export const relayColumns = [
  'reference',
  'name',
  'street',
  'zipCode',
  'city',
  'country',
  'latitude',
  'longitude',
  'openingHours',
] as const
type Column = (typeof relayColumns)[number]
const needed: readonly Column[] = ['reference', 'name', 'zipCode', 'city', 'country']

/** Why a line cannot be read. */
export const relayLineFaults = [
  'columns',
  'reference',
  'reference_twice',
  'number_mangled',
  'name',
  'street',
  'zip_code',
  'city',
  'country',
  'coordinates',
  'opening_hours',
] as const
export type RelayLineFault = (typeof relayLineFaults)[number]

/** A line that cannot be read, as the file counts it: the head is line 1. */
export interface FaultyRelayLine {
  readonly line: number
  readonly fault: RelayLineFault
}

/** A file of points as it was read: its points, or why it is none. */
export type RelayFile =
  | { readonly state: 'read'; readonly points: readonly RelayPoint[] }
  | { readonly state: 'faulty'; readonly lines: readonly FaultyRelayLine[] }
  | { readonly state: 'head' | 'empty' | 'too_long' | 'not_text' }

/**
 * Reads a file of points: a head that names `reference`, `name`, `zipCode`, `city` and `country`, and if it likes the other
 * columns; separated by commas or semicolons, quoted as spreadsheets do. A file is taken whole or not at all.
 */
export function readRelayFile(csv: string): RelayFile {
  const steps = relayFileSteps(csv)
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

/** The same in steps, between which others may have their turn. What is too long is read no further. */
export function* relayFileSteps(csv: string): Generator<undefined, RelayFile, undefined> {
  // What is read as text and is none holds these: a picture, or a workbook of a spreadsheet.
  if (/[\0\uFFFD]/.test(csv)) return { state: 'not_text' }
  if (csv.length > relayLimits.characters) return { state: 'too_long' }
  let names: readonly string[] | null = null
  let read = 0
  const filled: ListedLine[] = []
  for (const row of listedLineSteps(csv)) {
    yield
    // Empty lines are none of its points, but reading them takes as long.
    if (++read > 2 * relayLimits.lines) return { state: 'too_long' }
    if (row === null) continue
    if (names === null) {
      names = row.cells.map((cell) => cell.trim())
      if (!isRelayHead(names)) return { state: 'head' }
      continue
    }
    filled.push(row)
    if (filled.length > relayLimits.lines) return { state: 'too_long' }
  }
  if (names === null) return { state: 'head' }
  return filled.length === 0 ? { state: 'empty' } : yield* readLines(filled, names)
}

/** Whether a row names the columns of a file of points. */
export function isRelayHead(names: readonly string[]): boolean {
  const isKnown = names.every((name) => (relayColumns as readonly string[]).includes(name))
  return isKnown && new Set(names).size === names.length && needed.every((name) => names.includes(name))
}

function* readLines(rows: readonly ListedLine[], names: readonly string[]): Generator<undefined, RelayFile, undefined> {
  const points = new Map<string, RelayPoint>()
  const faulty: FaultyRelayLine[] = []
  for (const row of rows) {
    yield
    const read = readLine(row, names)
    if (typeof read === 'string') faulty.push({ line: row.line, fault: read })
    else if (points.has(read.reference)) faulty.push({ line: row.line, fault: 'reference_twice' })
    else points.set(read.reference, read)
  }
  return faulty.length > 0 ? { state: 'faulty', lines: faulty } : { state: 'read', points: [...points.values()] }
}

function readLine({ cells }: ListedLine, names: readonly string[]): RelayPoint | RelayLineFault {
  if (cells.length !== names.length) return 'columns'
  const of = (column: Column): string => visibleLine(cells[names.indexOf(column)] ?? '').trim()
  const isWithin = (text: string, column: keyof typeof relayLimits): boolean =>
    text !== '' && text.length <= relayLimits[column]
  const reference = visibleCode(of('reference'))
  if (!isWithin(reference, 'reference')) return 'reference'
  if (isMangled(reference) || isMangled(of('zipCode'))) return 'number_mangled'
  const [name, street, city, openingHours] = [of('name'), of('street'), of('city'), of('openingHours')]
  if (!isWithin(name, 'name')) return 'name'
  if (street.length > relayLimits.street) return 'street'
  if (!isWithin(city, 'city')) return 'city'
  const country = of('country').toUpperCase()
  if (!knownCountries.has(country)) return 'country'
  const zipCode = knowsPostalCodes(country) ? (postalCode(of('zipCode'), country) ?? '') : of('zipCode')
  if (!isWithin(zipCode, 'zipCode')) return 'zip_code'
  const [latitude, longitude] = [degrees(of('latitude'), 90), degrees(of('longitude'), 180)]
  if (latitude === 'none' || longitude === 'none' || (latitude === null) !== (longitude === null)) return 'coordinates'
  if (openingHours.length > relayLimits.openingHours) return 'opening_hours'
  const point = { reference, name, street: orNull(street), zipCode, city, country }
  return { ...point, latitude, longitude, openingHours: orNull(openingHours) }
}

function degrees(text: string, most: number): number | null | 'none' {
  if (text === '') return null
  // Spreadsheets of some languages write a comma.
  const number = text.replace(',', '.')
  return /^-?\d{1,3}(\.\d+)?$/.test(number) && Math.abs(Number(number)) <= most ? Number(number) : 'none'
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
