import { randomUUID } from 'node:crypto'
import type { SyncCounter } from '#api/db/sync-counter.ts'
import { createSyncCounter } from '#api/features/buyback/counter-sales.ts'
import { createPush, pushSteps, type PushSteps } from '#api/sync/push.ts'
import { createSyncDeps } from '#api/sync/sync-deps.ts'
import { errorAnswer } from '#api/http/error-answer.ts'
import { confided } from '#tests/support/counter-world.ts'
import { testOrigin } from '#tests/support/api.ts'
import { plainPrices, type SaleWorld } from '#tests/support/sale-world.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { createCounterTablet, type CounterTablet, type TabletCaller } from './counter-device.ts'
import { finalizeExpected, checkTaken, predeclare, type Expected } from './counter-finalizing.ts'
import { createRandom, type Random } from './random.ts'
import { orDeath } from './sim-device.ts'
import { fairWeather, foulWeather } from './sim-network.ts'
import type { SimServer } from './sim-server.ts'
import { Violation } from './violation.ts'
import { testVault } from '#tests/support/vault.ts'

/** Ways in which a counter can be built wrong. */
export interface CounterFlaws {
  readonly wrapCounter?: (counter: SyncCounter) => SyncCounter
  readonly push?: Partial<PushSteps>
  /** Draws every device the same numbers. */
  readonly sameNumbers?: boolean
}

/** A sale that a device has captured. */
interface Sale {
  readonly tablet: CounterTablet
  readonly opId: string
  readonly version: string
  readonly cents: number
  readonly lines: readonly { readonly buybackId: string; readonly itemId: string; readonly number: string }[]
}

export interface CounterReport {
  readonly sold: number
  /** Predeclared products that were taken. */
  readonly taken: number
  readonly refusedHere: number
}

const dayMs = 86_400_000

/** Two tablets of one store sell while prices change and the network comes and goes; every promise is judged at the end. */
export async function runCounterSchedule(
  world: SaleWorld,
  seed: number,
  flaws: CounterFlaws = {},
): Promise<CounterReport> {
  const random = createRandom(seed)
  const server = createServer(world, flaws)
  const { northStoreId: storeId } = world.api.accounts.retailer
  // Every schedule signs its sellers in again.
  await world.sql('delete from throttle')
  const tablets = await Promise.all(
    [0, 1].map(async (at) => {
      const deviceId = randomUUID()
      const session = await world.api.signIn('store_seller', { deviceId })
      const who = { session, deviceId, storeId, accountId: world.accountId }
      return createCounterTablet(server, random.fork(`tablet ${at}`), who)
    }),
  )
  const play: Play = { world, random, tablets, sales: [], expected: [], refusedHere: [], opened: new Map(), storeId }
  try {
    await price(play)
    for (const tablet of tablets) {
      await expect(play, tablet)
      // A clock that is wrong by weeks changes nothing.
      tablet.clockErrorMs = random.chance(0.5) ? (random.next() - 0.5) * 60 * dayMs : 0
      await tablet.engines()[0]!.sync()
      await tablet.engines()[0]!.counter.refresh()
    }
    for (let at = 0; at < 14 + random.below(10); at++) await step(play)
    await finish(play)
    await judge(play)
    const taken = play.expected.filter((each) => each.taken !== null).length
    return { sold: play.sales.length, taken, refusedHere: play.refusedHere.length }
  } finally {
    for (const tablet of tablets) tablet.kill()
  }
}

interface Play {
  readonly world: SaleWorld
  readonly random: Random
  readonly tablets: readonly CounterTablet[]
  readonly sales: Sale[]
  readonly expected: Expected[]
  readonly refusedHere: string[]
  /** Versions that a seller keeps working with. */
  readonly opened: Map<CounterTablet, { readonly version: string; readonly cents: number }>
  readonly storeId: string
}

function createServer(world: SaleWorld, { wrapCounter, push, sameNumbers = false }: CounterFlaws): SimServer {
  const now = () => world.clock.now
  const log = { warn: () => undefined, error: () => undefined }
  const counter = createSyncCounter({ now, vault: testVault, publicUrl: testOrigin })
  const deps = createSyncDeps({ database: world.api.db, now, log, counter: wrapCounter?.(counter) ?? counter })
  const take = createPush(deps, { ...pushSteps, ...push })
  let firstBlock: string | null = null
  return {
    async answer(path, body, caller) {
      const { token, seller } = caller as unknown as TabletCaller
      if (path === '/api/sync/push') {
        if (token !== seller.user.grant?.token) return errorAnswer({ code: 'SYNC_GRANT_INVALID' }, { requestId: 'sim' })
        const { deviceId } = JSON.parse(body) as { deviceId: string }
        const identity = { accountId: world.accountId, userId: seller.user.id, deviceId, module: 'root' as const }
        const answer = await take(identity, JSON.parse(body))
        const headers = { 'content-type': 'application/json' }
        if (!answer.ok) return errorAnswer(answer.error, { requestId: 'sim' })
        return new Response(JSON.stringify(answer.value), { headers })
      }
      if (path.endsWith('/counter/number-blocks') && sameNumbers && firstBlock !== null)
        return new Response(firstBlock, { headers: { 'content-type': 'application/json' } })
      const init = body === '' ? {} : { method: 'POST', json: JSON.parse(body) as unknown }
      const answer = await seller.request(path, init)
      if (!path.endsWith('/counter/number-blocks')) return answer
      firstBlock ??= await answer.clone().text()
      return answer
    },
    drawn: [],
    use: () => undefined,
    pool: () => world.api.db.pool,
    logged: [],
  }
}

type Step = (play: Play, tablet: CounterTablet, tab: Engine) => Promise<void>

const steps: readonly (readonly [weight: number, run: Step])[] = [
  [40, sell],
  [14, price],
  [12, async (_play, tablet, tab) => void (await orDeath(tablet.process(), tab.sync()))],
  [8, async (_play, tablet, tab) => void (await orDeath(tablet.process(), tab.counter.refresh()))],
  [10, network],
  [6, async (play) => pass(play, play.random.pick([1_000, 150_000, dayMs]))],
  [8, expect],
  [14, take],
  [4, async (_play, tablet) => tablet.kill()],
  [6, async ({ random }, tablet) => tablet.plan(random.pick(['crash-before', 'crash-after']), random.below(5))],
  [3, async (_play, tablet) => (tablet.engines().length < 2 ? tablet.openTab() : undefined)],
  [2, evict],
]

async function step(play: Play): Promise<void> {
  const { random } = play
  const tablet = random.pick(play.tablets)
  await tablet.boot()
  if (!tablet.isRunning()) return
  const tab = random.pick(tablet.engines())
  let draw = random.below(steps.reduce((sum, [weight]) => sum + weight, 0))
  const [, run] = steps.find(([weight]) => (draw -= weight) < 0)!
  await run(play, tablet, tab)
}

async function sell(play: Play, tablet: CounterTablet, tab: Engine): Promise<void> {
  const { world, random, opened } = play
  const own = tablet.process()
  const kept = random.chance(0.4) ? opened.get(tablet) : undefined
  const catalog = kept === undefined ? await orDeath(own, tab.counter.open()) : null
  const product = catalog == null ? null : await orDeath(own, catalog.product(world.phoneId))
  const offer =
    kept ??
    (catalog == null || product == null ? null : { version: catalog.version, cents: product.prices.grade_a ?? 0 })
  if (offer === null) return
  opened.set(tablet, offer)
  const { id: circuitId, shippingMethodId } = world.circuits.store_drop
  const line = {
    productId: world.phoneId,
    questionnaireId: world.questionnaireId,
    answers: [...world.answers.best],
    circuitId,
    shippingMethodId,
    paymentModeId: world.transferId,
    prices: plainPrices(offer.cents),
  }
  const lines = random.chance(0.3) ? [line, line] : [line]
  const sale = { cartId: randomUUID(), storeId: play.storeId, version: offer.version, lines, confided }
  const sold = await orDeath(own, tab.counter.sell(sale))
  if (sold === undefined) return
  if (sold.ok) play.sales.push({ tablet, opId: sold.opId, ...offer, lines: sold.lines })
  else play.refusedHere.push(sold.code)
}

async function price({ world, random }: Pick<Play, 'world' | 'random'>): Promise<void> {
  const cents = 5_000 + 100 * random.below(200)
  const text = `update product_price set price_cents = $2 where product_id = $1 and grade = 'grade_a'`
  await world.sql(text, world.phoneId, cents)
}

/** Time passes, for the server and for every tablet; the sessions of the sellers outlive it. */
async function pass({ world, tablets }: Play, ms: number): Promise<void> {
  world.clock.now = new Date(world.clock.now.getTime() + ms)
  const text = `update session set created_at = $1, last_seen_at = $1, expires_at = $1::timestamptz + interval '1 hour'`
  await world.sql(text, world.clock.now)
  for (const tablet of tablets) tablet.advance(ms)
}

async function expect(play: Play, tablet: CounterTablet): Promise<void> {
  const { world, random, storeId, expected } = play
  expected.push(await predeclare(world, { random, tablet, storeId }))
  // What was promised shows as such by a price that counts no more.
  await price(play)
}

async function take(
  { world, storeId, expected, refusedHere }: Play,
  tablet: CounterTablet,
  tab: Engine,
): Promise<void> {
  const next = expected.find((each) => each.tablet === tablet && each.taken === null)
  const code = next === undefined ? null : await finalizeExpected(world, next, { tab, storeId })
  if (code !== null) refusedHere.push(code)
}

async function network({ random }: Play, { network: net, engines }: CounterTablet): Promise<void> {
  net.online = random.chance(0.55)
  net.weather = random.chance(0.6) ? foulWeather : fairWeather
  if (net.online) for (const tab of engines()) tab.wake('online')
}

async function evict({ opened }: Play, tablet: CounterTablet): Promise<void> {
  tablet.kill()
  tablet.evict()
  opened.delete(tablet)
}

async function finish(play: Play): Promise<void> {
  const { tablets } = play
  // What was captured without a network is delivered days later.
  await pass(play, play.random.pick([0, dayMs, 3 * dayMs]))
  for (const tablet of tablets) {
    tablet.network.weather = fairWeather
    tablet.network.online = true
    tablet.plan('commit', 0)
    await tablet.boot()
    const [tab] = tablet.engines()
    for (let round = 0; round < 6; round++) {
      await pass(play, 3_600_000)
      await tab!.sync()
      if ((await tab!.accounting()).pending === 0) break
    }
    await tab!.sync()
    // What arrives only now must change nothing.
    await tablet.network.arriveLate()
  }
}

/** What the details of the customer would show as. */
const secrets = ['Martin', 'anna.martin', '3000 6000', '30006000']

async function judge({ world, tablets, sales, expected, storeId }: Play): Promise<void> {
  const numbers = sales.flatMap(({ lines }) => lines.map(({ number }) => number))
  if (new Set(numbers).size < numbers.length) throw new Violation('counter', 'a number was given twice')
  for (const tablet of tablets) {
    const [tab] = tablet.engines()
    const counts = await tab!.accounting()
    if (counts.pending > 0) throw new Violation(8, `${counts.pending} sales never pushed`)
    const listed = new Map((await tab!.counter.sales(0)).map((sale) => [sale.opId, sale]))
    for (const sale of sales.filter((each) => each.tablet === tablet)) {
      const shown = listed.get(sale.opId)
      if (shown === undefined) throw new Violation(1, `captured sale ${sale.opId} is gone`)
      // A device checks every rule by the catalog that it was promised, so that nothing is left to refuse.
      if (shown.state !== 'confirmed') throw new Violation('counter', `a sale is ${shown.state}: ${shown.code}`)
      await checkSale(world, sale, tab!)
    }
    for (const each of expected.filter((one) => one.tablet === tablet && one.taken !== null)) {
      const shown = listed.get(each.taken!.opId)
      if (shown?.state !== 'confirmed')
        throw new Violation('counter', `${each.number} is ${shown?.state ?? 'gone'}: ${shown?.code}`)
      await checkTaken(world, each, storeId)
    }
    const kept = JSON.stringify(
      await Promise.all((['applied', 'tray', 'held'] as const).map((state) => tab!.operations(state))),
    )
    if (secrets.some((secret) => kept.includes(secret)))
      throw new Violation('counter', 'a device keeps what was confided')
    const audit = await tab!.audit()
    if (audit !== 'equal') throw new Violation(5, `the copy differs from the server (${audit})`)
  }
  const ledger = JSON.stringify(
    await world.sql(`select args, result from sync_op where type in ('sellInStore', 'finalizeInStore')`),
  )
  if (secrets.some((secret) => ledger.includes(secret)) || ledger.includes('"sealed"'))
    throw new Violation('counter', 'the ledger keeps what was confided')
}

async function checkSale(world: SaleWorld, { opId, cents, lines }: Sale, tab: Engine): Promise<void> {
  for (const { buybackId, itemId, number } of lines) {
    const rows = await world.sql(
      `select b.id, b.declared_price_cents as cents, b.identification_number as number, h.op_id as op,
        (select count(*)::int from buyback_document d where d.account_id = b.account_id and d.buyback_id = b.id) as papers,
        (select count(*)::int from mail_message m where m.kind = 'buyback_confirmation'
          and m.body_text like '%' || b.identification_number || '%') as mails
       from buyback b join item i on i.account_id = b.account_id and i.buyback_id = b.id
       join item_history h on h.account_id = i.account_id and h.item_id = i.id and h.action = 'create'
       where i.id = $1`,
      itemId,
    )
    const [row] = rows
    if (rows.length !== 1) throw new Violation(2, `sale ${opId} made item ${itemId} ${rows.length} times`)
    const { papers, ...told } = row!
    const expected = { id: buybackId, cents, number, op: opId, mails: 1 }
    for (const [name, value] of Object.entries(expected))
      if (told[name] !== value)
        throw new Violation('counter', `${name} of ${number} is ${String(told[name])} instead of ${value}`)
    if (Number(papers) === 0) throw new Violation('counter', `${number} has no papers`)
    const [view] = await tab.view([], [number])
    if (view?.item.id !== itemId || view.pending > 0)
      throw new Violation(6, `the device does not show ${number} as it is`)
  }
}
