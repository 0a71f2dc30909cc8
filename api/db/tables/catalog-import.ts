import type { Generated, GeneratedAlways } from 'kysely'
import type { ColumnMatching } from '#domain/catalog-files/import-columns.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import type { ImportOrigin, ImportStatus, ImportStrategy } from '#domain/catalog-files/catalog-import.ts'
import type { ChangedValues, ChangeOutcome, UndoOutcome, UndoStatus } from '#domain/catalog-files/import-changes.ts'
import type { ImportTrial } from '#domain/catalog-files/import-trial.ts'

/** A file of the catalog that is read in the background. */
export interface CatalogImportTable {
  readonly account_id: string
  readonly id: string
  readonly origin: Generated<ImportOrigin>
  readonly source_account_id: string | null
  readonly content: CatalogContent
  readonly strategy: ImportStrategy
  readonly status: Generated<ImportStatus>
  readonly file_name: string
  /** Null of imports whose time is over, and of older ones, whose files went with their end. */
  readonly file: Buffer | null
  readonly file_hash: Buffer | null
  readonly created_by: string | null
  readonly created_at: Date
  readonly queued_at: Date
  readonly started_at: Date | null
  readonly ended_at: Date | null
  readonly touched_at: Date
  readonly failures: Generated<number>
  readonly units_done: Generated<number>
  readonly lines_done: Generated<number>
  readonly lines_found: number
  readonly lines_inserted: Generated<number>
  readonly lines_updated: Generated<number>
  readonly lines_ignored: Generated<number>
  readonly error: string | null
  /** Of a buyer's own price list: who the buyer is; null of an import by the account itself. */
  readonly buyer_account_id: string | null
  readonly buyer_organization_id: string | null
  readonly told: GeneratedAlways<string>
  /** What the account had said of the columns when the file was taken. */
  readonly matching: Generated<ColumnMatching>
  readonly trial: ImportTrial | null
  readonly lines_differing: Generated<number>
  readonly changes_count: Generated<number>
  readonly cancelled_by: string | null
  readonly undo_status: UndoStatus | null
  readonly undo_by: string | null
  readonly undo_asked_at: Date | null
  readonly undo_ended_at: Date | null
  readonly undo_changed: Generated<boolean>
  readonly undo_failures: Generated<number>
  readonly undone_count: Generated<number>
  readonly left_count: Generated<number>
  /** When its file and its changes went. */
  readonly forgotten_at: Date | null
}

/** Something that an import has written, or that its trial says it will. */
export interface CatalogImportChangeTable {
  readonly account_id: string
  readonly import_id: string
  readonly place: number
  readonly line: number
  readonly thing_id: string
  readonly outcome: ChangeOutcome
  readonly name: string
  readonly reference: string | null
  readonly before: ChangedValues
  readonly after: ChangedValues
  readonly fields: readonly string[]
  readonly rises: boolean
  readonly falls: boolean
  readonly differs: Generated<boolean>
  readonly undo: UndoOutcome | null
}

/** What is said of a line of an import: why it is left out, or what is to be known of it. */
export interface CatalogImportIgnoredTable {
  readonly account_id: string
  readonly import_id: string
  readonly line: number
  readonly code: string
  readonly field: string | null
  /** Its place among what is said of the line. */
  readonly place: Generated<number>
  readonly value: string | null
  readonly other: string | null
  /** What the line calls the thing that it is about; null of older imports. */
  readonly reference: string | null
  /** Whether the line is read all the same. */
  readonly is_notice: Generated<boolean>
}

/** What the files of an account call a column; an empty column is one that is not read. */
export interface CatalogColumnMatchingTable {
  readonly account_id: string
  readonly content: CatalogContent
  readonly name: string
  readonly column_name: string
}

/** What the price lists of a buyer call a column, in the same way. */
export interface BuyerColumnMatchingTable extends CatalogColumnMatchingTable {
  readonly buyer_organization_id: string
}
