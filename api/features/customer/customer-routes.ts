import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Clock } from '#api/http/clock.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import { eraseCustomerCall } from '#sync/calls/buyback.ts'
import { eraseRow, lockPerson } from './erasure-queries.ts'

/** Erasing what is known of a customer. */
export function createCustomerRoutes(deps: {
  readonly database: Database
  readonly now: Clock
}): readonly DeclaredRoute[] {
  const { database, now } = deps
  return [
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
          if (erasedAt === null)
            for (const { customerId, email } of rows) await eraseRow(tx, { ...scope, customerId }, { email, at })
          return succeed({ customerId: params.id, erasedAt: at.toISOString() })
        })
      },
    ),
  ]
}
