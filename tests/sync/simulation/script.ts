import type { OperationDefinition } from '#sync/operations/define-operation.ts'
import { closePackage } from '#sync/operations/expedition/close-package.ts'
import type { DispatchOptions } from '#web/local/outbox/captures.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { createRandom, type Random } from './random.ts'
import type { Flaws } from './schedule.ts'
import { step } from './schedule-steps.ts'
import { settle, type SimDatabases, type World } from './schedule-world.ts'
import { summarize } from './script-summary.ts'
import { createSimAccount, type SimAccount } from './sim-account.ts'
import { createSimDevice, orDeath, type SimDevice } from './sim-device.ts'
import { foulWeather } from './sim-network.ts'
import { createSimServer } from './sim-server.ts'
import { readServerState } from './server-state.ts'

/** What people do, in names instead of ids, so that it can be done again in another account. */
type Happening =
  | {
      readonly kind: 'capture'
      readonly op: string
      readonly definition: OperationDefinition<never>
      readonly text: string
    }
  | { readonly kind: 'open round'; readonly round: string; readonly warehouse: string }
  | { readonly kind: 'sign in'; readonly operator: number }
  | { readonly kind: 'sign out' }
  | { readonly kind: 'advance'; readonly ms: number }
  | { readonly kind: 'sync' }

/** One after the other, each on a device. */
export type Script = readonly (Happening & { readonly device: number })[]

/** What differs when a script is played. */
export interface Variation {
  /** Error of a device's clock at each of the script's places, in milliseconds; none unless told. */
  readonly clockErrorMs?: (device: number, place: number) => number
  /** A device whose process ends at one of its commits. */
  readonly kill?: { readonly device: number; readonly verdict: 'crash-before' | 'crash-after'; readonly commit: number }
  readonly flaws?: Flaws
}

/** How a play ended: everything that server and devices know, as lines in names. */
export interface Played {
  readonly lines: readonly string[]
  /** Commits of each device. */
  readonly commits: readonly number[]
}

/** Only what people do; the network waits for its turn. */
const quiet = {
  sync: 0,
  drain: 0,
  pull: 0,
  network: 0,
  crash: 0,
  'crash at a commit': 0,
  'storage error': 0,
  'second tab': 0,
  'session ends': 0,
  'newer operation': 0,
  eviction: 0,
  'another writer': 0,
  'late commit': 0,
  clock: 0,
  'backup or restore': 0,
  'pulls of two tabs': 0,
  'settle a refusal': 0,
  burst: 0,
  time: 12,
}

const serverBeginsMs = 1_795_000_000_000

/** An account with two devices, and the names of its ids. */
interface Stage {
  readonly account: SimAccount
  readonly devices: readonly SimDevice[]
  readonly databases: SimDatabases
  /** Names by id. */
  readonly names: Map<string, string>
  advance(ms: number): void
}

async function openStage(databases: SimDatabases, seed: number, flaws: Flaws = {}): Promise<Stage> {
  const random = createRandom(seed)
  const account = await createSimAccount(databases.owner, random.fork('account'), 6)
  let serverMs = serverBeginsMs
  const server = createSimServer(databases.app, flaws.server, () => serverMs)
  const devices = [0, 1].map((at) => {
    const name = `d${at}-${account.accountId}`
    return createSimDevice(name, account, server, random.fork(`device ${at}`), flaws.device ?? {}, () => undefined)
  })
  const names = new Map(account.ids.map((id, at) => [id, `«${at}»`]))
  for (const [at, { buybackCode }] of account.items.entries()) names.set(buybackCode, `«code ${at}»`)
  const { stocks } = await readServerState(databases.owner, account.accountId)
  for (const { id, warehouseId, native } of stocks)
    if (native !== null) names.set(id, `«${native} ${account.warehouses.indexOf(warehouseId)}»`)
  return { account, devices, databases, names, advance: (ms) => void (serverMs += ms) }
}

function named(names: ReadonlyMap<string, string>, text: string): string {
  return [...names].reduce((all, [id, name]) => all.replaceAll(id, name), text)
}

function unnamed(names: ReadonlyMap<string, string>, text: string): string {
  return [...names].reduce((all, [id, name]) => all.replaceAll(name, id), text)
}

/** Draws from a seed what two operators do at two devices, mostly offline; each device meets the server alone. */
export async function recordScript(databases: SimDatabases, seed: number, turns: number): Promise<Script> {
  const stage = await openStage(databases, seed)
  const random = createRandom(seed).fork('turns')
  const script: (Happening & { device: number })[] = []
  try {
    for (const at of stage.devices.keys()) {
      await act(stage, script, { kind: 'sign in', operator: at, device: at })
      await act(stage, script, { kind: 'sync', device: at })
    }
    for (let turn = 0; turn < turns; turn++) {
      const at = random.below(2)
      await step(worldOf(stage, recorded(stage, at, script), random), quiet)
      await settle(stage)
      if (random.chance(0.4)) await act(stage, script, { kind: 'sync', device: at })
    }
    // Signed-out work goes when they come back; then everybody sees what became of it.
    for (const round of [1, 2])
      for (const at of stage.devices.keys())
        for (const operator of round === 1 ? stage.account.operators.keys() : [at]) {
          await act(stage, script, { kind: 'sign in', operator, device: at })
          await act(stage, script, { kind: 'sync', device: at })
        }
    return script
  } finally {
    for (const device of stage.devices) device.kill()
  }
}

async function act(stage: Stage, script: Script[number][], happening: Script[number]): Promise<void> {
  script.push(happening)
  await perform(stage, happening, script.length - 1, {})
}

function worldOf({ account, databases }: Stage, device: SimDevice, random: Random): World {
  return {
    random,
    account,
    server: createSimServer(databases.app),
    devices: [device],
    monitor: {
      captured: () => undefined,
      misstepped: () => undefined,
      onSend: () => undefined,
      touched: () => undefined,
      forgotCopy: () => undefined,
      backedUp: () => undefined,
      restored: () => undefined,
      watch: () => Promise.resolve(),
      judge: () => Promise.reject(new Error('a script is compared, not judged')),
    },
    rounds: new Map(),
    begun: { packageIds: [], counts: [], works: [] },
    log: () => undefined,
    foulWeather,
    databases,
    late: null,
    settledElsewhere: false,
    backup: null,
    crashes: 0,
  }
}

/** A device that notes what is done at it. */
function recorded({ account, devices, names, advance }: Stage, at: number, script: Script[number][]): SimDevice {
  const device = devices[at]!
  const write = (happening: Happening) => void script.push({ ...happening, device: at })
  const tabs = device.engines().map((tab): Engine => ({
    ...tab,
    async dispatch(definition, args, options) {
      const text = named(names, JSON.stringify({ args, options }))
      const captured = await tab.dispatch(definition, args, options)
      if (!captured.captured) return captured
      const op = `«op ${script.length}»`
      names.set(captured.opId, op)
      write({ kind: 'capture', op, definition: definition as OperationDefinition<never>, text })
      return captured
    },
    async openRound(warehouseId) {
      const round = await tab.openRound(warehouseId)
      if (round === null) return null
      const name = names.get(round.id) ?? `«round ${script.length}»`
      names.set(round.id, name)
      write({ kind: 'open round', round: name, warehouse: named(names, warehouseId) })
      return round
    },
  }))
  return {
    ...device,
    engines: () => tabs,
    async signIn(operator) {
      write({ kind: 'sign in', operator: account.operators.indexOf(operator) })
      await device.signIn(operator)
    },
    async signOut() {
      write({ kind: 'sign out' })
      await device.signOut()
    },
    advance(ms) {
      write({ kind: 'advance', ms })
      device.advance(ms)
      advance(ms)
    },
  }
}

/** Plays a script in a fresh account of the same seed. */
export async function playScript(
  databases: SimDatabases,
  seed: number,
  script: Script,
  variation: Variation = {},
): Promise<Played> {
  const stage = await openStage(databases, seed, variation.flaws)
  const { kill } = variation
  if (kill !== undefined) stage.devices[kill.device]!.plan(kill.verdict, kill.commit)
  try {
    for (const [place, happening] of script.entries()) await perform(stage, happening, place, variation)
    const commits = stage.devices.map((device) => device.commits())
    for (const device of stage.devices) {
      device.plan('commit', 0)
      device.network.online = true
    }
    const lines = await summarize(databases.owner, stage.account, stage.devices)
    return {
      lines: lines.map((line) => named(stage.names, line)).toSorted(),
      commits,
    }
  } finally {
    for (const device of stage.devices) device.kill()
  }
}

/** Does one thing; where the process dies during it, a person starts it again and does what was not done. */
async function perform(stage: Stage, happening: Script[number], place: number, variation: Variation): Promise<void> {
  const device = stage.devices[happening.device]!
  device.clockErrorMs = variation.clockErrorMs?.(happening.device, place) ?? 0
  for (let isRepeated = false; ; isRepeated = true) {
    await revive(device, variation.flaws)
    if (isRepeated && happening.kind === 'capture' && (await isCaptured(stage, device, happening.op))) return
    const isDone = await once(stage, device, happening)
    await settle(stage)
    if (isDone || device.isRunning()) return
  }
}

/** Starts a device that does not run; who stood at it signs in again where the device has not kept that. */
async function revive(device: SimDevice, flaws: Flaws | undefined): Promise<void> {
  const operator = device.signedIn()
  while (!device.isRunning() || device.engines()[0]?.author()?.userId !== operator?.userId) {
    const wasRunning = device.isRunning()
    device.network.online = false
    await device.boot()
    if (!device.isRunning()) continue
    if (!wasRunning && flaws?.tamper !== undefined) await orDeath(device.process(), flaws.tamper(device))
    if (!device.isRunning()) continue
    if (operator !== null) await device.signIn(operator)
    else if (wasRunning) return
  }
}

/** Whether an action was captured although its process died before it could say so. */
async function isCaptured({ names }: Stage, device: SimDevice, op: string): Promise<boolean> {
  const [row] = (await device.engines()[0]!.operations('pending')).filter(({ opId }) => !names.has(opId))
  if (row !== undefined) names.set(row.opId, op)
  return row !== undefined
}

/** Answers whether it need not be done again, even where the process dies right afterwards. */
async function once(stage: Stage, device: SimDevice, happening: Happening): Promise<boolean> {
  const { account, names } = stage
  const own = device.process()
  const [tab] = device.engines()
  switch (happening.kind) {
    case 'sign in':
      await device.signIn(account.operators[happening.operator]!)
      return false
    case 'sign out':
      await device.signOut()
      return false
    case 'advance':
      stage.advance(happening.ms)
      device.advance(happening.ms)
      return true
    case 'sync':
      device.network.online = true
      await orDeath(own, tab!.sync())
      await settle(stage)
      device.network.online = false
      return false
    case 'open round': {
      const round = await orDeath(own, tab!.openRound(unnamed(names, happening.warehouse)))
      if (round != null) names.set(round.id, happening.round)
      return false
    }
    case 'capture': {
      const { definition, op } = happening
      const { args, options } = JSON.parse(unnamed(names, happening.text)) as {
        args: object
        options?: DispatchOptions
      }
      const number = definition.type === closePackage.type ? await orDeath(own, numberOf(tab!, args)) : null
      const captured = await orDeath(own, tab!.dispatch(definition, { ...args, ...number } as never, options ?? {}))
      if (captured?.captured === true) names.set(captured.opId, op)
      return captured !== undefined
    }
  }
}

/** The number that this device closes a package with. */
async function numberOf(tab: Engine, args: object): Promise<object> {
  const number = await tab.packageNumber((args as { packageId: string }).packageId)
  return number === null ? {} : { number }
}
