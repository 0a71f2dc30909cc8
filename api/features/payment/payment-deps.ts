import type { PublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
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
  /** The service over HTTP; null where the installation has none. */
  readonly http: PayoutProvider | null
  readonly vault: SecretSealer
  /** The page where a customer follows a buyback; the mail of a completed payment leads there. */
  readonly trackingLink: BuybackMailDeps['trackingLink']
}
