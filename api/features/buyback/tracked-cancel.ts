import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { inAccount } from '#api/db/in-account.ts'
import { writeServerChange } from '#api/db/item-change.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { decideCancel, lateCauseOf, type CustomerCancelFacts } from '#domain/item/cancel-buyback.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { canCancelPayment } from '#domain/payment/payment-rules.ts'
import type { cancelTrackedCall, TrackedCancel } from '#sync/calls/buyback-cancel.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { lockBuyback, noteCancelReason } from './lock-buyback-queries.ts'
import { ofLiveLink, trackedBy } from './tracked-buyback.ts'

type Tx = Transaction<Tables>

/** What the history calls a cancelling by the customer. */
const action = 'customer_cancel'

/**
 * Cancels a buyback for the customer of its private link, by the same table as the office (BB-29), while the product is
 * still with the customer. What follows is the same, too: payment, label, the carrier's order, the place of the slot and
 * the mail are the triggers' business.
 */
export async function cancelTracked(
  deps: BuybackDeps,
  token: string,
  { body, address }: { readonly body: z.output<typeof cancelTrackedCall.body>; readonly address: string },
): Promise<Result<TrackedCancel, Failure>> {
  const tracked = await trackedBy(deps, token, address)
  if (!tracked.ok) return tracked
  const { accountId, buybackId } = tracked.value
  return inAccount(deps.database, accountId, async (tx) => {
    const found = await lockBuyback(tx, buybackId, ofLiveLink(tracked.value))
    if (found === null) return refuse('TRACKING_LINK_INVALID')
    // A second tab, and an answer that was lost on its way: it is done, and told once.
    if (await isByCustomer(tx, { accountId, itemId: found.itemId })) return succeed(cancelledByCustomer)
    const cause = lateCauseOf(found)
    if (cause !== null) return refuse('BUYBACK_NOT_CANCELLABLE', { details: { cause } })
    const decided = decideCancel(found, {
      paymentCancellable: canCancelPayment(found.paymentStatus),
      force: false,
      nativeStock: () => {
        throw new Error('what its customer has is in no warehouse')
      },
    })
    if (!decided.ok) return refuse(decided.error)
    const reason = 'customer_retraction'
    await noteCancelReason(tx, { accountId, buybackId }, { reason, comment: null })
    await writeServerChange(tx, { accountId, userId: null, at: deps.now() }, found, {
      action,
      next: decided.value,
      validated: null,
      details: { reason, customerReason: body.reason, paymentStatus: found.paymentStatus },
    })
    return succeed(cancelledByCustomer)
  })
}

const cancelledByCustomer: TrackedCancel = { lateCause: 'ended', isByCustomer: true }

/** Whether a buyback may be cancelled behind its private link, and whether it was. */
export async function readCancel(
  tx: Tx,
  scope: { readonly accountId: string; readonly itemId: string },
  facts: CustomerCancelFacts,
): Promise<TrackedCancel> {
  const isOver = facts.buybackStatus === 'bb_cancelled' && (await isByCustomer(tx, scope))
  return { lateCause: lateCauseOf(facts), isByCustomer: isOver }
}

async function isByCustomer(
  tx: Tx,
  { accountId, itemId }: { readonly accountId: string; readonly itemId: string },
): Promise<boolean> {
  const { rows } = await sql`select from item_history
    where account_id = ${accountId} and item_id = ${itemId} and action = ${action} limit 1`.execute(tx)
  return rows.length > 0
}
