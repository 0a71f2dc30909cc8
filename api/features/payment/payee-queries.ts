import { sql, type Transaction } from 'kysely'
import { openIban } from '#api/db/customer-secrets.ts'
import type { Tables } from '#api/db/tables.ts'
import { mapInSlices } from '#api/http/run-in-slices.ts'
import { fail, type Result } from '#domain/kernel/result.ts'
import type { LeftOutReason } from '#domain/payment/left-out-reason.ts'
import { payeeOf, type Payee } from '#domain/payment/payee.ts'
import type { PaymentDeps } from './payment-deps.ts'

interface StoredPayee {
  readonly customerId: string
  readonly name: string
  readonly latinName: string | null
  readonly accountHolder: string | null
  readonly bic: string | null
  readonly sealed: Buffer
  readonly wrappedKey: Buffer
}

/**
 * The payees of transfers by their customers; one who has given no IBAN, or was erased, has none. Name and IBAN are read
 * in one statement, and after the transfers' lock: a user may have changed both together while the lock was waited for,
 * or may be about to, in another buyback of the same customer.
 */
export async function readPayees(
  tx: Transaction<Tables>,
  { vault }: PaymentDeps,
  accountId: string,
  customers: readonly (string | null)[],
): Promise<(customerId: string | null) => Result<Payee, LeftOutReason>> {
  const ids = [...new Set(customers.flatMap((id) => id ?? []))]
  const found = await sql<StoredPayee>`
    select c.id as "customerId", c.first_name || ' ' || c.last_name as name, c.latin_name as "latinName",
      c.account_holder as "accountHolder", c.account_bic as bic, s.sealed, k.wrapped_key as "wrappedKey"
    from customer c
    join customer_secret s on s.account_id = c.account_id and s.customer_id = c.id and s.kind = 'iban'
    join customer_key k on k.account_id = c.account_id and k.customer_id = c.id
    where c.account_id = ${accountId} and c.id = any (${ids}::uuid[])`.execute(tx)
  const payees = await mapInSlices(found.rows, (row) => {
    const { customerId, name, latinName, accountHolder, bic } = row
    const iban = openIban(vault, { accountId, customerId }, row)
    return [customerId, payeeOf({ name, latinName, accountHolder, iban, bic })] as const
  })
  const known = new Map(payees)
  return (customerId) => (customerId === null ? undefined : known.get(customerId)) ?? fail('no_iban')
}
