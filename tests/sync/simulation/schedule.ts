import { createMonitor } from './invariants.ts'
import { checkDrawn } from './place-invariants.ts'
import { createRandom, type Random } from './random.ts'
import { step } from './schedule-steps.ts'
import { settle, type SimDatabases, type World } from './schedule-world.ts'
import { createSimAccount, type SimExtras, type SimSettings } from './sim-account.ts'
import { createSimDevice, type DeviceFlaws, type SimDevice } from './sim-device.ts'
import { fairWeather, foulWeather, type Weather } from './sim-network.ts'
import { createSimServer, type SimServerSteps } from './sim-server.ts'
import { endsInTime, inTime } from './stuck.ts'

/** A defect planted into the engine, to prove that the simulation sees it. */
export interface Flaws {
  readonly server?: SimServerSteps
  readonly device?: DeviceFlaws
  /** Done to a device between steps. */
  readonly tamper?: (device: SimDevice) => Promise<void>
  /** Weights of steps by name that differ from the usual ones, where a defect shows in few schedules. */
  readonly weights?: Readonly<Record<string, number>>
  /** What the bad network does, where a defect shows under few of its faults. */
  readonly weather?: Partial<Weather>
  /** Items of the account; the fewer, the more often operators meet over one. */
  readonly itemCount?: number
  /** Statuses at which its items begin, where a defect concerns few of them. */
  readonly beginsAt?: readonly string[]
  /** What the account asks of its floor. */
  readonly settings?: Partial<SimSettings>
  /** Whether a store sends. */
  readonly hasStore?: true
  /** Missteps by name, where a defect concerns few of them; one named twice is taken twice as often. */
  readonly missteps?: readonly string[]
}

/** How a schedule runs. */
export interface ScheduleOptions {
  readonly seed: number
  readonly steps?: number
  readonly flaws?: Flaws
  readonly log?: (line: string) => void
  /** After so long a schedule counts as stuck, in milliseconds. */
  readonly stuckAfterMs?: number
}

/** What a schedule did, for the summary of a run. */
export interface ScheduleReport {
  readonly captured: number
  readonly applied: number
  readonly refused: number
  readonly held: number
  readonly crashes: number
}

/**
 * Runs one schedule in a fresh account; throws a violation when a promise of the engine is broken, and `Stuck` when it
 * does not end.
 */
export async function runSchedule(databases: SimDatabases, options: ScheduleOptions): Promise<ScheduleReport> {
  const random = createRandom(options.seed)
  const flaws = options.flaws ?? {}
  const itemCount = flaws.itemCount ?? 6 + random.below(6)
  const kind = options.flaws === undefined ? drawKind(random.fork('kind')) : kindOf(options.flaws)
  const store = kind.hasStore ? { store: random.fork('store') } : {}
  const extras = { settings: kind.settings, closedBuybacks: kind.isCareless, ...store } satisfies SimExtras
  const limitMs = options.stuckAfterMs ?? 180_000
  const making = createSimAccount(databases.owner, random.fork('account'), itemCount, flaws.beginsAt, extras)
  const account = await inTime(limitMs, making, () => 'making an account')
  const server = createSimServer(databases.app, flaws.server)
  const monitor = createMonitor(account)
  const devices = Array.from({ length: random.chance(0.3) ? 3 : 2 }, (_, at) => {
    const name = `d${at}-${account.accountId}`
    return createSimDevice(name, account, server, random.fork(`device ${at}`), flaws.device ?? {}, monitor.onSend)
  })
  const log = options.log ?? (() => undefined)
  const world: World = {
    random,
    account,
    server,
    devices,
    monitor,
    rounds: new Map(),
    begun: { packageIds: [], counts: [], works: [] },
    missteps: flaws.missteps,
    log,
    databases,
    foulWeather: { ...foulWeather, ...flaws.weather },
    late: null,
    backup: null,
    settledElsewhere: false,
    crashes: 0,
  }
  const weights = flaws.weights ?? {
    ...(kind.isCareless && { misstep: 70 }),
    ...(options.flaws === undefined && { 'as a colleague': 16 }),
    // Few schedules can go back to a backup; most of these do.
    ...(databases.backup !== undefined && { 'backup or restore': 35 }),
  }
  return endsInTime(world, limitMs, play(world, { ...flaws, weights }, options.steps))
}

/** What kind of account a schedule plays in, and whether its people take steps that no screen offers. */
interface Kind {
  readonly isCareless: boolean
  readonly hasStore: boolean
  readonly settings: SimSettings
}

function drawKind(random: Random): Kind {
  const isCareless = random.chance(0.15)
  const hasStore = random.chance(0.15)
  const checkIn = random.chance(0.9) ? 'optional' : random.pick(['mandatory', 'disabled'] as const)
  return { isCareless, hasStore, settings: { checkIn, commentsTests: random.chance(0.05) } }
}

function kindOf({ weights, hasStore, settings }: Flaws): Kind {
  return {
    isCareless: weights?.['misstep'] !== undefined,
    hasStore: hasStore === true,
    settings: { checkIn: 'optional', commentsTests: false, ...settings },
  }
}

async function play(world: World, flaws: Flaws, count: number | undefined): Promise<ScheduleReport> {
  const { random, devices, monitor } = world
  try {
    for (const [at, device] of devices.entries()) await begin(world, device, at)
    const steps = count ?? 8 + random.below(13)
    for (let at = 0; at < steps; at++) {
      await step(world, flaws.weights)
      if (flaws.tamper !== undefined) for (const device of devices) if (device.isRunning()) await flaws.tamper(device)
      if (random.chance(0.6)) await settle(world)
      if (random.chance(0.4)) await monitor.watch(random.pick(devices))
    }
    return await finish(world, flaws)
  } finally {
    await world.late?.commit().catch(() => undefined)
    for (const device of devices) device.kill()
  }
}

async function begin(world: World, device: SimDevice, at: number): Promise<void> {
  device.clockErrorMs = world.random.chance(0.5) ? (world.random.next() - 0.5) * 6 * 86_400_000 : 0
  await device.boot()
  await device.signIn(world.account.operators[at % world.account.operators.length]!)
  if (world.random.chance(0.8)) await settle(world)
}

/** The network is fair, everybody signs in once more, and all work must end. */
async function finish(world: World, flaws: Flaws): Promise<ScheduleReport> {
  await world.late?.commit()
  world.late = null
  for (const device of world.devices) {
    device.network.weather = fairWeather
    device.network.online = true
    device.plan('commit', 0)
  }
  for (const device of world.devices) {
    if (!device.isRunning()) await device.boot()
    if (device.engines().length === 0) await device.openTab()
  }
  // What a restore has lost shows at the first pull. A copy that grew by pulls says more than one just fetched.
  for (const device of world.devices) {
    const staysIn = isSignedIn(device) && world.random.chance(0.6)
    if (staysIn) await Promise.all(device.engines().map((tab) => tab.sync()))
    else await device.signIn(world.random.pick(world.account.operators))
    await settle(world)
  }
  await pushAll(world, flaws)
  if (world.settledElsewhere) {
    for (const device of world.devices) {
      await Promise.all(device.engines().map((tab) => tab.sync()))
      await settle(world)
    }
    // A round whose last refusal is settled ends again by itself.
    await pushAll(world, flaws)
  }
  // What the server held until the last of these, devices hear of with their next round.
  for (const device of world.devices) {
    const [tab] = device.engines()
    if ((await tab!.accounting()).held > 0) await tab!.sync()
  }
  // Everything is decided: what arrives only now must change nothing.
  for (const device of world.devices) await device.network.arriveLate()
  checkDrawn(world.server.drawn)
  return world.monitor.judge(world.devices, world.databases.owner, world.crashes)
}

/** Whether every tab works for the user who is signed in on the device; a tab that died during a sign-in does not. */
function isSignedIn(device: SimDevice): boolean {
  const operator = device.signedIn()
  const knows = device.engines().every((tab) => tab.author()?.userId === operator?.userId)
  return operator !== null && !device.sessionEnded && knows
}

async function pushAll(world: World, flaws: Flaws): Promise<void> {
  for (let round = 0; round < 5 && (await isUnfinished(world)); round++) {
    for (const device of world.devices) await finishDevice(world, device, flaws)
  }
}

async function isUnfinished(world: World): Promise<boolean> {
  for (const device of world.devices) if ((await device.engines()[0]!.accounting()).pending > 0) return true
  return false
}

/** Everybody with waiting work signs in on the device, time passes, and it syncs. */
async function finishDevice(world: World, device: SimDevice, flaws: Flaws): Promise<void> {
  const [tab] = device.engines()
  const authors = new Set((await tab!.operations('pending')).map(({ op }) => op.actor))
  for (const operator of world.account.operators.filter(({ userId }) => authors.has(userId))) {
    await device.signIn(operator)
    device.advance(3_600_000)
    for (const each of device.engines()) await each.sync()
    await settle(world)
    if (flaws.tamper !== undefined) await flaws.tamper(device)
  }
}
