import type { Vault } from '#api/adapters/vault/vault.ts'
import type { PointAnswer, PointsAnswer, RescheduleAnswer } from '#api/adapters/carrier/carrier.ts'
import type { PublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
import type { Database } from '#api/db/database.ts'
import type { Clock } from '#api/http/clock.ts'
import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import type { RelayPlace } from '#domain/circuit/relay-points.ts'
import type { NumberSource } from './number-source.ts'
import type { MethodScope } from './pickup-queries.ts'

/** What creating, changing and reading buybacks is built from. */
export interface BuybackDeps {
  readonly database: Database
  readonly now: Clock
  readonly vault: Vault
  readonly log: { warn(facts: object, message: string): void }
  readonly numbers: NumberSource
  /** Asks the carrier that has an order to come in another slot. */
  readonly reschedulePickup: (
    buyback: { readonly accountId: string; readonly buybackId: string },
    slot: PickupSlot,
  ) => Promise<RescheduleAnswer>
  /** Asks the carrier of a shipping method for its points. */
  readonly carrierPoints: {
    near(method: MethodScope, place: RelayPlace): Promise<PointsAnswer>
    one(method: MethodScope, reference: string): Promise<PointAnswer>
  }
  /** By which slots of collections are left out. */
  readonly publicHolidays: PublicHolidays
  /** Origin of the installation; links lead to the account's own host where it has one. */
  readonly publicUrl: string
  /** Counts attempts; answers how many seconds to wait when a limit is used up. */
  readonly throttle: {
    hit(subjects: {
      readonly sellByAddress?: string
      readonly quoteByAddress?: string
      readonly quoteReadByAddress?: string
      readonly quoteMailByAddress?: string
      readonly sameImeiByAddress?: string
      readonly trackingByAddress?: string
    }): Promise<number | null>
  }
}
