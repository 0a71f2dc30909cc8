import type { NativeStock } from '#domain/item/item-status.ts'
import type { Generated } from 'kysely'

/** A place in a warehouse; five of each warehouse are native. */
export interface StockTable {
  readonly account_id: string
  readonly id: string
  readonly warehouse_id: string
  readonly name: string
  readonly identifier: string | null
  readonly location: string | null
  readonly native: NativeStock | null
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}

/** A stock that was counted. */
export interface StockCountTable {
  readonly account_id: string
  readonly id: string
  readonly warehouse_id: string
  readonly stock_id: string
  readonly device_id: string
  readonly user_id: string
  readonly ended_at: Date
  readonly expected_count: number
  readonly present_count: number
  readonly missing_count: number
  readonly unexpected_count: number
  readonly comment: string | null
}
