import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import type { RescheduleAnswer } from '#api/adapters/carrier/carrier.ts'
import { inAccount } from '#api/db/in-account.ts'
import { lockBuybackAlone } from '#api/db/lock-buybacks.ts'
import { sendPickupJob } from '#api/db/pickup-job.ts'
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
import { askSlot, bookSlot, countAsking, deletePickupRequest, holdSlots, readSlots } from './pickup-queries.ts'
import { trackedBy } from './tracked-buyback.ts'
import { createTrackingLink } from './tracking-link.ts'

type Tx = Transaction<Tables>
type Tracked = { readonly accountId: string; readonly buybackId: string }

interface PickupRow {
  readonly slot: PickupSlot | null
  /** What the carrier is asked for in its place, until its answer is definite. */
  readonly asked: PickupSlot | null
  readonly shippingMethodId: string
  readonly visitId: string
  readonly hasSlots: boolean
  readonly status: BuybackStatus
  readonly deliveryStatus: DeliveryStatus | null
  readonly itemStatus: ItemStatus
}

async function readRow(tx: Tx, { accountId, buybackId }: Tracked): Promise<PickupRow | null> {
  const { rows } = await sql<PickupRow>`
    select case when p.day is not null
        then json_build_object('day', p.day::text, 'opens', p.opens, 'closes', p.closes) end as slot,
      case when p.asked_day is not null then json_build_object('day', p.asked_day::text, 'opens', p.asked_opens,
        'closes', p.asked_closes) end as asked,
      s.id as "shippingMethodId", coalesce(p.visit_id, b.id) as "visitId",
      s.type = 'web_collect' and s.pickup is not null as "hasSlots", b.status,
      b.delivery_status as "deliveryStatus", i.status as "itemStatus"
    from buyback b
    join account a on a.id = b.account_id and a.status = 'active'
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
    const slots = await readSlots(tx, deps, { ...found.value, ...row }, row)
    return succeed({ slots: (slots ?? []).filter(({ left }) => left > 0).map(plainSlot) })
  })
}

/** A slot without how many places are left in it, which is nobody's business. */
export function plainSlot({ day, opens, closes }: PickupSlot): PickupSlot {
  return { day, opens, closes }
}

/**
 * Changes the slot of a buyback. The place is held while the carrier is asked, with no transaction open; the former slot
 * counts until the carrier agrees. Without a definite answer the place stays held, and a job asks again. The same slot
 * again changes nothing.
 */
export async function changePickup(
  deps: BuybackDeps,
  token: string,
  { chosen, address }: { readonly chosen: z.output<typeof changePickupCall.body>; readonly address: string },
): Promise<Result<z.output<typeof changePickupCall.answer>, Failure>> {
  const found = await trackedBy(deps, token, address)
  if (!found.ok) return found
  const tracked = found.value
  const begun = await inAccount(deps.database, tracked.accountId, async (tx) => begin(tx, deps, tracked, chosen))
  if (!begun.ok) return begun
  const { slot, isBooked, wasAsked } = begun.value
  if (isBooked) return succeed({ slot, canChange: true })
  let word: RescheduleAnswer
  try {
    word = await deps.reschedulePickup(tracked, slot)
  } catch (error) {
    // Nothing has reached the carrier now; what an earlier try has asked for stays until the job knows more.
    deps.log.warn({ ...tracked, reason: error instanceof Error ? error.message : typeof error }, 'carrier not asked')
    if (!wasAsked)
      await inAccount(deps.database, tracked.accountId, async (tx) => {
        await lockBuybackAlone(tx, tracked)
        const row = await readRow(tx, tracked)
        if (row?.asked != null && isSameSlot(row.asked, slot)) await deletePickupRequest(tx, tracked)
      })
    return refuse('PICKUP_UNCONFIRMED')
  }
  return inAccount(deps.database, tracked.accountId, (tx) => settle(tx, deps, tracked, { slot, word }))
}

/**
 * Brings a buyback and its carrier together: what the carrier was asked for without a definite answer is asked for again
 * and settled. Unless only what is asked counts, a slot that is settled is said once more, for an order that was on its way
 * may not have known it. Throws until the answer is definite, so that the job comes back.
 */
export async function confirmPickup(
  deps: Confirming,
  { onlyAsked, ...tracked }: Tracked & { readonly onlyAsked: boolean },
): Promise<void> {
  const row = await inAccount(deps.database, tracked.accountId, (tx) => readRow(tx, tracked), { readOnly: true })
  const slot = row?.asked ?? row?.slot ?? null
  if (row === null || slot === null || (row.asked === null && (onlyAsked || !mayChange(row)))) return
  const word = mayChange(row) ? await deps.reschedulePickup(tracked, slot) : 'refused'
  if (word === 'unknown') throw new Error('CARRIER_OUTCOME_UNKNOWN')
  // The carrier comes in a slot that nobody has promised: people see it among the jobs.
  if (row.asked === null && word === 'refused') throw new Error('CARRIER_PICKUP_REFUSED')
  if (row.asked !== null)
    await inAccount(deps.database, tracked.accountId, (tx) => settle(tx, deps, tracked, { slot, word }))
}

/** What settling a slot takes: the customer is mailed the new one. */
type Settling = Pick<BuybackDeps, 'now' | 'vault' | 'publicUrl'>
/** What a job takes that asks a carrier again. */
export type Confirming = Settling & Pick<BuybackDeps, 'database' | 'reschedulePickup'>

/** Takes the carrier's word about a slot, where the buyback still asks for it. */
async function settle(
  tx: Tx,
  deps: Settling,
  tracked: Tracked,
  { slot, word }: { readonly slot: PickupSlot; readonly word: RescheduleAnswer },
): Promise<Result<z.output<typeof changePickupCall.answer>, Failure>> {
  await lockBuybackAlone(tx, tracked)
  const row = await readRow(tx, tracked)
  if (row === null) return refuse('TRACKING_LINK_INVALID')
  if (row.asked === null && row.slot !== null && isSameSlot(row.slot, slot)) return succeed({ slot, canChange: true })
  if (word === 'unknown' || row.asked === null || !isSameSlot(row.asked, slot)) return refuse('PICKUP_UNCONFIRMED')
  if (word === 'refused' || !mayChange(row)) {
    await deletePickupRequest(tx, tracked)
    return refuse('PICKUP_FIXED')
  }
  const { shippingMethodId, visitId } = row
  const { accountId, buybackId } = tracked
  await bookSlot(tx, accountId, { buybackId, shippingMethodId, visitId, slot, at: deps.now() })
  // An order that the carrier did not have yet may be on its way with the former slot.
  if (word === 'absent') await sendPickupJob(tx, tracked, { waitSeconds: 60, onlyAsked: false })
  await renewPapersOfSlot(tx, { accountId, buybackIds: [buybackId] })
  const trackingLink = createTrackingLink(deps.vault, deps.publicUrl)
  await queuePickupMail(tx, { now: deps.now, trackingLink }, { ...tracked, slot })
  return succeed({ slot, canChange: true })
}

interface Begun {
  readonly slot: PickupSlot
  /** Whether it is the buyback's already. */
  readonly isBooked: boolean
  /** Whether the carrier was asked for it before, and has not answered. */
  readonly wasAsked: boolean
}

async function begin(
  tx: Tx,
  deps: BuybackDeps,
  tracked: Tracked,
  chosen: Pick<PickupSlot, 'day' | 'opens'>,
): Promise<Result<Begun, Failure>> {
  await lockBuybackAlone(tx, tracked)
  const row = await readRow(tx, tracked)
  if (row === null) return refuse('TRACKING_LINK_INVALID')
  if (!mayChange(row)) return refuse('PICKUP_FIXED')
  const { asked } = row
  if (asked !== null) {
    // The carrier may come in what it is asked for: nothing else is asked until it has answered. A job that has run out
    // of tries begins again. The place is held, so that the same slot may be asked for past its cut-off too.
    const waitSeconds = await countAsking(tx, tracked.buybackId)
    if (waitSeconds !== null) return refuse('PICKUP_CHANGED_TOO_OFTEN', { retryAfterSeconds: waitSeconds })
    const isSame = isSameSlot(asked, chosen)
    await sendPickupJob(tx, tracked, { waitSeconds: isSame ? 60 : 0, onlyAsked: true })
    if (!isSame) return refuse('PICKUP_UNCONFIRMED')
    return succeed({ slot: asked, isBooked: false, wasAsked: true })
  }
  if (row.slot !== null && isSameSlot(chosen, row.slot))
    return succeed({ slot: row.slot, isBooked: true, wasAsked: false })
  const { accountId, buybackId } = tracked
  const { shippingMethodId, visitId } = row
  const taken = await holdSlots(tx, deps, { accountId, visitId }, [{ shippingMethodId, slot: chosen }])
  const open = await readSlots(tx, deps, { accountId, shippingMethodId }, { visitId })
  const slot = open?.find((one) => isSameSlot(one, chosen))
  if (taken !== null || slot === undefined) return refuse('PICKUP_SLOT_TAKEN', { field: 'pickup' })
  const waitSeconds = await countAsking(tx, buybackId)
  if (waitSeconds !== null) return refuse('PICKUP_CHANGED_TOO_OFTEN', { retryAfterSeconds: waitSeconds })
  await askSlot(tx, accountId, { buybackId, shippingMethodId, visitId, slot, at: deps.now() })
  await sendPickupJob(tx, tracked, { waitSeconds: 60, onlyAsked: true })
  return succeed({ slot: plainSlot(slot), isBooked: false, wasAsked: false })
}
