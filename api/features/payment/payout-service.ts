import { createHmac } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { PayoutProvider } from '#api/adapters/payment/payout-provider.ts'
import type { Tables } from '#api/db/tables.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { readActiveService, readService, type AccountService } from './service-queries.ts'

/** What a provider was asked. */
export interface Attempt {
  readonly id: string
  readonly number: number
  readonly key: string
  readonly provider: 'transfer_file' | 'program' | 'http'
  readonly state: 'started' | 'accepted' | 'completed' | 'failed'
  /** The account's own service that it was sent to; null: the installation's. */
  readonly configurationId: string | null
  readonly serviceMark: string | null
}

type Tx = Transaction<Tables>

/** A service that pays: the one that an account names, or else the installation's. */
export interface PayoutService {
  /** Null for the installation's. */
  readonly configurationId: string | null
  /**
   * Stands for the address and the key by which the service is spoken to, so that an attempt knows whether it is asked
   * about where it was sent. Null for the installation's, for which the operator answers.
   */
  readonly mark: string | null
  /** The same by master keys that were replaced: what an attempt was sent under may be one of them. */
  readonly formerMarks: readonly string[]
  /** Null while the installation does not speak to it. */
  readonly provider: PayoutProvider | null
}

/** The service that a new payout of an account goes to; null where there is none. */
export async function chosenService(
  tx: Tx,
  deps: PaymentDeps,
  accountId: string,
  { isHeld }: { readonly isHeld: boolean },
): Promise<PayoutService | null> {
  const own = await readActiveService(tx, deps.vault, accountId, { isHeld })
  if (own !== null) return serviceOf(deps, accountId, own)
  return deps.http === null ? null : installationOf(deps)
}

/** The service that an attempt was sent to, regardless of the service that the account pays through now. */
export async function serviceOfAttempt(
  tx: Tx,
  deps: PaymentDeps,
  accountId: string,
  { configurationId }: Pick<Attempt, 'configurationId'>,
): Promise<PayoutService> {
  if (configurationId === null) return installationOf(deps)
  const own = await readService(tx, deps.vault, accountId, configurationId)
  return own === null
    ? { configurationId, mark: null, formerMarks: [], provider: null }
    : serviceOf(deps, accountId, own)
}

function installationOf({ http }: PaymentDeps): PayoutService {
  return { configurationId: null, mark: null, formerMarks: [], provider: http }
}

function serviceOf(deps: PaymentDeps, accountId: string, own: AccountService): PayoutService {
  const { url, apiKey, eventSecret, configurationId } = own
  const isAllowed = deps.payoutHosts.includes(new URL(url).host)
  const markBy = (key: Buffer) => createHmac('sha256', key).update(`${url}\0${apiKey}`).digest('hex')
  const [present, ...former] = deps.vault.lastingKeys(`payout services of ${accountId}`)
  return {
    configurationId,
    mark: markBy(present),
    formerMarks: former.map(markBy),
    provider: isAllowed ? deps.openPayouts({ url, apiKey, eventSecret }) : null,
  }
}
