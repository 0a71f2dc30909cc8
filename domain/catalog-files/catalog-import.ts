import type { CatalogContent } from './catalog-columns.ts'

/**
 * How the lines of a file find what they are about (IO-05). Generic: by what the account itself calls it. UUID: by the
 * product's own id. Recommerce: a buyer's list of prices, by the buyer's reference.
 */
export const importStrategies = ['generic', 'recommerce', 'uuid'] as const
export type ImportStrategy = (typeof importStrategies)[number]

/** The strategies of each type: a list of prices is one of products. */
export const strategiesOf: Readonly<Record<CatalogContent, readonly ImportStrategy[]>> = {
  categories: ['generic', 'uuid'],
  products: ['generic', 'recommerce', 'uuid'],
  diagnostic: ['generic', 'uuid'],
}

/**
 * How an import stands (IO-08); one that waits for its turn is in progress too. Trying: the whole file is decided, and
 * nothing written; tried: it waits for a person to start it.
 */
export const importStatuses = [
  'trying',
  'tried',
  'in_progress',
  'success',
  'success_with_ignored',
  'error',
  'cancelled',
] as const
export type ImportStatus = (typeof importStatuses)[number]

/** Origin of an import: a user's file, another account, or the platform itself (IO-11). */
export const importOrigins = ['user', 'account', 'rs'] as const
export type ImportOrigin = (typeof importOrigins)[number]

/** Bounds of imports. A megabyte is a million bytes. */
export const importLimits = {
  /** An exported catalog of 120,000 products has less, so that it comes back. */
  bytes: 30_000_000,
  lines: 150_000,
  /** Columns of a head: a catalog has a tenth of them. */
  columns: 1_000,
  /** Cells of all rows: as many as a text file of the largest size can have. */
  cells: 30_000_000,
  /** Lines written in one transaction: a long one holds back what devices are told. */
  linesAtOnce: 500,
  /** Imports of an account that run or wait. */
  waiting: 20,
  /** Days after its end in which an import can be taken back, and its file be downloaded. */
  keptDays: 90,
  /** Days in which a file that was tried waits for a person to start it. */
  triedDays: 1,
  /** Files that a user has tried and not started; the oldest ones are forgotten. */
  tried: 10,
  /** Files of so many lines pass longer ones that run or wait. */
  smallLines: 2_000,
  /** Ignored lines that an answer names; their count is always whole. */
  ignoredShown: 500,
  /** Letters of one field: what a cell of a spreadsheet holds. */
  fieldLetters: 32_767,
  /** Bytes that a workbook unpacks to. */
  unpackedBytes: 250_000_000,
  /** Bytes that the texts of a workbook unpack to, which are kept while its rows are read. */
  unpackedTextBytes: 30_000_000,
} as const

/** Why a file is not taken; stable, shown and translated by code. */
export const importErrors = [
  'IMPORT_FILE_MISSING',
  /** No text in any of the encodings that are read. */
  'IMPORT_ENCODING_UNKNOWN',
  /** The head cannot be read: its quotes do not close. */
  'IMPORT_CSV_BROKEN',
  /** A workbook that cannot be opened. */
  'IMPORT_WORKBOOK_BROKEN',
  /** A workbook of a format that is not read: the old binary one, that of OpenDocument or of Numbers, a page of HTML. */
  'IMPORT_WORKBOOK_OLD',
  /** A workbook that asks for a password. */
  'IMPORT_WORKBOOK_ENCRYPTED',
  /** A workbook with macros. */
  'IMPORT_WORKBOOK_MACROS',
  /** What the workbook unpacks to is larger than any catalog. */
  'IMPORT_WORKBOOK_TOO_LARGE',
  /** Several sheets have lines, so that it is open which one is meant. */
  'IMPORT_WORKBOOK_SHEETS',
  /** A column by which the strategy finds things is not there. */
  'IMPORT_COLUMN_MISSING',
  /** The head alone. */
  'IMPORT_NO_LINES',
  'IMPORT_TOO_MANY_LINES',
  'IMPORT_TOO_MANY_COLUMNS',
  'IMPORT_STRATEGY_UNFIT',
  /** As many imports of the account wait already as may. */
  'IMPORT_TOO_MANY_WAITING',
  /** The id is that of an import of another file. */
  'IMPORT_ID_TAKEN',
] as const
export type ImportError = (typeof importErrors)[number]

/** Why an import that is there cannot be started, cancelled or taken back. */
export const importStateErrors = ['IMPORT_NOT_TRIED', 'IMPORT_ENDED', 'IMPORT_NOT_UNDOABLE'] as const

/** Why an import that was taken has ended without having read its file to the end. */
export const importFailures = [
  'IMPORT_FAILED',
  /** Each line of the file was left out. */
  'IMPORT_ALL_REFUSED',
] as const

/** Why a line is ignored, beside what the schemas say of its values; stable, shown and translated by code. */
export const lineFaults = [
  /** Something stands behind the last column of the head. */
  'LINE_FIELD_COUNT',
  /** A quote that begins a field is never closed. */
  'LINE_QUOTES_BROKEN',
  /** A field that no text of the catalog is as long as. */
  'LINE_CELL_TOO_LONG',
  /** Cells that a spreadsheet shows as one across several columns. */
  'LINE_CELLS_MERGED',
  /** What a spreadsheet writes where a formula has failed. */
  'LINE_CELL_FORMULA',
  /** A spreadsheet has written a long number in its short form, and its last digits are gone. */
  'LINE_NUMBER_MANGLED',
  /** A spreadsheet has taken a code for a date. */
  'LINE_CODE_DATED',
  /** A spreadsheet has taken a code for a number, and the zeros before it are gone. */
  'LINE_ZEROS_LOST',
  /** One thousand, or one and three decimals. */
  'LINE_NUMBER_AMBIGUOUS',
  /** One that exists differs in the size of letters or in the zeros before it alone. */
  'LINE_REFERENCE_ALIKE',
  /** Nothing by which the strategy could find something. */
  'LINE_KEY_MISSING',
  'LINE_ID_INVALID',
  /** An answer of another question has the id. */
  'LINE_ID_TAKEN',
  /** An earlier line of the file is about the same. */
  'LINE_REPEATED',
  /** More than one thing of the account answers. */
  'LINE_AMBIGUOUS',
  /** A list of prices names what the account does not have. */
  'LINE_PRODUCT_UNKNOWN',
  'LINE_CATEGORY_UNKNOWN',
  /** The buyer of a category stays (CAT-10). */
  'LINE_BUYER_STAYS',
  /** Lines of one question say different things of it. */
  'LINE_QUESTION_DIFFERS',
  /** A question has too few answers, or too many. */
  'LINE_QUESTION_ANSWERS',
  /** Another line of the same question is ignored. */
  'LINE_QUESTION_IGNORED',
  /** No number, amount, or word that the column takes. */
  'LINE_VALUE_WRONG',
  'LINE_VALUE_MISSING',
  /** A file that was given in later, and was shorter, has written the same already. */
  'LINE_OVERTAKEN',
] as const

/** A line that was left out, as the file counts its rows, the head being row 1. */
export interface IgnoredLine {
  readonly line: number
  readonly code: string
  /** The column that is wrong; null where it is the whole line. */
  readonly field: string | null
  /** What the column says, shortened; null where it says nothing, or where it is the whole line. */
  readonly value: string | null
  /** What else the fault is about: the reference that exists, the earlier line, the lines of the quote. */
  readonly other: string | null
  /** What the line calls the thing that it is about; absent until its part is decided. */
  readonly reference?: string | null
}

/** How many lines some faults are of: a line may have several. */
export function linesIn(faults: readonly Pick<IgnoredLine, 'line'>[]): number {
  return new Set(faults.map(({ line }) => line)).size
}

/** Lines of a file: those that say what is there already are found, and nothing else. */
export interface LinesCount {
  readonly found: number
  readonly inserted: number
  readonly updated: number
  readonly ignored: number
}

/** Lines that say what is there already. */
export function unchangedOf({ found, inserted, updated, ignored }: LinesCount): number {
  return found - inserted - updated - ignored
}
