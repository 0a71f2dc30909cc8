import { isBeforeAllEvents, isOnItsWay } from './carrier-event.ts'
import { listedLines, type ListedLine } from '../kernel/listed-lines.ts'
import { isMangled } from '../kernel/sheet-text.ts'
import { zonedTimeParser } from '../kernel/time-zone.ts'
import { deliveryStatuses, type DeliveryStatus } from './delivery-status.ts'

/** One line of a file of events. */
export interface DeliveryLine {
  /** As the file counts them: the head is line 1. */
  readonly line: number
  readonly trackingNumber: string
  /** The carrier's own id of the event; null where the file has none, and then the content names it. */
  readonly eventId: string | null
  readonly at: Date
  readonly status: DeliveryStatus
  readonly place: string | null
  readonly text: string | null
}

/** Why a line cannot be read. */
export const lineFaults = [
  'columns',
  'tracking_number',
  'event_id',
  'number_mangled',
  'at',
  'status',
  'place',
  'text',
  'unknown_parcel',
  'in_future',
] as const
export type LineFault = (typeof lineFaults)[number]

/** A line as it was read, or what is wrong with it. */
export type ReadLine =
  | { readonly ok: true; readonly value: DeliveryLine }
  | {
      readonly ok: false
      readonly line: number
      readonly fault: LineFault
      /** The parcel that the line names; null where it names none. */
      readonly trackingNumber: string | null
    }

/** Columns of a file of events. */
export const deliveryColumns = ['trackingNumber', 'eventId', 'at', 'status', 'place', 'text'] as const
type Column = (typeof deliveryColumns)[number]
const needed: readonly Column[] = ['trackingNumber', 'at', 'status']

/** Limits of the texts of an event, in characters. */
export const eventLimits = { trackingNumber: 64, id: 100, place: 120, text: 255 } as const

/** Limits of a file of events: its lines without the head, and its characters. */
export const deliveryFileLimits = { lines: 2_000, characters: 900_000 } as const

/** Why a file is none of events. */
export const deliveryFileFaults = ['empty', 'not_text', 'too_long', 'head', 'no_lines', 'too_many_lines'] as const
export type DeliveryFileFault = (typeof deliveryFileFaults)[number]

/** What is wrong with a file as a whole; null where its lines can be looked at. */
export function deliveryFileFault(csv: string): DeliveryFileFault | null {
  if (csv.replace(/^\uFEFF/, '').trim() === '') return 'empty'
  // What is read as text and is none holds these: a picture, or a workbook of a spreadsheet.
  if (/[\0\uFFFD]/.test(csv)) return 'not_text'
  if (csv.length > deliveryFileLimits.characters) return 'too_long'
  const lines = listedLines(csv, { headOf, lines: deliveryFileLimits.lines })?.lines
  if (lines === undefined) return 'head'
  if (lines.length === 0) return 'no_lines'
  return lines.length > deliveryFileLimits.lines ? 'too_many_lines' : null
}

/**
 * Reads a file of events: a head that names `trackingNumber`, `at` and `status`, and if it likes `eventId`, `place` and
 * `text`, in any order; separated by commas or semicolons, quoted as spreadsheets do. Times are ISO 8601; without an offset, as a
 * cell of a spreadsheet that is a date has none, by the clocks of the account. Null where the head is another one; of a file that is too long, one line more than it may have.
 */
export function readDeliveryCsv(csv: string, timeZone: string): readonly ReadLine[] | null {
  const file = listedLines(csv, { headOf, lines: deliveryFileLimits.lines })
  const momentOf = zonedTimeParser(timeZone)
  return file === null ? null : file.lines.map((row) => readLine(row, file.head, momentOf))
}

/** Whether a row names the columns of a file of events. */
export function isDeliveryHead(names: readonly string[]): boolean {
  return headOf(names) !== null
}

function headOf(names: readonly string[]): readonly Column[] | null {
  const columns = names.flatMap((name) => deliveryColumns.find((column) => column === name) ?? [])
  const isHead = columns.length === names.length && new Set(names).size === names.length
  return isHead && needed.every((name) => columns.includes(name)) ? columns : null
}

function readLine(
  { line, cells }: ListedLine,
  names: readonly string[],
  momentOf: (local: string) => Date | null,
): ReadLine {
  const of = (name: Column): string => cells[names.indexOf(name)]?.trim() ?? ''
  const trackingNumber = of('trackingNumber').replaceAll(/\s/g, '')
  const isNumber = trackingNumber !== '' && trackingNumber.length <= eventLimits.trackingNumber
  const named = isNumber ? trackingNumber : null
  const fault = (found: LineFault): ReadLine => ({ ok: false, line, fault: found, trackingNumber: named })
  if (cells.length !== names.length) return fault('columns')
  if (!isNumber) return fault('tracking_number')
  const eventId = of('eventId')
  if (eventId.length > eventLimits.id) return fault('event_id')
  if (isMangled(trackingNumber) || isMangled(eventId)) return fault('number_mangled')
  const at = timeOf(of('at'), momentOf)
  if (at === null) return fault('at')
  const status = deliveryStatuses.find((known) => known === of('status').toUpperCase())
  if (status === undefined || !isOnItsWay(status)) return fault('status')
  const [place, text] = [of('place'), of('text')]
  if (place.length > eventLimits.place) return fault('place')
  if (text.length > eventLimits.text) return fault('text')
  return {
    ok: true,
    value: { line, trackingNumber, eventId: orNull(eventId), at, status, place: orNull(place), text: orNull(text) },
  }
}

function timeOf(text: string, momentOf: (local: string) => Date | null): Date | null {
  const told = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)?$/.exec(text)
  if (told === null) return null
  const iso = text.replace(' ', 'T')
  const at = told[1] === undefined ? momentOf(iso) : new Date(iso)
  return at === null || Number.isNaN(at.getTime()) || isBeforeAllEvents(at) ? null : at
}

function orNull(text: string): string | null {
  return text === '' ? null : text
}
