import type { Vault } from '#api/adapters/vault/vault.ts'
import type { Database } from '#api/db/database.ts'
import { endFoundAgain } from '#api/db/found-again.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Clock } from '#api/http/clock.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { libraryChecks } from '#domain/customer/customer-checks.library.ts'
import { foundBy } from '#domain/customer/found-again.ts'
import { succeed } from '#domain/kernel/result.ts'
import { eraseCustomerCall } from '#sync/calls/buyback.ts'
import { findCustomersCall, takeCustomerCall } from '#sync/calls/customer-found-again.ts'
import { countryOf, findCustomers, takeCustomer } from './found-queries.ts'
import { eraseRow, lockPerson } from './erasure-queries.ts'

/** Finding a customer again for the next sale, and erasing what is known of one. */
export function createCustomerRoutes(deps: {
  readonly database: Database
  readonly now: Clock
  readonly vault: Vault
  readonly throttle: { hit(subjects: { readonly customerByUser: string }): Promise<number | null> }
}): readonly DeclaredRoute[] {
  const { database, now, vault, throttle } = deps
  return [
    route(
      {
        ...findCustomersCall,
        permission: 'customer.find',
        summary: 'Customers who agreed to be found by a phone or e-mail',
        refusals: ['ACCESS_THROTTLED'],
      },
      async ({ caller: { accountId, userId }, body: { contact } }) => {
        const retryAfterSeconds = await throttle.hit({ customerByUser: userId })
        if (retryAfterSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds })
        return inAccount(
          database,
          accountId,
          async (tx) => {
            const by = foundBy(contact, await countryOf(tx, accountId), libraryChecks)
            return succeed({ customers: by === null ? [] : await findCustomers(tx, { accountId, by, now: now() }) })
          },
          { readOnly: true },
        )
      },
    ),

    route(
      {
        ...takeCustomerCall,
        permission: 'customer.find',
        summary: 'Details of a customer who was found again',
        refusals: ['ACCESS_THROTTLED', 'REQUEST_NOT_FOUND'],
      },
      async ({ caller: { accountId, userId }, params: { id: customerId }, body: { contact } }) => {
        const retryAfterSeconds = await throttle.hit({ customerByUser: userId })
        if (retryAfterSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds })
        return inAccount(
          database,
          accountId,
          async (tx) => {
            const by = foundBy(contact, await countryOf(tx, accountId), libraryChecks)
            const asked = { accountId, customerId, now: now() }
            const found = by === null ? null : await takeCustomer(tx, vault, { ...asked, by })
            return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
          },
          { readOnly: true },
        )
      },
    ),

    route(
      {
        ...eraseCustomerCall,
        permission: 'customer.erase',
        summary: 'Destroy what is known of a customer',
        refusals: ['CUSTOMER_IN_USE'],
      },
      ({ caller, params }) => {
        const scope = { accountId: caller.accountId, customerId: params.id }
        return inAccount(database, scope.accountId, async (tx) => {
          const rows = await lockPerson(tx, scope)
          if (rows === null) return refuse('REQUEST_NOT_FOUND')
          const [{ erasedAt }] = rows
          if (erasedAt === null && rows.some(({ isInUse }) => isInUse)) return refuse('CUSTOMER_IN_USE')
          const at = erasedAt ?? now()
          if (erasedAt === null) {
            // Earlier sales of the same person are other rows: by their phone or e-mail, nobody finds them either.
            const customerIds = rows.map(({ customerId }) => customerId)
            await endFoundAgain(tx, { accountId: scope.accountId, customerIds, at })
            for (const { customerId, email } of rows) await eraseRow(tx, { ...scope, customerId }, { email, at })
          }
          return succeed({ customerId: params.id, erasedAt: at.toISOString() })
        })
      },
    ),
  ]
}
