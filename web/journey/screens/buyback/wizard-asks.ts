import type * as z from 'zod'
import type { ReplacedBuyback } from '#domain/cart/cart.ts'
import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import type { FoundRelayPoint } from '#domain/circuit/relay-points.ts'
import type { CircuitOption, PublicStore } from '#sync/calls/public-catalog.ts'
import type { createQuoteCall } from '#sync/calls/quote.ts'
import type { IsTacKnown } from '#web/buyback/imei-doubt.ts'

/** What the wizard asks the server for beside its facts. */
export interface WizardAsks {
  /** Locks a price for 15 days; answers the token of its private link. */
  readonly lockPrice: (body: z.input<typeof createQuoteCall.body>) => Promise<string>
  /** How the product may come in and be paid for customers of a country. */
  readonly optionsIn: (country: string) => Promise<readonly CircuitOption[]>
  /** The stores that products are brought to. */
  readonly stores: () => Promise<readonly PublicStore[]>
  /** When a shipping method collects products. */
  readonly slots: (shippingMethodId: string) => Promise<readonly PickupSlot[]>
  /** Where the parcels of a shipping method may be handed over near a place. */
  readonly relayPoints: (shippingMethodId: string, near: string) => Promise<readonly FoundRelayPoint[]>
  readonly isTacKnown: IsTacKnown
  /** Whether another buyback that is under way has the device; false where nobody knows. */
  readonly isInOtherBuyback: (imei: string) => Promise<boolean>
  /**
   * When the price of a predeclared buyback ends, and how a new one takes its place; `cancelled` where it has been, and
   * null where it is not predeclared.
   */
  readonly promiseOf: (
    buybackId: string,
  ) => Promise<{ readonly end: string; readonly replaces: ReplacedBuyback } | 'cancelled' | null>
}
