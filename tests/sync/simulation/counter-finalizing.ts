import { promiseHolds } from '#domain/buyback/quote-validity.ts'
import { confided } from '#tests/support/counter-world.ts'
import { plainPrices, saleOf, type SaleWorld } from '#tests/support/sale-world.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { CounterTablet } from './counter-device.ts'
import type { Random } from './random.ts'
import { orDeath } from './sim-device.ts'
import { Violation } from './violation.ts'

const dayMs = 86_400_000

/** What a customer predeclared on the web, and what became of it. */
export interface Expected {
  /** The tablet that takes it: nobody else does, so that nothing else can refuse it. */
  readonly tablet: CounterTablet
  readonly itemId: string
  readonly number: string
  readonly promisedCents: number
  taken: { readonly opId: string; readonly cents: number } | null
}

/** Predeclares the phone for the store, so many days ago that the promise may end before it is delivered. */
export async function predeclare(
  world: SaleWorld,
  { random, tablet, storeId }: { readonly random: Random; readonly tablet: CounterTablet; readonly storeId: string },
): Promise<Expected> {
  const [price] = await world.sql(
    `select price_cents as cents from product_price where product_id = $1 and grade = 'grade_a'`,
    world.phoneId,
  )
  const promisedCents = Number(price!['cents'])
  await world.sql('delete from throttle')
  const visitor = await world.visitor()
  const daysAgo = random.pick([1, 12.5, 14.2, 14.9, 16])
  const json = saleOf(world, 'web_drop', { storeId, prices: plainPrices(promisedCents) })
  const answer = await visitor.request('/api/buybacks', { method: 'POST', json })
  const { id } = (await answer.json()) as { readonly id?: string }
  const [row] = await world.sql(
    `select i.id, b.identification_number as number from item i
     join buyback b on b.account_id = i.account_id and b.id = i.buyback_id where b.id = $1`,
    id,
  )
  // Never by the clock of the server: tablets ask at any time, and what they publish then would be replaced in the past.
  const at = new Date(world.clock.now.getTime() - daysAgo * dayMs)
  await world.sql('update buyback set created_at = $2 where id = $1', id, at)
  await world.sql('update item set created_at = $2 where buyback_id = $1', id, at)
  return { tablet, itemId: String(row!['id']), number: String(row!['number']), promisedCents, taken: null }
}

/** Takes what the tablet expects, at the price that its screens show; the code where it refuses. */
export async function finalizeExpected(
  world: SaleWorld,
  expected: Expected,
  { tab, storeId }: { readonly tab: Engine; readonly storeId: string },
): Promise<string | null> {
  const { tablet, itemId, promisedCents } = expected
  const own = tablet.process()
  const [view] = (await orDeath(own, tab.view([itemId]))) ?? []
  const catalog = await orDeath(own, tab.counter.open())
  const product = catalog == null ? null : await orDeath(own, catalog.product(world.phoneId))
  if (view === undefined || catalog == null || product == null) return null
  const isHeld = promiseHolds(view.item.createdAtMs, catalog.serverTimeAt(tablet.nowMs()))
  const cents = isHeld ? promisedCents : (product.prices.grade_a ?? 0)
  const sold = await orDeath(
    own,
    tab.counter.finalize({
      itemId,
      storeId,
      version: catalog.version,
      questionnaireId: world.questionnaireId,
      answers: [...world.answers.best],
      paymentModeId: world.transferId,
      prices: plainPrices(cents),
      confided,
    }),
  )
  if (sold?.ok === true) expected.taken = { opId: sold.opId, cents }
  return sold === undefined || sold.ok ? null : sold.code
}

/** Looks that what a device took is the store's, once and at the price that the customer has signed. */
export async function checkTaken(
  world: SaleWorld,
  { itemId, number, taken }: Expected,
  storeId: string,
): Promise<void> {
  if (taken === null) return
  const [row] = await world.sql(
    `select i.status, i.store_id as store, b.declared_price_cents as cents,
      (select string_agg(h.op_id::text, ' ') from item_history h
        where h.account_id = i.account_id and h.item_id = i.id and h.action = 'finalize') as op
     from item i join buyback b on b.account_id = i.account_id and b.id = i.buyback_id where i.id = $1`,
    itemId,
  )
  const wanted = { status: 'item_awaiting_inventory', store: storeId, cents: taken.cents, op: taken.opId }
  for (const [name, value] of Object.entries(wanted))
    if (row?.[name] !== value)
      throw new Violation('counter', `${name} of ${number} is ${String(row?.[name])} instead of ${value}`)
}
