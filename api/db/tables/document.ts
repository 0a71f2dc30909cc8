import type { Generated } from 'kysely'
import type { LabelSize } from '#domain/document/document-kind.ts'

/** A label printer on the network of a warehouse or store. */
export interface PrinterTable {
  readonly account_id: string
  readonly id: string
  readonly organization_id: string
  readonly name: string
  readonly host: string
  readonly port: Generated<number>
  readonly media: Generated<LabelSize>
  readonly dots_per_mm: Generated<number>
  readonly active: Generated<boolean>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}
