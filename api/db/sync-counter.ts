import type { Transaction } from 'kysely'
import type { CounterRecords, SaleNeeds, SaleWrite } from '#sync/records.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Tables } from './tables.ts'

/** A sale of a batch with who captured it, and when by the device's clock. */
export interface CapturedSale {
  readonly sale: SaleWrite
  readonly userId: string
  readonly deviceAt: string
}

/** Sales to write in one transaction. */
export interface SalesToWrite {
  readonly accountId: string
  readonly at: Date
  readonly sales: readonly CapturedSale[]
  /** The records that judged them. */
  readonly sold: CounterRecords
}

/** What the push asks of the feature that sells. */
export interface SyncCounter {
  /** Reads what sales are judged by; `items` are those of the batch that exist already. */
  load(
    tx: Transaction<Tables>,
    accountId: string,
    sales: readonly SaleNeeds[],
    items: readonly ItemRow[],
  ): Promise<CounterRecords>
  /** Writes customers, buybacks and items; `announce` asks for papers and mails once the items stand. */
  write(tx: Transaction<Tables>, batch: SalesToWrite): Promise<{ announce(): Promise<void> }>
}
