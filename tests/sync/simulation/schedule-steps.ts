import type pg from 'pg'
import { newId } from '#api/db/new-id.ts'
import { gs1CheckDigit } from '#domain/kernel/check-digit.ts'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import { packableFrom } from '#domain/expedition/packing.ts'
import * as z from 'zod'
import { succeed } from '#domain/kernel/result.ts'
import { defineOperation } from '#sync/operations/define-operation.ts'
import { endCheckInRound } from '#sync/operations/check-in/end-check-in-round.ts'
import { undoCheckIn } from '#sync/operations/check-in/undo-check-in.ts'
import { noNeeds } from '#sync/records.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { countStock, floorWork, moveOn, pack, undoWork } from './floor-steps.ts'
import { misstep } from './missteps.ts'
import { repeatWork } from './repeat-steps.ts'
import { roundOf, scan } from './scan-steps.ts'
import { settle, type World } from './schedule-world.ts'
import { orDeath, type SimDevice } from './sim-device.ts'
import { fairWeather } from './sim-network.ts'

/** An operation of an app that is newer than the server. */
const futureThing = defineOperation({
  type: 'futureThing',
  v: 1,
  permission: 'warehouse.check_in',
  schema: z.strictObject({ itemId: z.uuid() }),
  upcast: {},
  lanes: (args) => [`item:${args.itemId}`],
  needs: () => noNeeds,
  apply: () => succeed({}),
})

type Step = (world: World, device: SimDevice, tab: Engine) => Promise<void>

const steps: readonly (readonly [weight: number, name: string, run: Step])[] = [
  [20, 'scan', scan],
  [6, 'burst', async (world, device, tab) => void (await Promise.all([1, 2, 3].map(() => scan(world, device, tab))))],
  [34, 'floor work', floorWork],
  [14, 'shift', async (world, device, tab) => repeat(3, () => floorWork(world, device, tab))],
  [16, 'pack', pack],
  [5, 'count', countStock],
  [6, 'undo', undo],
  [10, 'undo work', undoWork],
  [3, 'end round', endRound],
  [5, 'settle a refusal', settleRefused],
  [0, 'misstep', misstep],
  [0, 'moves in turn', movesInTurn],
  [0, 'as a colleague', repeatWork],
  [1, 'newer operation', newer],
  [7, 'sync', async (_world, device, tab) => void (await orDeath(device.process(), tab.sync()))],
  [3, 'drain', async (_world, _device, tab) => void tab.push()],
  [3, 'pull', async (_world, _device, tab) => void tab.pull()],
  [2, 'pulls of two tabs', pullTwice],
  [6, 'time', async ({ random }, device) => device.advance(random.pick([50, 1_000, 20_000, 120_000, 86_400_000]))],
  [9, 'network', network],
  [4, 'crash', crash],
  [
    7,
    'crash at a commit',
    async ({ random }, device) => device.plan(random.pick(['crash-before', 'crash-after']), random.below(6)),
  ],
  [
    3,
    'storage error',
    async ({ random }, device) => device.plan(random.pick(['UnknownError', 'QuotaExceededError']), random.below(3)),
  ],
  [3, 'second tab', async (_world, device) => (device.engines().length < 2 ? device.openTab() : device.closeTab())],
  [6, 'change of operator', changeOperator],
  [2, 'session ends', async (_world, device) => void (device.sessionEnded = !device.sessionEnded)],
  [3, 'eviction', evict],
  [6, 'another writer', async (world) => otherWriter(world)],
  [3, 'late commit', lateCommit],
  [2, 'clock', async ({ random }, device) => void (device.clockErrorMs = (random.next() - 0.5) * 6 * 86_400_000)],
  [3, 'backup or restore', backupOrRestore],
]

/** Takes one step by chance, by the weights of the table or those that are given. */
export async function step(world: World, weights: Readonly<Record<string, number>> = {}): Promise<void> {
  const device = world.random.pick(world.devices)
  if (!device.isRunning()) {
    world.crashes++
    if (world.random.chance(0.15)) device.evictCopies()
    await device.boot()
    if (!device.isRunning()) return
  }
  const tab = world.random.pick(device.engines())
  if (tab === undefined) {
    await device.openTab()
    return
  }
  const weighted = steps.map(([weight, name, run]) => [weights[name] ?? weight, name, run] as const)
  let draw = world.random.below(weighted.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, name, run] of weighted) {
    draw -= weight
    if (draw >= 0) continue
    world.log(`${device.name.slice(0, 2)} ${name}`)
    await run(world, device, tab).catch(passStorageRefusal)
    return
  }
}

async function repeat(times: number, run: () => Promise<void>): Promise<void> {
  for (let at = 0; at < times; at++) await run()
}

/** A storage error that the person on the device is told of; the action has not been captured, and they know. */
function passStorageRefusal(error: unknown): void {
  const names = error instanceof Error ? [error.name, (error as { inner?: Error }).inner?.name ?? ''] : []
  if (!names.some((name) => ['QuotaExceededError', 'UnknownError', 'AbortError'].includes(name))) throw error
}

async function undo(world: World, device: SimDevice, tab: Engine): Promise<void> {
  const operator = device.signedIn()
  if (operator === null) return
  const own = device.process()
  const rows = await orDeath(own, Promise.all([tab.operations('pending'), tab.operations('applied')]))
  const targets = (rows ?? []).flat().filter(({ op }) => op.type === 'checkInItem' && op.actor === operator.userId)
  if (targets.length === 0) return
  const target = device.random.pick(targets)
  const itemId = target.op.args['itemId'] ?? target.outcome?.result?.['itemId']
  const args = {
    targetOpId: target.opId,
    code: String(target.op.args['code']),
    ...(typeof itemId === 'string' ? { itemId } : {}),
  }
  const captured = await orDeath(own, tab.dispatch(undoCheckIn, args, { dependsOn: [target.opId] }))
  if (captured?.captured === true) world.monitor.captured(device, captured.opId, operator.userId)
}

async function endRound(world: World, device: SimDevice, tab: Engine): Promise<void> {
  const operator = device.signedIn()
  const roundId = await roundOf(world, device, tab)
  if (operator === null || roundId === null) return
  const counts = await orDeath(device.process(), tab.lineCounts(roundId))
  if (counts === undefined) return
  const args = {
    roundId,
    warehouseId: operator.warehouseId,
    typedCount: counts.distinctCodes + (device.random.chance(0.3) ? 1 : 0),
    distinctCount: counts.distinctCodes,
    comment: device.random.chance(0.5) ? 'counted twice' : '',
  }
  const captured = await orDeath(device.process(), tab.dispatch(endCheckInRound, args))
  if (captured?.captured === true) world.monitor.captured(device, captured.opId, operator.userId)
}

async function settleRefused(world: World, device: SimDevice, tab: Engine): Promise<void> {
  const own = device.process()
  const held = await heldFor(world, device, tab)
  if (held.length > 0 && device.random.chance(0.5)) {
    world.monitor.touched(device)
    const opId = device.random.pick(held)
    const isElsewhere = (await orDeath(own, tab.operations('held')))?.every((row) => row.opId !== opId)
    world.settledElsewhere ||= isElsewhere === true
    await orDeath(own, tab.discard(opId, 'not there'))
    return
  }
  const tray = await orDeath(own, tab.tray())
  if (tray === undefined || tray.length === 0 || device.signedIn() === null) return
  const group = device.random.pick(tray)
  const opId = device.random.pick([group.cause, ...group.blocked]).opId
  world.monitor.touched(device)
  if (device.random.chance(0.5)) await orDeath(own, tab.discard(opId, 'not there'))
  else await orDeath(own, tab.retry(opId))
}

/** What the server holds of the signed-in user, as their device knows it; for a manager, its list of the warehouse. */
async function heldFor({ account, databases }: World, device: SimDevice, tab: Engine): Promise<readonly string[]> {
  const person = device.signedIn()
  if (person === null) return []
  const here = (await orDeath(device.process(), tab.operations('held'))) ?? []
  const own = here.filter(({ op }) => op.actor === person.userId).map(({ opId }) => opId)
  if (person.userType !== 'warehouse_manager') return own
  const people = account.operators.filter(({ warehouseId }) => warehouseId === person.warehouseId)
  const authors = people.map(({ userId }) => `'${userId}'`).join()
  const listed = await asSystem(
    databases.owner,
    `select op_id from sync_op where account_id = '${account.accountId}'
    and status = 'held' and user_id in (${authors}) order by received_at, op_id`,
  )
  return [...new Set([...own, ...listed])]
}

async function newer(world: World, device: SimDevice, tab: Engine): Promise<void> {
  const operator = device.signedIn()
  if (operator === null) return
  const item = device.random.pick(world.account.items)
  const captured = await orDeath(device.process(), tab.dispatch(futureThing, { itemId: item.id }))
  if (captured?.captured === true) world.monitor.captured(device, captured.opId, operator.userId)
}

async function network(world: World, device: SimDevice): Promise<void> {
  const { random } = world
  device.network.online = random.chance(0.6)
  device.network.weather = random.chance(0.6) ? world.foulWeather : fairWeather
  if (device.network.online) for (const tab of device.engines()) tab.wake('online')
}

/** Two tabs pull, and something changes before each. Only one at a time may ask. */
async function pullTwice(world: World, device: SimDevice): Promise<void> {
  if (!device.network.online || device.signedIn() === null) return
  const own = device.process()
  while (device.isRunning() && device.engines().length < 2) await device.openTab()
  const item = world.random.pick(world.account.items)
  await otherWriter(world, item)
  const [first, second] = device.engines()
  const asked = orDeath(own, first!.pull())
  await Promise.race([asked, device.network.nextAnswer()])
  await otherWriter(world, item)
  void second?.pull()
}

async function crash(world: World, device: SimDevice): Promise<void> {
  world.crashes++
  device.kill()
}

async function evict(world: World, device: SimDevice): Promise<void> {
  world.crashes++
  device.kill()
  device.evictCopies()
  world.monitor.forgotCopy(device)
}

async function changeOperator(world: World, device: SimDevice): Promise<void> {
  await device.signOut()
  if (!device.isRunning()) return
  await device.signIn(world.random.pick(world.account.operators.filter((one) => one !== device.signedIn())))
}

/** Colleagues at one device move the same few items, one after the other. */
async function movesInTurn(world: World, device: SimDevice, tab: Engine): Promise<void> {
  for (let turns = 2; turns > 0 && device.isRunning(); turns--) {
    await moveOn(world, device, tab)
    if (world.random.chance(0.8)) await orDeath(device.process(), tab.sync())
    const here = device.signedIn()
    const colleagues = world.account.operators.filter((one) => one !== here && one.warehouseId === here?.warehouseId)
    if (colleagues.length === 0 || !device.isRunning()) return
    await device.signOut()
    if (device.isRunning()) await device.signIn(world.random.pick(colleagues))
  }
}

/** Statuses in which an item leaves a warehouse: none in the midst of its work is ever on its way. */
const sendable = packableFrom.map((status) => `'${status}'`).join()

/**
 * A screen, a job or an import changes an item: lost on the way, found again, or bound for the other warehouse. As with
 * all of them, it leaves the open package that holds it; and its line gets its id and its time with the item in hand, so
 * that it comes after the line of a push that it waited for.
 */
async function otherWriter(world: World, item = world.random.pick(world.account.items)): Promise<void> {
  const { random, account } = world
  const drawn = random.pick(['item_lost_transport', 'item_in_transit', 'item_cancelled'])
  const destination = random.pick(account.warehouses)
  const its = `account_id = '${account.accountId}' and id = '${item.id}'`
  const client = await world.databases.owner.connect()
  let isWritten = false
  try {
    await client.query(`begin; set local app.system = 'on'; select 1 from item where ${its} for update`)
    const line = { id: newId(), at: new Date().toISOString() }
    await client.query(`
    update package k set item_ids = array_remove(k.item_ids, i.id) from (select * from item where ${its}) i
      where k.account_id = i.account_id and k.id = (i.facts ->> 'packageId')::uuid and k.status = 'open';
    with before as (select *,
        case when warehouse_id is null or '${drawn}' = 'item_cancelled' or status in (${sendable}) then '${drawn}'
          else 'item_lost_warehouse' end as next,
        (select k.id from package k where k.account_id = item.account_id and k.status = 'open'
          and k.id = (item.facts ->> 'packageId')::uuid) as left_package
      from item where ${its}),
    h as (insert into item_history (account_id, id, item_id, action, from_status, to_status, from_stock_id, server_at)
      select account_id, '${line.id}', id, 'declared', status, next, stock_id, '${line.at}' from before)
    update item i set status = next, stock_id = null, warehouse_id = null,
      left_status = case when before.warehouse_id is not null then before.status end,
      facts = case when left_package is null then i.facts else i.facts || '{"packageId": null}' end,
      destination_warehouse_id = '${destination}', last_op_id = null, last_op_type = null, last_op_actor = null,
      last_op_before = null
    from before where i.account_id = before.account_id and i.id = before.id;
    commit`)
    isWritten = true
  } finally {
    client.release(!isWritten)
  }
}

/** A transaction that has written and stays open over several steps: what a cursor by sequence misses. */
async function lateCommit(world: World): Promise<void> {
  if (world.late !== null) {
    const { late } = world
    world.late = null
    await late.commit()
    return
  }
  const { random, account } = world
  const client = await world.databases.owner.connect()
  const [id, number] = [uuidv7(Date.now(), random.bytes(10)), `28${String(random.below(1e10)).padStart(10, '0')}`]
  const code = number + gs1CheckDigit(number)
  try {
    await client.query(`begin; set local app.system = 'on';
    insert into buyback (account_id, id, identification_number, status, circuit_id, category_id, product_id)
      select account_id, '${id}', '${code}', 'bb_in_transit', circuit_id, category_id, product_id
      from buyback where account_id = '${account.accountId}' limit 1;
    insert into item (account_id, id, buyback_id, identification_number, product_id, status, destination_warehouse_id)
      select account_id, '${id}', '${id}', '${code}', product_id, 'item_in_transit', destination_warehouse_id
      from item where account_id = '${account.accountId}' limit 1`)
  } catch (error) {
    // A connection that nobody gives back lets no pool end.
    client.release(true)
    throw error
  }
  world.late = {
    async commit() {
      await client.query('commit').finally(() => client.release())
    },
  }
}

/** First a backup is taken; a later step goes back to it, as after a lost disk. */
async function backupOrRestore(world: World): Promise<void> {
  if (world.databases.backup === undefined) return
  await world.late?.commit()
  world.late = null
  await settle(world)
  // A pool that ends never serves who still waits for one of its connections.
  for (const { network } of world.devices) await network.allAnswered()
  if (world.backup === null) {
    world.backup = await world.databases.backup()
    world.server.use(world.databases.app)
    world.monitor.backedUp(await ledgerOf(world))
    return
  }
  world.databases = await world.backup.restore(world.random.chance(0.5) ? withoutBlocks(world) : '')
  world.backup = null
  world.server.use(world.databases.app)
  if (world.random.chance(0.5)) await drawFirst(world)
  world.monitor.restored(await ledgerOf(world))
}

/** Devices drew their package numbers after the backup, all but those that a package bears in it. */
function withoutBlocks({ account: { accountId } }: World): string {
  return `delete from package_number_block where account_id = '${accountId}' and first_serial > greatest(-1,
    (select max(substr(number, 3, 10)::bigint) from package where account_id = '${accountId}'),
    (select max(last_serial) from package_number_block where account_id = '${accountId}' and device_id is null))`
}

/** A device that was never here draws numbers before any other one has reported after a restore. */
async function drawFirst({ server, account, random }: World): Promise<void> {
  const { userId, module, userType, warehouseId } = random.pick(account.operators)
  const session = { accountId: account.accountId, userId, module, userType, organizationId: warehouseId }
  const body = JSON.stringify({ deviceId: newId() })
  await server.answer('/api/sync/number-blocks', body, { grant: null, session }, 'application/json')
}

async function ledgerOf({ databases, account }: World): Promise<readonly string[]> {
  return asSystem(databases.owner, `select op_id from sync_op where account_id = '${account.accountId}'`)
}

/** Ids of operations past row-level security. */
async function asSystem(owner: pg.Pool, text: string): Promise<readonly string[]> {
  const found = await owner.query<{ op_id: string }>(`select set_config('app.system', 'on', true); ${text}`)
  const last = Array.isArray(found) ? (found as unknown as { rows: { op_id: string }[] }[]).at(-1)! : found
  return last.rows.map((row) => row.op_id)
}
