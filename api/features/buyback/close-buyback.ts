import type * as z from 'zod'
import { scopeOf, visibleBuybacks } from '#api/db/buyback-scope.ts'
import { inAccount } from '#api/db/in-account.ts'
import { writeServerChange } from '#api/db/item-change.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { can } from '#domain/access/permission.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { canCancelPayment, isOwedBySettling } from '#domain/payment/payment-rules.ts'
import { decideCancel } from '#domain/item/cancel-buyback.ts'
import { decideLoss, lossPlaceOf } from '#domain/compliance/loss.ts'
import { isInsideWarehouse } from '#domain/item/item-transitions.ts'
import type { cancelBuybackCall, loseItemCall } from '#sync/calls/buyback.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { lockBuyback, noteCancelReason, readNativeStocks, readOutcome } from './lock-buyback-queries.ts'

type Outcome = z.input<typeof cancelBuybackCall.answer>

/** Cancels a buyback (BB-29 to BB-32), and its payment with it where that can be cancelled. */
export async function cancelBuyback(
  deps: BuybackDeps,
  caller: Session,
  id: string,
  body: z.output<typeof cancelBuybackCall.body>,
): Promise<Result<Outcome, Failure>> {
  const { accountId, userId } = caller
  const scope = await scopeOf(deps.database, caller)
  return inAccount(deps.database, accountId, async (tx) => {
    const found = await lockBuyback(tx, id, visibleBuybacks(accountId, scope))
    if (found === null) return refuse('REQUEST_NOT_FOUND')
    const inside = isInsideWarehouse(found.status) ? found.warehouseId : null
    const nativeStock = await readNativeStocks(tx, accountId, inside)
    const decided = decideCancel(found, {
      paymentCancellable: canCancelPayment(found.paymentStatus),
      force: body.force,
      nativeStock,
    })
    if (!decided.ok)
      return refuse(decided.error, { details: { status: found.buybackStatus, paymentStatus: found.paymentStatus } })
    const comment = textOf(body.comment)
    await noteCancelReason(tx, { accountId, buybackId: id }, { reason: body.reason, comment })
    await writeServerChange(tx, { accountId, userId, at: deps.now() }, found, {
      action: 'cancel',
      next: decided.value,
      validated: null,
      comment,
      details: { reason: body.reason, force: body.force, paymentStatus: found.paymentStatus },
    })
    return succeed(await readOutcome(tx, { accountId, buybackId: id }))
  })
}

/** Declares an item lost (BB-36, BB-37): its buyback is completed, and the customer paid once. */
export async function loseItem(
  deps: BuybackDeps,
  caller: Session,
  id: string,
  body: z.output<typeof loseItemCall.body>,
): Promise<Result<Outcome, Failure>> {
  if (!can(caller.permissions, `item.mark_lost_${body.place}`)) return refuse('ACCESS_PERMISSION_MISSING')
  const { accountId, userId } = caller
  const scope = await scopeOf(deps.database, caller)
  return inAccount(deps.database, accountId, async (tx) => {
    const found = await lockBuyback(tx, id, visibleBuybacks(accountId, scope))
    if (found === null) return refuse('REQUEST_NOT_FOUND')
    const decided = decideLoss(found, body.place, { ...found, isOwedBySettling: isOwedBySettling(found.paymentStatus) })
    if (!decided.ok)
      return refuse(decided.error, { details: { itemStatus: found.status, lossPlace: lossPlaceOf(found.status) } })
    await writeServerChange(tx, { accountId, userId, at: deps.now() }, found, {
      action: 'lose',
      ...decided.value,
      comment: textOf(body.comment),
      details: { place: body.place },
    })
    return succeed(await readOutcome(tx, { accountId, buybackId: id }))
  })
}

function textOf(comment: string | undefined): string | null {
  return comment === undefined || comment === '' ? null : comment
}
