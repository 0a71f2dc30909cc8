import { resolveCode } from '#domain/item/resolve-code.ts'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import { createDisk, type Judge } from '#tests/sync/simulation/disk.ts'
import type { CopyStore } from '#web/local/copy/copy-store.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { pushLock } from '#web/local/sync/push-loop.ts'
import { knownItems } from '#web/local/copy/find-by-codes.ts'
import type { FeedbackKind } from '#web/scan/feedback-tones.ts'
import { checkInEngine } from '#web/staff/features/check-in/check-in-engine.ts'
import type { CheckInLine } from '#web/staff/features/check-in/check-in-line.ts'
import { createCheckInSession, type CheckInSession } from '#web/staff/features/check-in/check-in-session.ts'
import { toLine } from '#web/staff/features/check-in/to-line.ts'
import { createDevice, createServer, operator, signIn, type Device } from './device-fixture.ts'
import { itemRow, warehouseId } from './rows.ts'

/** The operator of every stand. */
export const ada = operator(1)
const devices: Device[] = []

/** The check-in of one operator on a device of its own. */
export interface Stand {
  readonly device: Device
  readonly engine: Engine
  readonly session: CheckInSession
  readonly heard: FeedbackKind[]
  scan(code: string): void
  lines(): Promise<readonly CheckInLine[]>
  restart(): Promise<Stand>
}

/** A screen that shows its round. */
export async function standOn(device: Device, engine: Engine): Promise<Stand> {
  const stand = await standLate(device, engine)
  await stand.session.open()
  return stand
}

/** A screen that is there before anybody is known to be signed in. */
export async function standLate(device: Device, engine: Engine): Promise<Stand> {
  const heard: FeedbackKind[] = []
  const session = createCheckInSession({
    engine: checkInEngine(engine, ada),
    facts: () => ({ warehouseId, userType: 'warehouse_operator', config: engine.config() }),
    newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    nowMs: () => Date.now(),
    signal: (kind) => heard.push(kind),
  })
  const config = engine.config()
  return {
    device,
    engine,
    session,
    heard,
    scan: (code) => session.scan({ resolution: resolveCode(code, 'check_in'), alternative: null }),
    lines: async () => {
      await session.settled()
      const views = await engine.lines(session.state().roundId!, 1000)
      const ids = views.flatMap(({ op }) => (op?.outcome?.result?.['itemId'] as string | undefined) ?? [])
      const items = new Map((await knownItems(engine, ids)).map((item) => [item.id, item]))
      return views.map((view) => toLine(view, { userId: ada.userId, online: !device.offline, config, items }))
    },
    restart: async () => standOn(device, await device.openTab()),
  }
}

/**
 * A stand whose disk commits as told from now on: as often as `leave` says, until `fill` says otherwise, or not at all
 * once it is full.
 */
export async function standOnDisk(change: Parameters<typeof itemRow>[1] = {}): Promise<{
  readonly at: Stand
  fill(isFull: boolean): void
  leave(commits: number): Promise<void>
}> {
  let left = Infinity
  let letPush = (): void => undefined
  const judge: Judge = ({ database }) =>
    database === 'reprise-outbox' && left-- <= 0 ? 'QuotaExceededError' : 'commit'
  const server = createServer(3, change)
  const device = createDevice(server, createDisk().boot(judge).indexedDB as never)
  devices.push(device)
  const engine = await device.openTab()
  await signIn(engine, server, ada)
  device.offline = true
  return {
    at: await standOn(device, engine),
    fill(full) {
      left = full ? 0 : Infinity
      letPush()
    },
    // A try to send what was captured writes too, whenever it has ended: none has begun while the room is counted.
    leave: (commits) =>
      new Promise((isLeft) => {
        void device.runLocked(pushLock, async () => {
          left = commits
          isLeft()
          await new Promise<void>((over) => (letPush = over))
        })
      }),
  }
}

/** A stand away from the network, with some items in its copy. */
export async function stand(count = 20, change: Parameters<typeof itemRow>[1] = {}): Promise<Stand> {
  const server = createServer(count, change)
  const device = createDevice(server)
  devices.push(device)
  const engine = await device.openTab()
  await signIn(engine, server, ada)
  device.offline = true
  return standOn(device, engine)
}

/** A stand away from the network whose copy is as told. */
export async function standOnCopy(wrap: (copy: CopyStore) => CopyStore): Promise<Stand> {
  const server = createServer(2)
  const device = createDevice(server, undefined, wrap)
  devices.push(device)
  const engine = await device.openTab()
  await signIn(engine, server, ada)
  device.offline = true
  return standOn(device, engine)
}

/** Ends every device that a stand stood on. */
export async function leaveStands(): Promise<void> {
  for (const device of devices.splice(0)) await device.close()
}

/** The code of an item of the copy. */
export const code = (number: number): string => itemRow(number).code
