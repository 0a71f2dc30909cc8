import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { succeed } from '#domain/kernel/result.ts'
import { patchTransferOrderTermsCall, readTransferOrderTermsCall } from '#sync/calls/transfer-order.ts'
import { readTerms, updateTerms } from './transfer-order-terms-queries.ts'

/** What the routes of transfer orders are built from. */
export interface TransferOrderDeps {
  readonly database: Database
}

/** The terms that transfer orders are printed with (CIRC-33 to CIRC-35). */
export function createTransferOrderRoutes({ database }: TransferOrderDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...readTransferOrderTermsCall, permission: 'transfer_order.read', summary: 'Terms of transfer orders' },
      async (call) => {
        const { accountId } = call.caller
        const found = await inAccount(database, accountId, (tx) => readTerms(tx, accountId), { readOnly: true })
        return versioned(call.answerHeaders, found)
      },
    ),

    route(
      {
        ...patchTransferOrderTermsCall,
        permission: 'transfer_order.update',
        summary: 'Change the terms of transfer orders',
        refusals: ['REQUEST_VERSION_CONFLICT', 'TRANSFER_ORDER_TERMS_DISABLED'],
      },
      async (call) => {
        const { accountId } = call.caller
        const changed = await inAccount(database, accountId, async (tx) => {
          const fresh = checkVersion(call.http.headers, await readTerms(tx, accountId, { forUpdate: true }))
          if (!fresh.ok) return fresh
          if (!fresh.value.isActive) return refuse('TRANSFER_ORDER_TERMS_DISABLED')
          await updateTerms(tx, accountId, call.body)
          return succeed((await readTerms(tx, accountId)) ?? fresh.value)
        })
        return changed.ok ? versioned(call.answerHeaders, changed.value) : changed
      },
    ),
  ]
}
