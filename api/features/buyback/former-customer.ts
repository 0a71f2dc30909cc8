import { sql, type Transaction } from 'kysely'
import type { Vault } from '#api/adapters/vault/vault.ts'
import { openSecrets, type CustomerScope } from '#api/db/customer-secrets.ts'
import { endFoundAgain, hasDeclinedSince } from '#api/db/found-again.ts'
import type { Tables } from '#api/db/tables.ts'
import { deliveryMs } from '#domain/buyback/catalog-promise.ts'
import { foundAgainSince } from '#domain/customer/found-again.ts'
import type { KeptForm } from '#domain/customer/seller.ts'
import { readSellerForm } from './finalize-queries.ts'

type Tx = Transaction<Tables>

/**
 * Customers who were found again, by their ids, as if they filled the form in again. Those who do not agree to it any
 * more, or are erased, are missing. A sale may come days after they were found: by as many days the agreement lasts longer.
 * They stay locked until the sales are written, so that no agreement ends in between.
 */
export async function readFormerForms(
  tx: Tx,
  vault: Vault,
  { accountId, ids, since }: { readonly accountId: string; readonly ids: readonly string[]; readonly since: Date },
): Promise<Map<string, KeptForm>> {
  if (ids.length === 0) return new Map()
  // Not shared: a sale that says no writes them, and two that share them would wait for each other.
  const { rows } = await sql<{ id: string }>`
    select c.id from customer c where c.account_id = ${accountId} and c.id = any (${[...ids]}::uuid[])
      and c.erased_at is null and c.found_again_since > ${foundAgainSince(since)}
    order by c.id
    for no key update`.execute(tx)
  const forms = new Map<string, KeptForm>()
  for (const { id: customerId } of rows) {
    const scope = { accountId, customerId }
    forms.set(customerId, await readSellerForm(tx, scope, await openSecrets(tx, vault, scope), { isLocked: false }))
  }
  return forms
}

/** When a customer said something: as the device tells, no earlier than it may deliver and no later than now. */
export function saidAt(deviceAt: string, now: Date): Date {
  return new Date(Math.min(Math.max(Date.parse(deviceAt), now.getTime() - deliveryMs), now.getTime()))
}

/** What a customer said about being found again, and the customer who was found for that sale. */
interface Said {
  readonly agrees: boolean
  readonly formerId: string | null
  readonly at: Date
}

/**
 * Keeps what a customer said about being found again. Its own time counts, not the order of arrival: a no ends what was
 * agreed before, and no agreement counts that is older than a no. The customer who was found is told no as well, under
 * whichever phone and e-mail that was.
 */
export async function keepFoundAgain(
  tx: Tx,
  { accountId, customerId }: CustomerScope,
  { agrees, formerId, at }: Said,
): Promise<void> {
  if (agrees) {
    await sql`
      update customer c set found_again_since = greatest(c.found_again_since, ${at})
      where c.account_id = ${accountId} and c.id = ${customerId}
        and not ${hasDeclinedSince('c', accountId, sql`${at}::timestamptz`)}`.execute(tx)
    return
  }
  const customerIds = formerId === null ? [customerId] : [customerId, formerId]
  await endFoundAgain(tx, { accountId, customerIds, at })
}
