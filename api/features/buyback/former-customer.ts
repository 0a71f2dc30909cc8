import { sql, type Transaction } from 'kysely'
import type { Vault } from '#api/adapters/vault/vault.ts'
import { openSecrets, type CustomerScope } from '#api/db/customer-secrets.ts'
import type { Tables } from '#api/db/tables.ts'
import { foundAgainSince } from '#domain/customer/found-again.ts'
import type { KeptForm } from '#domain/customer/seller.ts'
import { readSellerForm } from './finalize-queries.ts'

type Tx = Transaction<Tables>

/**
 * Customers who were found again, by their ids, as if they filled the form in again. Those who do not agree to it any
 * more, or are erased, are missing. A sale may come days after they were found: by as many days the agreement lasts longer.
 */
export async function readFormerForms(
  tx: Tx,
  vault: Vault,
  { accountId, ids, since }: { readonly accountId: string; readonly ids: readonly string[]; readonly since: Date },
): Promise<ReadonlyMap<string, KeptForm>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string }>`
    select c.id from customer c where c.account_id = ${accountId} and c.id = any (${[...ids]}::uuid[])
      and c.erased_at is null and c.found_again_since > ${foundAgainSince(since)}`.execute(tx)
  const forms = new Map<string, KeptForm>()
  for (const { id: customerId } of rows) {
    const scope = { accountId, customerId }
    forms.set(customerId, await readSellerForm(tx, scope, await openSecrets(tx, vault, scope), { isLocked: false }))
  }
  return forms
}

/**
 * Keeps what a customer said about being found again. A no holds for the earlier sales too, of everyone who shares the
 * phone or e-mail: the program cannot tell a household from one person.
 */
export async function keepFoundAgain(
  tx: Tx,
  { accountId, customerId }: CustomerScope,
  { agrees, at }: { readonly agrees: boolean; readonly at: Date },
): Promise<void> {
  if (agrees)
    await sql`update customer set found_again_since = ${at} where account_id = ${accountId} and id = ${customerId}`.execute(
      tx,
    )
  else
    await sql`
      update customer c set found_again_since = null from customer n
      where n.account_id = ${accountId} and n.id = ${customerId} and c.account_id = n.account_id
        and c.found_again_since is not null and (lower(c.email) = lower(n.email) or c.phone = n.phone)`.execute(tx)
}
