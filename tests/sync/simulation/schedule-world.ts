import type pg from 'pg'
import type { Monitor } from './invariants.ts'
import type { Random } from './random.ts'
import type { SimAccount } from './sim-account.ts'
import type { SimDevice } from './sim-device.ts'
import type { Weather } from './sim-network.ts'
import type { SimServer } from './sim-server.ts'

/** Databases of a run: the owner's connections and the API's, and how to go back to a backup. */
export interface SimDatabases {
  readonly owner: pg.Pool
  readonly app: pg.Pool
  /** Present where this schedule has a database of its own. */
  readonly backup?: () => Promise<Backup>
}

/** A backup; going back to it begins with SQL by which it becomes older than it is. */
export interface Backup {
  restore(age?: string): Promise<SimDatabases>
}

/** What was begun on any device, for the steps on other devices that name it. */
export interface Begun {
  readonly packageIds: string[]
  readonly counts: { readonly countId: string; readonly stockId: string }[]
  /** What people did on things of the floor, each with its device and who did it where. */
  readonly works: Work[]
}

/** An action as its device captured it. */
export interface Work {
  readonly device: string
  readonly userId: string
  readonly placeId: string
  readonly type: string
  readonly args: Readonly<Record<string, unknown>>
}

/** Everything that a schedule plays with. */
export interface World {
  readonly random: Random
  readonly account: SimAccount
  readonly server: SimServer
  readonly devices: readonly SimDevice[]
  readonly monitor: Monitor
  readonly rounds: Map<string, string>
  readonly begun: Begun
  /** Names of the missteps that are taken; all of them where none is named. */
  readonly missteps?: readonly string[] | undefined
  readonly log: (line: string) => void
  readonly foulWeather: Weather
  databases: SimDatabases
  late: { commit(): Promise<void> } | null
  backup: Backup | null
  /** Whether a user has settled what another device captured; that device learns of it by its next pull only. */
  settledElsewhere: boolean
  crashes: number
}

/** Turns of the event loop without work after which a device rests. */
const restAfter = 12

/** Waits until nothing is under way. */
export async function settle({ devices }: Pick<World, 'devices'>): Promise<void> {
  for (let idle = 0; idle < restAfter;) {
    const work = devices.map((device) => device.busyWith())
    idle = work.every((each) => each === null) ? idle + 1 : 0
    const asking = work.includes('own work') ? [] : devices.filter((_device, at) => work[at] === 'the server')
    if (asking.length > 0) await Promise.race(asking.map(({ network }) => network.nextAnswer()))
    else await new Promise((resolve) => setImmediate(resolve))
  }
}
