import type { Generated } from 'kysely'
import type { Json } from './column.ts'

/** What the carrier says of a package's label; `ready` where the label is the platform's own. */
export type LabelState = 'none' | 'awaiting' | 'ready' | 'failed'

/** Items on their way together; once closed its content cannot be changed. */
export interface PackageTable {
  readonly account_id: string
  readonly id: string
  readonly status: Generated<'open' | 'closed'>
  readonly origin_store_id: string | null
  readonly origin_warehouse_id: string | null
  readonly destination_warehouse_id: string
  readonly item_ids: Generated<string[]>
  readonly number: string | null
  readonly label_state: Generated<LabelState>
  readonly label_link: string | null
  readonly opened_by: string
  readonly opened_at: Date
  readonly closed_by: string | null
  readonly closed_at: Date | null
  readonly version: Generated<number>
}

/** Serial numbers of packages, reserved for a device. */
export interface PackageNumberBlockTable {
  readonly account_id: string
  readonly first_serial: number
  readonly last_serial: number
  readonly device_id: string | null
  readonly user_id: string | null
  readonly drawn_at: Generated<Date>
}

/** The way of one buyback, in a package or with a label of its own. */
export interface TransportTable {
  readonly account_id: string
  readonly id: string
  readonly buyback_id: string
  readonly item_id: string
  readonly package_id: string | null
  readonly order_link: string | null
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}

/** The account's dispatch beside its rules; absent until it is first saved. */
export interface WarehouseDispatchTable {
  readonly account_id: string
  readonly id: string
  readonly default_warehouse_id: string | null
  readonly is_geographic: Generated<boolean>
  readonly updated_at: Generated<Date>
  readonly version: Generated<number>
}

/** A rule that says which warehouses test an item; `conditions` is a list of `DispatchCondition`. */
export interface WarehouseDispatchRuleTable {
  readonly account_id: string
  readonly id: string
  readonly title: string
  readonly position: number
  readonly conditions: Json
  readonly created_at: Generated<Date>
  readonly updated_at: Generated<Date>
  readonly version: Generated<number>
}

/** A destination of a dispatch rule. */
export interface WarehouseDispatchRuleWarehouseTable {
  readonly account_id: string
  readonly rule_id: string
  readonly warehouse_id: string
  readonly position: number
}
