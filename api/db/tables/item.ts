import type { ItemStatus } from '#domain/item/item-status.ts'
import type { Generated } from 'kysely'
import type { NullableJson } from './column.ts'

/** The physical product of a buyback. */
export interface ItemTable {
  readonly account_id: string
  readonly id: string
  readonly buyback_id: string
  readonly identification_number: string
  readonly product_id: string
  readonly imei: string | null
  readonly serial_number: string | null
  readonly status: ItemStatus
  readonly stock_id: string | null
  readonly warehouse_id: string | null
  readonly destination_warehouse_id: string
  readonly store_id: string | null
  readonly tested: Generated<boolean>
  readonly left_status: ItemStatus | null
  readonly keeps_money: Generated<boolean>
  readonly comment: string | null
  readonly latest_move_at: Date | null
  readonly version: Generated<number>
  readonly last_op_id: string | null
  readonly last_op_type: string | null
  readonly last_op_actor: string | null
  readonly last_op_before: NullableJson
  readonly facts: NullableJson
  readonly archived_at: Date | null
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
}

/** What happened to an item; append only. */
export interface ItemHistoryTable {
  readonly account_id: string
  readonly id: string
  readonly item_id: string
  readonly action: string
  readonly device_at: Date | null
  readonly server_at: Generated<Date>
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly warehouse_id: string | null
  readonly from_status: ItemStatus | null
  readonly to_status: ItemStatus | null
  readonly from_stock_id: string | null
  readonly to_stock_id: string | null
  readonly op_id: string | null
  readonly comment: string | null
  readonly details: NullableJson
}
