import type { CatalogContent } from './catalog-csv.ts'

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
  /** Lines written in one transaction: a long one holds back what devices are told. */
  linesAtOnce: 500,
  /** Imports of an account that run or wait. */
  waiting: 20,
  /** Files of so many lines pass longer ones that run or wait. */
  smallLines: 2_000,
  /** Ignored lines that an answer names; their count is always whole. */
  ignoredShown: 500,
} as const

/** Why a file is not taken; stable, shown and translated by code. */
export const importErrors = [
  'IMPORT_FILE_MISSING',
  /** Neither UTF-8, UTF-16 nor Windows-1252. */
  'IMPORT_ENCODING_UNKNOWN',
  /** Quotes that do not close, or a line without end. */
  'IMPORT_CSV_BROKEN',
  /** A column by which the strategy finds things is not there. */
  'IMPORT_COLUMN_MISSING',
  /** The head alone. */
  'IMPORT_NO_LINES',
  'IMPORT_TOO_MANY_LINES',
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
export const importFailures = ['IMPORT_FAILED'] as const

/** Why a line is ignored, beside what the schemas say of its values; stable, shown and translated by code. */
export const lineFaults = [
  /** Not as many fields as the head has. */
  'LINE_FIELD_COUNT',
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
