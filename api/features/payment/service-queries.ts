import { sql, type Transaction } from 'kysely'
import { openConnectorSecret } from '#api/db/connector-secrets.ts'
import type { SecretSealer } from '#api/db/customer-secrets.ts'
import type { Database } from '#api/db/database.ts'
import type { Tables } from '#api/db/tables.ts'

type Tx = Transaction<Tables>

/** A payout service that an account names, with its opened secrets. */
export interface AccountService {
  readonly configurationId: string
  readonly url: string
  readonly apiKey: string
  readonly eventSecret: string
}

const columns = sql`id, properties ->> 'url' as url, secrets ->> 'apiKey' as "apiKey",
  secrets ->> 'eventSecret' as "eventSecret"`

/**
 * The service that an account pays through now, held for this transaction: its address stays what it is until the
 * attempt that is begun with it stands. Null where the account names none.
 */
export async function readActiveService(
  tx: Tx,
  vault: SecretSealer,
  accountId: string,
  { isHeld }: { readonly isHeld: boolean },
): Promise<AccountService | null> {
  const { rows } = await sql<Row>`
    select ${columns} from connector_configuration
    where account_id = ${accountId} and connector = 'payment' and status = 'active'
    ${isHeld ? sql`for share` : sql``}`.execute(tx)
  return rows[0] === undefined ? null : opened(vault, accountId, rows[0])
}

/** The service of an id, active or not; null for an id that names none of the account. */
export async function readService(
  tx: Tx,
  vault: SecretSealer,
  accountId: string,
  configurationId: string,
): Promise<AccountService | null> {
  const { rows } = await sql<Row>`
    select ${columns} from connector_configuration
    where account_id = ${accountId} and id = ${configurationId} and connector = 'payment'`.execute(tx)
  return rows[0] === undefined ? null : opened(vault, accountId, rows[0])
}

/** Whose payout service an id names, before any account is known; null for an id that is none of ours. */
export async function accountOfService(
  database: Pick<Database, 'app'>,
  configurationId: string,
): Promise<string | null> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from payout_account(${configurationId})`.execute(database.app)
  return rows[0]?.accountId ?? null
}

interface Row {
  readonly id: string
  readonly url: string
  readonly apiKey: string
  readonly eventSecret: string
}

function opened(vault: SecretSealer, accountId: string, row: Row): AccountService {
  const { id, url } = row
  const open = (property: 'apiKey' | 'eventSecret') =>
    openConnectorSecret(vault, { accountId, id, property }, row[property])
  return { configurationId: id, url, apiKey: open('apiKey'), eventSecret: open('eventSecret') }
}
