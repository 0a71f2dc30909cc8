import type { Generated } from 'kysely'

/** Scans between a first one and a count. */
export interface CheckInRoundTable {
  readonly account_id: string
  readonly id: string
  readonly warehouse_id: string
  readonly device_id: string
  readonly user_id: string
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly typed_count: number | null
  readonly distinct_count: number | null
  /** Distinct products of the check-ins that the server knows; null where it is the distinct count. */
  readonly known_count: Generated<number | null>
  readonly comment: string | null
  readonly version: Generated<number>
}
