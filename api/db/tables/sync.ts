import type { Generated, GeneratedAlways } from 'kysely'
import type { Module } from '#domain/organization/module.ts'
import type { OutcomeStatus } from '#sync/wire/operation.ts'
import type { Json, NullableJson } from './column.ts'

/** Migrations that have run. */
export interface SchemaMigrationTable {
  readonly name: string
  readonly applied_at: Generated<Date>
}

/** Fingerprint of the rights last granted. */
export interface SchemaRightsTable {
  readonly only_row: Generated<boolean>
  readonly fingerprint: string
}

/** A queue of a device: how far it is decided. */
export interface SyncDeviceTable {
  readonly account_id: string
  readonly device_id: string
  readonly user_id: string
  readonly module: Module
  readonly acked_seq: Generated<number>
  readonly created_at: Generated<Date>
  readonly last_push_at: Date | null
}

/** The ledger: one row for each operation that ever arrived. */
export interface SyncOpTable {
  readonly account_id: string
  readonly op_id: string
  readonly device_id: string
  readonly user_id: string
  readonly module: string
  readonly seq: number
  readonly type: string
  readonly v: number
  readonly args: Json
  readonly lanes: string[]
  readonly depends_on: Generated<string[]>
  readonly comes_after: Generated<string[]>
  readonly refused_as: string | null
  readonly based_on: Generated<number>
  readonly payload_hash: Buffer
  readonly status: OutcomeStatus
  readonly code: string | null
  readonly cause_op: string | null
  readonly result: NullableJson
  readonly captured_at: Date
  readonly received_at: Generated<Date>
  readonly decided_at: Date | null
  readonly resolved_at: Date | null
  readonly resolved_by: string | null
  readonly resolution: string | null
  readonly xid: GeneratedAlways<string>
  readonly round_id: string | null
}

/** The change log, written by triggers alone. */
export interface SyncChangeTable {
  readonly account_id: string
  readonly xid: GeneratedAlways<string>
  readonly n: GeneratedAlways<number>
  readonly bucket: string
  readonly entity: string
  readonly entity_id: string
  readonly version: number
  readonly deleted: Generated<boolean>
}

/** Where the feed stood at a time; a pruned one is the oldest that a cursor may still start from. */
export interface SyncHorizonTable {
  readonly at: Generated<Date>
  readonly xid: string
  readonly pruned: Generated<boolean>
}

/** Names this history of the database. */
export interface SyncEpochTable {
  readonly only_row: Generated<boolean>
  readonly value: string
}
