import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { inAccount } from '#api/db/in-account.ts'
import { lockBuybackAlone } from '#api/db/lock-buybacks.ts'
import type { Tables } from '#api/db/tables.ts'
import { renewPapersOfSlot } from '#api/documents/buyback-document-queries.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { queuePickupMail } from '#api/mail/buyback-mails.ts'
import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import { isSameSlot, type PickupSlot } from '#domain/circuit/pickup-slots.ts'
import type { DeliveryStatus } from '#domain/delivery/delivery-status.ts'
import type { ItemStatus } from '#domain/item/item-status.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { changePickupCall, trackedPickup, trackedSlotsCall } from '#sync/calls/buyback-pickup.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { bookSlot, holdSlots, readSlots } from './pickup-queries.ts'
import { createTrackingLink } from './tracking-link.ts'
import { readTrackingToken } from './tracking-token.ts'

type Tx = Transaction<Tables>
type Tracked = { readonly accountId: string; readonly buybackId: string }

interface PickupRow {
  readonly slot: PickupSlot | null
  readonly shippingMethodId: string
  readonly visitId: string
  readonly hasSlots: boolean
  readonly status: BuybackStatus
  readonly deliveryStatus: DeliveryStatus | null
  readonly itemStatus: ItemStatus
}

async function readRow(tx: Tx, { accountId, buybackId }: Tracked): Promise<PickupRow | null> {
  const { rows } = await sql<PickupRow>`
    select case when p.buyback_id is not null
        then json_build_object('day', p.day::text, 'opens', p.opens, 'closes', p.closes) end as slot,
      s.id as "shippingMethodId", coalesce(p.visit_id, b.id) as "visitId",
      s.type = 'web_collect' and s.pickup is not null as "hasSlots", b.status,
      b.delivery_status as "deliveryStatus", i.status as "itemStatus"
    from buyback b
    join item i on i.account_id = b.account_id and i.buyback_id = b.id
    join shipping_method s on s.account_id = b.account_id and s.id = b.shipping_method_id
    left join pickup_booking p on p.account_id = b.account_id and p.buyback_id = b.id
    join customer u on u.account_id = b.account_id and u.id = b.customer_id and u.erased_at is null
    where b.account_id = ${accountId} and b.id = ${buybackId}`.execute(tx)
  return rows[0] ?? null
}

/** Whether a slot may be chosen still: the product is with its customer, and no carrier has it. */
function mayChange({ hasSlots, status, deliveryStatus, itemStatus }: PickupRow): boolean {
  const isAwaited = itemStatus === 'item_created' && status !== 'bb_cancelled'
  return hasSlots && isAwaited && (deliveryStatus?.startsWith('ORDER_') ?? true)
}

/** When a buyback is collected, and whether its customer may change that; null where it has no slot and may have none. */
export async function readPickup(tx: Tx, tracked: Tracked): Promise<z.output<typeof trackedPickup> | null> {
  const row = await readRow(tx, tracked)
  if (row === null) return null
  const canChange = mayChange(row)
  return row.slot === null && !canChange ? null : { slot: row.slot, canChange }
}

/** The slots that the customer of a private link may choose. */
export async function readTrackedSlots(
  deps: BuybackDeps,
  token: string,
  address: string,
): Promise<Result<z.output<typeof trackedSlotsCall.answer>, Failure>> {
  const found = await trackedBy(deps, token, address)
  if (!found.ok) return found
  return inAccount(deps.database, found.value.accountId, async (tx) => {
    const row = await readRow(tx, found.value)
    if (row === null) return refuse('TRACKING_LINK_INVALID')
    if (!mayChange(row)) return refuse('PICKUP_FIXED')
    const slots = await readSlots(tx, deps, { ...found.value, ...row }, row.visitId)
    return succeed({ slots: (slots ?? []).filter(({ left }) => left > 0).map(plainSlot) })
  })
}

/** A slot without how many places are left in it, which is nobody's business. */
export function plainSlot({ day, opens, closes }: PickupSlot): PickupSlot {
  return { day, opens, closes }
}

/**
 * Changes the slot of a buyback. The place is held while the carrier is asked, with no transaction open; the former slot
 * counts until the carrier agrees. The same slot again changes nothing.
 */
export async function changePickup(
  deps: BuybackDeps,
  token: string,
  { chosen, address }: { readonly chosen: z.output<typeof changePickupCall.body>; readonly address: string },
): Promise<Result<z.output<typeof changePickupCall.answer>, Failure>> {
  const found = await trackedBy(deps, token, address)
  if (!found.ok) return found
  const tracked = found.value
  const at = deps.now()
  const begun = await inAccount(deps.database, tracked.accountId, async (tx) => begin(tx, deps, tracked, chosen))
  if (!begun.ok) return begun
  const { row, slot } = begun.value
  const present = { slot, canChange: true }
  if (isSameSlot(slot, row.slot)) return succeed(present)
  const word = await deps.reschedulePickup(tracked, slot)
  return inAccount(deps.database, tracked.accountId, async (tx) => {
    await lockBuybackAlone(tx, tracked)
    if (word === 'changed' || word === 'absent') {
      const { shippingMethodId, visitId } = row
      const { buybackId } = tracked
      await bookSlot(tx, tracked.accountId, { buybackId, shippingMethodId, visitId, slot, at })
      await renewPapersOfSlot(tx, tracked)
      const trackingLink = createTrackingLink(deps.vault, deps.publicUrl)
      await queuePickupMail(tx, { now: deps.now, trackingLink }, { ...tracked, slot })
      return succeed(present)
    }
    await forgetAsked(tx, tracked)
    return refuse(word === 'refused' ? 'PICKUP_FIXED' : 'PICKUP_UNCONFIRMED')
  })
}

async function begin(
  tx: Tx,
  deps: BuybackDeps,
  tracked: Tracked,
  chosen: Pick<PickupSlot, 'day' | 'opens'>,
): Promise<Result<{ readonly row: PickupRow; readonly slot: PickupSlot }, Failure>> {
  await lockBuybackAlone(tx, tracked)
  const row = await readRow(tx, tracked)
  if (row === null) return refuse('TRACKING_LINK_INVALID')
  if (!mayChange(row)) return refuse('PICKUP_FIXED')
  if (row.slot !== null && isSameSlot(chosen, row.slot)) return succeed({ row, slot: row.slot })
  const { accountId } = tracked
  const { shippingMethodId, visitId } = row
  const taken = await holdSlots(tx, deps, { accountId, visitId }, [{ shippingMethodId, slot: chosen }])
  const open = await readSlots(tx, deps, { accountId, shippingMethodId }, visitId)
  const slot = open?.find((one) => isSameSlot(one, chosen))
  if (taken !== null || slot === undefined) return refuse('PICKUP_SLOT_TAKEN', { field: 'pickup' })
  if (row.slot !== null)
    await sql`update pickup_booking set asked_day = ${slot.day}::date, asked_opens = ${slot.opens},
      asked_at = ${deps.now()} where account_id = ${accountId} and buyback_id = ${tracked.buybackId}`.execute(tx)
  return succeed({ row, slot: plainSlot(slot) })
}

async function forgetAsked(tx: Tx, { accountId, buybackId }: Tracked): Promise<void> {
  await sql`update pickup_booking set asked_day = null, asked_opens = null, asked_at = null
    where account_id = ${accountId} and buyback_id = ${buybackId}`.execute(tx)
}

async function trackedBy(deps: BuybackDeps, token: string, address: string): Promise<Result<Tracked, Failure>> {
  const waitSeconds = await deps.throttle.hit({ trackingByAddress: address })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const tracked = readTrackingToken(deps.vault, token)
  return tracked === null ? refuse('TRACKING_LINK_INVALID') : succeed(tracked)
}
