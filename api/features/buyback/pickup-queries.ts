import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { PublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
import type { Tables } from '#api/db/tables.ts'
import { throttleLimits } from '#domain/access/throttle-limits.ts'
import { isSameSlot, offeredSlots, type PickupRules, type PickupSlot } from '#domain/circuit/pickup-slots.ts'
import { localTime } from '#domain/organization/opening-hours.ts'

type Tx = Transaction<Tables>

/** A shipping method of an account. */
export interface MethodScope {
  readonly accountId: string
  readonly shippingMethodId: string
}

/** What tells which slots may be chosen. */
export interface PickupDeps {
  readonly now: () => Date
  readonly publicHolidays: PublicHolidays
}

/** A slot with the places that are left in it. */
export interface OpenSlot extends PickupSlot {
  readonly left: number
}

/** Whose places are free for the one who asks. */
interface NotCounted {
  readonly visitId?: string | null
  /** Buybacks whose place the asked one takes. */
  readonly leaving?: readonly string[]
}

interface RulesRow {
  readonly rules: PickupRules
  readonly timeZone: string
}

async function readRules(tx: Tx, { accountId, shippingMethodId }: MethodScope): Promise<RulesRow | null> {
  const { rows } = await sql<RulesRow>`select s.pickup as rules, a.time_zone as "timeZone"
    from shipping_method s join account a on a.id = s.account_id
    where s.account_id = ${accountId} and s.id = ${shippingMethodId} and s.type = 'web_collect'
      and s.pickup is not null`.execute(tx)
  return rows[0] ?? null
}

/** Slots that may be chosen now, with the places left in each, which may be none; null where none are configured. */
export async function readSlots(
  tx: Tx,
  deps: PickupDeps,
  method: MethodScope,
  besides: NotCounted = {},
): Promise<readonly OpenSlot[] | null> {
  const row = await readRules(tx, method)
  if (row === null) return null
  const { rules, timeZone } = row
  const isHoliday = rules.holidaysOf === null ? () => false : await deps.publicHolidays(rules.holidaysOf)
  const now = deps.now()
  const offered = offeredSlots(rules, localTime(now.getTime(), timeZone), isHoliday)
  const taken = await countTaken(tx, method, { offered, besides })
  return offered.map((slot) => ({
    ...slot,
    left: Math.max(0, rules.capacity - (taken.get(`${slot.day} ${slot.opens}`) ?? 0)),
  }))
}

/** How many visits take a place of each slot, beside what is not counted; what a carrier is being asked for counts too. */
async function countTaken(
  tx: Tx,
  { accountId, shippingMethodId }: MethodScope,
  of: { readonly offered: readonly PickupSlot[]; readonly besides: NotCounted },
): Promise<ReadonlyMap<string, number>> {
  const days = [...new Set(of.offered.map(({ day }) => day))]
  if (days.length === 0) return new Map()
  const { rows } = await sql<{ slot: string; taken: number }>`
    select t.day::text || ' ' || t.opens as slot, count(distinct t.visit_id)::int as taken from (
      select p.buyback_id, p.visit_id, p.day, p.opens from pickup_booking p
      where p.account_id = ${accountId} and p.shipping_method_id = ${shippingMethodId}
        and p.day = any (${days}::date[])
      union all
      select p.buyback_id, p.visit_id, p.asked_day, p.asked_opens from pickup_booking p
      where p.account_id = ${accountId} and p.shipping_method_id = ${shippingMethodId}
        and p.asked_day = any (${days}::date[])
    ) t
    join buyback b on b.account_id = ${accountId} and b.id = t.buyback_id and b.status <> 'bb_cancelled'
    where t.visit_id is distinct from ${of.besides.visitId ?? null}::uuid
      and t.buyback_id <> all (${[...(of.besides.leaving ?? [])]}::uuid[])
    group by 1`.execute(tx)
  return new Map(rows.map(({ slot, taken }) => [slot, taken]))
}

/** A slot that is to be held until the transaction ends. */
export interface WantedSlot {
  readonly shippingMethodId: string
  readonly slot: Pick<PickupSlot, 'day' | 'opens'>
}

/**
 * Locks the slots that a visit wants, in one order, and finds the first that has no place left or is not offered any
 * more; null where it may have them all. Others who want them wait until this transaction ends.
 */
export async function holdSlots<Wanted extends WantedSlot>(
  tx: Tx,
  deps: PickupDeps,
  { accountId, ...besides }: NotCounted & { readonly accountId: string; readonly visitId: string },
  wanted: readonly Wanted[],
): Promise<Wanted | null> {
  const keys = wanted.map(({ shippingMethodId, slot }) =>
    ['pickup', accountId, shippingMethodId, slot.day, slot.opens].join(':'),
  )
  for (const key of [...new Set(keys)].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  for (const one of wanted) {
    const { shippingMethodId } = one
    const open = await readSlots(tx, deps, { accountId, shippingMethodId }, besides)
    if ((open?.find((slot) => isSameSlot(slot, one.slot))?.left ?? 0) === 0) return one
  }
  return null
}

interface Booking {
  readonly buybackId: string
  readonly shippingMethodId: string
  readonly visitId: string
  readonly slot: PickupSlot
  readonly at: Date
}

/** Notes the slot of a buyback, which was held before. */
export async function bookSlot(
  tx: Tx,
  accountId: string,
  { buybackId, shippingMethodId, visitId, slot, at }: Booking,
): Promise<void> {
  await sql`
    insert into pickup_booking (account_id, buyback_id, shipping_method_id, visit_id, day, opens, closes, changed_at)
    values (${accountId}, ${buybackId}, ${shippingMethodId}, ${visitId}, ${slot.day}::date, ${slot.opens},
      ${slot.closes}, ${at})
    on conflict (account_id, buyback_id) do update set shipping_method_id = excluded.shipping_method_id,
      day = excluded.day, opens = excluded.opens, closes = excluded.closes, changed_at = excluded.changed_at,
      asked_day = null, asked_opens = null, asked_closes = null, asked_at = null`.execute(tx)
}

/** Notes what a carrier is asked for, which was held before; it takes a place beside the present slot. */
export async function askSlot(
  tx: Tx,
  accountId: string,
  { buybackId, shippingMethodId, visitId, slot, at }: Booking,
): Promise<void> {
  await sql`
    insert into pickup_booking (account_id, buyback_id, shipping_method_id, visit_id, asked_day, asked_opens,
      asked_closes, asked_at, changed_at)
    values (${accountId}, ${buybackId}, ${shippingMethodId}, ${visitId}, ${slot.day}::date, ${slot.opens},
      ${slot.closes}, ${at}, ${at})
    on conflict (account_id, buyback_id) do update set asked_day = excluded.asked_day,
      asked_opens = excluded.asked_opens, asked_closes = excluded.asked_closes,
      asked_at = excluded.asked_at`.execute(tx)
}

/** Forgets what a carrier was asked for, and with it a first slot that was never settled. */
export async function deletePickupRequest(
  tx: Tx,
  { accountId, buybackId }: { readonly accountId: string; readonly buybackId: string },
): Promise<void> {
  await sql`delete from pickup_booking
    where account_id = ${accountId} and buyback_id = ${buybackId} and day is null`.execute(tx)
  await sql`update pickup_booking set asked_day = null, asked_opens = null, asked_closes = null, asked_at = null
    where account_id = ${accountId} and buyback_id = ${buybackId}`.execute(tx)
}

/** Counts a question to the carrier of a buyback; answers how many seconds to wait once its limit is used up, else null. */
export async function countAsking(tx: Tx, buybackId: string): Promise<number | null> {
  const { attempts, windowSeconds } = throttleLimits.pickupChangeByBuyback
  const key = createHash('sha256').update(`pickupChangeByBuyback:${buybackId}`).digest('base64url')
  const { rows } = await sql<{ count: number; secondsLeft: number }>`
    select hits as count, seconds_left as "secondsLeft" from throttle_take(${key}, ${windowSeconds}, 1)`.execute(tx)
  const [taken] = rows
  return taken !== undefined && taken.count > attempts ? taken.secondsLeft : null
}
