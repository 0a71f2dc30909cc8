import type { Generated } from 'kysely'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'

/** An export of the catalog that was asked for. */
export interface ExportJobTable {
  readonly account_id: string
  readonly id: string
  readonly content: CatalogContent
  readonly started_by: string
  readonly created_at: Date
  readonly attempt: Generated<number>
  /** Null while no try has begun. */
  readonly begun_at: Date | null
  /** Null until the file is whole, as its name and its counts are. */
  readonly finished_at: Date | null
  readonly file_name: string | null
  /** Lines without the head. */
  readonly entries_count: number | null
  readonly parts_count: number | null
  /** Users that wait for the file. */
  readonly asked_by: Generated<readonly string[]>
  /** Null unless nobody waits for it any more. */
  readonly cancelled_at: Date | null
  /** Null until it has a place in the queue. */
  readonly turn: number | null
  readonly entries_done: Generated<number>
  /** Null while no try has begun. */
  readonly entries_expected: number | null
}

/** A part of an export's file. */
export interface ExportPartTable {
  readonly account_id: string
  readonly export_id: string
  readonly number: number
  readonly bytes: Buffer
}
