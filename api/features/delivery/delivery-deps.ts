import type { FileScanner } from '#domain/kernel/file-verdict.ts'
import type { Carrier } from '#api/adapters/carrier/carrier.ts'
import type { HttpCarrierOptions } from '#api/adapters/carrier/http-carrier.ts'
import type { SecretSealer } from '#api/db/customer-secrets.ts'
import type { Database } from '#api/db/database.ts'
import type { Clock } from '#api/http/clock.ts'
import type { BuybackMailDeps } from '#api/mail/buyback-mails.ts'

/** What deliveries are built from. */
export interface DeliveryDeps {
  readonly database: Database
  readonly now: Clock
  readonly vault: SecretSealer
  /** Hosts, with their ports where they have one, that the installation lets carriers be reached at. */
  readonly carrierHosts: readonly string[]
  readonly openCarrier: (options: HttpCarrierOptions) => Carrier
  /** Looks at a carrier's label before it is kept; null: the installation has none. */
  readonly scanner: FileScanner | null
  readonly trackingLink: BuybackMailDeps['trackingLink']
  /** Called after the commit that queued a mail. */
  readonly mailQueued: () => void
}
