import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { IDBFactory, IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { demoPassword } from '#api/db/demo/load-demo.ts'
import { signInCall } from '#sync/calls/access.ts'
import type { OperationDefinition } from '#sync/operations/define-operation.ts'
import { startRefurbDiagnosis, undoRefurbDiagnosisStart } from '#sync/operations/refurb/start-refurb-diagnosis.ts'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { testItem } from '#sync/operations/compliance/test-item.ts'
import { itemFacts } from '#sync/wire/item-row.ts'
import { startAppServer, type LabelledItem } from '#tests/support/app-server.ts'
import { report } from '#tests/support/bench-database.ts'
import { createHub, createLocks } from '#tests/support/device-fixture.ts'
import { startTestPostgres } from '#tests/support/postgres.ts'
import { createCopyStore } from '#web/local/copy/copy-store.ts'
import { createEngine, type Engine } from '#web/local/engine/engine.ts'
import { databaseNames, type EnginePorts } from '#web/local/engine/ports.ts'

// A shift on a floor with a bad network: each device checks in, tests, moves, diagnoses and undoes while its network
// comes and goes. At its end the network is away from all devices; then it returns to all at once. Devices are the
// engine itself in Node; they, the API process and PostgreSQL share this machine.
// `npm run bench -- shift --devices 4 --actions 100` runs a smaller one.
const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '20' },
    actions: { type: 'string', default: '500' },
    rounds: { type: 'string', default: '1' },
  },
})
const deviceCount = Number(values.devices)
const actionCount = Number(values.actions)
const rounds = Number(values.rounds)
/** Moves of one item there and back. */
const moves = 6
/** Each item takes its check-in and its moves at least. */
const itemsPerDevice = Math.ceil(actionCount / (1 + moves)) + 2
const email = 'warehouse_operator@demo.example'

interface BenchDevice {
  readonly engine: Engine
  readonly warehouseId: string
  online: boolean
}

const stopPostgres = await startTestPostgres()
const server = await startAppServer(deviceCount * itemsPerDevice * rounds * 10 + 500)
try {
  const labels = await server.itemsInTransit(server.warehouses[0], deviceCount * itemsPerDevice * rounds)
  const devices: BenchDevice[] = []
  while (devices.length < deviceCount) devices.push(await startDevice())
  const captureMs: number[] = []
  const drainMs: number[] = []
  const waiting: number[] = []
  for (let round = 0; round < rounds; round++) {
    await Promise.all(
      devices.map((device, at) => {
        const from = (round * deviceCount + at) * itemsPerDevice
        return workShift(device, labels.slice(from, from + itemsPerDevice), captureMs)
      }),
    )
    for (const device of devices) device.online = false
    waiting.push((await Promise.all(devices.map(pendingOf))).reduce((sum, count) => sum + count, 0))
    const returnedAt = performance.now()
    for (const device of devices) {
      device.online = true
      device.engine.wake('online')
    }
    await Promise.all(
      devices.map(async (device) => {
        while ((await pendingOf(device)) > 0) await wait(25)
        drainMs.push(performance.now() - returnedAt)
      }),
    )
  }
  report(`capturing one of ${captureMs.length.toLocaleString('en')} actions while others work`, captureMs, 'ms', 'none')
  report('actions that wait for the network', waiting, 'actions', 'none')
  report(`draining ${deviceCount} devices from the network's return`, drainMs, 'ms', 'all ≤ 10,000')
  const judged = await judge(devices)
  console.log(judged.sentence)
  if (!judged.isRight || Math.max(...drainMs) > 10_000) process.exitCode = 1
  for (const { engine } of devices) await engine.stop()
} finally {
  await server.close()
  await stopPostgres()
}

/** A signed-in device with its copy. */
async function startDevice(): Promise<BenchDevice> {
  let sessionToken = ''
  const device = { online: true }
  const ports: EnginePorts = {
    indexedDB: new IDBFactory(),
    IDBKeyRange: FakeKeyRange as unknown as typeof IDBKeyRange,
    databaseNames,
    fetch: async (input, init) => {
      const path = input instanceof Request ? input.url : input
      if (!device.online) throw new TypeError('Failed to fetch')
      const headers = new Headers(init?.headers)
      if (!headers.has('authorization')) headers.set('authorization', `Bearer ${sessionToken}`)
      const response = await fetch(new URL(path, server.url), { ...init, headers })
      const body = await response.arrayBuffer()
      // The network went while the server worked: it did, and nobody hears of it.
      if (!device.online) throw new TypeError('Failed to fetch')
      return new Response(body, response)
    },
    nowMs: () => Date.now(),
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    runLocked: createLocks(),
    channel: createHub()(),
    setTimer(run, waitMs) {
      const timer = setTimeout(run, waitMs)
      timer.unref()
      return () => clearTimeout(timer)
    },
    isOnline: () => device.online,
    persist: async () => true,
    onStorageProblem: () => undefined,
  }
  const engine = createEngine(ports, createCopyStore(ports))
  await engine.start()
  // Twenty people sign in with e-mails of their own; one user signing in on twenty devices at once is held back.
  await server.owner.query('delete from throttle')
  const response = await fetch(new URL(signInCall.path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client': 'api' },
    body: JSON.stringify({ email, password: demoPassword, deviceId: await engine.deviceId(), module: 'rps' }),
  })
  if (!response.ok) throw new Error(`signing in: ${response.status} ${await response.text()}`)
  const user = signInCall.answer.parse(await response.json())
  if (user.grant === undefined || user.rpsOrganizationId === null) throw new Error('no grant')
  sessionToken = user.apiToken
  await engine.signIn({
    userId: user.id,
    name: email,
    accountId: user.viewedAccountId,
    module: 'rps',
    userType: user.userType,
    warehouseIds: [user.rpsOrganizationId],
  })
  await engine.storeGrant({ ...user.grant, userId: user.id })
  await engine.sync()
  if (engine.config() === null) throw new Error('a device has no copy')
  return Object.assign(device, { engine, warehouseId: user.rpsOrganizationId })
}

async function pendingOf({ engine }: BenchDevice): Promise<number> {
  return (await engine.accounting()).pending
}

/** Works through items until the device has captured its actions; the network comes and goes while it works. */
async function workShift(device: BenchDevice, items: readonly LabelledItem[], captureMs: number[]): Promise<void> {
  const { engine, warehouseId } = device
  const stocks = engine.config()?.stocks.filter((stock) => stock.warehouseId === warehouseId) ?? []
  const stockOf = (native: string) => stocks.find((stock) => stock.native === native)!.id
  let captured = 0
  let isOver = false
  const flapping = flap(device, () => isOver)

  async function act<Args>(definition: OperationDefinition<Args>, args: Args): Promise<string | null> {
    if (captured >= actionCount) return null
    const begunAt = performance.now()
    const done = await engine.dispatch(definition, args)
    captureMs.push(performance.now() - begunAt)
    if (!done.captured) throw new Error(`${definition.type} is refused: ${done.code}`)
    captured++
    // A hand takes longer than a processor; without a pause the devices of one process would stand in each other's way.
    await wait(1)
    return done.opId
  }

  for (const { id: itemId, code } of items) {
    if (captured >= actionCount) break
    await act(checkInItem, { code, itemId, warehouseId })
    const [view] = await engine.view([itemId])
    const declaration = view === undefined ? null : itemFacts(view.item).declaration
    if (declaration?.answers != null && declaration.priceCents !== null) {
      await act(testItem, { itemId, warehouseId, answers: [...declaration.answers], photos: [] })
      const [tested] = await engine.view([itemId])
      if (tested?.item.status === 'item_completed') {
        const begun = await act(startRefurbDiagnosis, { itemId })
        if (begun !== null) await act(undoRefurbDiagnosisStart, { targetOpId: begun, itemId })
      }
    }
    const [now] = await engine.view([itemId])
    if (now === undefined || now.item.status === 'item_in_quarantine') continue
    if (now.item.warehouseId !== warehouseId || now.item.stockId === null) continue
    const stockIds = ['refurbishment_completed', 'to_refurbish'].map(stockOf)
    const others = now.item.stockId === stockIds[0] ? stockIds.toReversed() : stockIds
    for (let at = 0; at < moves; at++) await act(moveItem, { itemId, stockId: others[at % 2]! })
  }
  isOver = true
  await flapping
  if (captured < actionCount) throw new Error(`a device found work for ${captured} actions alone`)
}

/** The network of a device comes and goes until its shift is over. */
async function flap(device: BenchDevice, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    device.online = Math.random() < 0.4
    if (device.online) device.engine.wake('online')
    await wait(200 + Math.random() * 1_300)
  }
}

/** Everything captured was applied, once, and each queue in its order. */
async function judge(
  devices: readonly BenchDevice[],
): Promise<{ readonly isRight: boolean; readonly sentence: string }> {
  const counts = await Promise.all(devices.map(({ engine }) => engine.accounting()))
  const applied = counts.reduce((sum, count) => sum + count.applied, 0)
  const refused = counts.reduce((sum, count) => sum + count.tray + count.held, 0)
  const wanted = deviceCount * actionCount * rounds
  const ids = await Promise.all(devices.map(({ engine }) => engine.deviceId()))
  const { rows } = await server.owner.query<{ operations: number; effects: number; disordered: number }>(
    `with queue as (select op_id, account_id, status, xid, lag(xid) over (partition by device_id, user_id, module order by seq)
        as before from sync_op where device_id = any ($1::uuid[]))
     select count(*) filter (where status = 'applied')::int as operations, count(*) filter (where xid < before)::int
       as disordered, (select count(*)::int from item_history h join queue q using (account_id, op_id)) as effects from queue`,
    [ids],
  )
  const { operations, effects, disordered } = rows[0]!
  const isRight = applied === wanted && operations === wanted && effects === wanted && refused + disordered === 0
  return {
    isRight,
    sentence: `${wanted} captured: ${applied} applied on the devices, ${operations} on the server with ${effects} effects, ${refused} refused or held, ${disordered} out of order`,
  }
}
