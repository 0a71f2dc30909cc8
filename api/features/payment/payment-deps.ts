import type { PublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
import type { HttpPayoutOptions } from '#api/adapters/payment/http-payout-provider.ts'
import type { PayoutProvider } from '#api/adapters/payment/payout-provider.ts'
import type { SecretSealer } from '#api/db/customer-secrets.ts'
import type { Database } from '#api/db/database.ts'
import type { Clock } from '#api/http/clock.ts'
import type { BuybackMailDeps } from '#api/mail/buyback-mails.ts'

/** What paying is built from. */
export interface PaymentDeps {
  readonly database: Database
  readonly now: Clock
  readonly publicHolidays: PublicHolidays
  /** The installation's service over HTTP, for accounts that name none of their own; null where it has none. */
  readonly http: PayoutProvider | null
  /** Hosts, with their ports where they have one, at which accounts may name a service of their own. */
  readonly payoutHosts: readonly string[]
  readonly openPayouts: (options: HttpPayoutOptions) => PayoutProvider
  readonly vault: SecretSealer
  /** The page where a customer follows a buyback; the mail of a completed payment leads there. */
  readonly trackingLink: BuybackMailDeps['trackingLink']
}
