import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openRestorable, openShared, type SharedDatabase } from './sim-databases.ts'
import { runSchedule, type Flaws, type ScheduleReport } from './schedule.ts'
import { inTime, Stuck } from './stuck.ts'

/** Every so many schedules, one has a database of its own and goes back to a backup of it. */
export const restoreEvery = 20

/**
 * The seeds of one test file of so many, counted from the file's first one: of 2,000 altogether, fewer in a quick check.
 * `SIMULATION_HALF` (0 or 1) takes one half of them, and never fewer than `least`.
 */
export function schedulesOf(
  files: number,
  least = 1,
): { readonly from: number; readonly count: number; readonly all: number } {
  const all = Math.max(least, Math.floor(Number(process.env.SIMULATION_SCHEDULES ?? 2000) / files))
  const half = process.env.SIMULATION_HALF
  if (half === undefined) return { from: 0, count: all, all }
  const count = Math.max(least, Math.ceil(all / 2))
  return { from: half === '0' ? 0 : all - count, count, all }
}

/** A schedule that broke a promise. */
export interface Failure {
  readonly seed: number
  readonly error: unknown
  readonly steps: readonly string[]
  /** How many replays of the seed broke a promise too; null where none was asked for. */
  readonly shownAgain: { readonly times: number; readonly replays: number } | null
}

/** What a run of schedules found. */
export interface RunReport extends ScheduleReport {
  readonly schedules: number
  readonly failures: readonly Failure[]
}

/** Where failures are kept for a person to look at. */
export const failureFolder = path.join(import.meta.dirname, '../../../test-results/simulation')

/** Which schedules to run. */
export interface RunOptions {
  readonly firstSeed: number
  /** Distance of one seed to the next; 1 unless told. */
  readonly seedStep?: number
  /** Ends after so many schedules … */
  readonly count?: number
  /** … or after so long, in milliseconds. */
  readonly forMs?: number
  readonly flaws?: () => Flaws
  /** Steps of each schedule; drawn from its seed unless told. */
  readonly steps?: number
  /** Replays of a failed seed, to tell whether it hangs on the database's timing; it counts either way. */
  readonly replays?: number
  /** Folder that gets a file for each failure, with its seed and its steps. */
  readonly keepIn?: string
  /** Stops at the first violation. */
  readonly untilFailure?: boolean
  /** After so long a schedule counts as stuck, in milliseconds; it is the last one. */
  readonly stuckAfterMs?: number
  readonly onProgress?: (report: RunReport) => void
  readonly onFailure?: (failure: Failure) => void
}

/** Whether a schedule is one of those with a restore; a property of its seed, so that a replay is the same. */
export function hasRestore(seed: number): boolean {
  return seed % restoreEvery === 0
}

/** How long opening and closing databases may take, in milliseconds. */
const databasesMs = 120_000

/** Runs schedules one after another and collects what breaks. */
export async function runSchedules(options: RunOptions): Promise<RunReport> {
  const databases = createDatabases()
  const totals = { captured: 0, applied: 0, refused: 0, held: 0, crashes: 0 }
  const failures: Failure[] = []
  const endsAt = performance.now() + (options.forMs ?? Infinity)
  let schedules = 0
  let isStuck = false
  const report = (): RunReport => ({ ...totals, schedules, failures })
  try {
    while (schedules < (options.count ?? Infinity) && performance.now() < endsAt) {
      const seed = options.firstSeed + schedules++ * (options.seedStep ?? 1)
      const steps: string[] = []
      try {
        const one = await runOne(databases, seed, steps, options)
        for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += one[key]
      } catch (error) {
        isStuck = error instanceof Stuck
        let failure: Failure = { seed, error, steps, shownAgain: null }
        // The failure is kept before it is replayed, so that a replay that hangs does not lose it.
        if (options.keepIn !== undefined) await keepFailure(options.keepIn, failure)
        if (!isStuck && options.replays !== undefined) {
          const again = await replay(databases, seed, options.replays, options)
          isStuck = again.isStuck
          failure = { ...failure, shownAgain: { times: again.times, replays: again.replays } }
          if (options.keepIn !== undefined) await keepFailure(options.keepIn, failure)
        }
        failures.push(failure)
        options.onFailure?.(failure)
        if (isStuck || options.untilFailure === true) break
      }
      options.onProgress?.(report())
    }
    // A connection that is never given back would never let its pool end; the server ends with the run.
    if (!isStuck)
      await inTime(databasesMs, databases.close(), () => `closing the databases after ${schedules} schedules`)
    return report()
  } catch (error) {
    if (!(error instanceof Stuck)) throw error
    const seed = options.firstSeed + (schedules - 1) * (options.seedStep ?? 1)
    return { ...report(), failures: [...failures, { seed, error, steps: [], shownAgain: null }] }
  }
}

async function replay(
  databases: RunDatabases,
  seed: number,
  replays: number,
  { stuckAfterMs }: RunOptions,
): Promise<{ readonly times: number; readonly replays: number; readonly isStuck: boolean }> {
  let times = 0
  for (let at = 1; at <= replays; at++) {
    try {
      await runOne(databases, seed, [], stuckAfterMs === undefined ? {} : { stuckAfterMs })
    } catch (error) {
      times++
      if (error instanceof Stuck) return { times, replays: at, isStuck: true }
    }
  }
  return { times, replays, isStuck: false }
}

async function keepFailure(folder: string, failure: Failure): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, `seed-${failure.seed}.txt`), `${describeFailure(failure)}\n`)
}

async function runOne(
  databases: RunDatabases,
  seed: number,
  log: string[],
  { flaws, steps, stuckAfterMs }: Pick<RunOptions, 'flaws' | 'steps' | 'stuckAfterMs'>,
): Promise<ScheduleReport> {
  const opened = hasRestore(seed) ? databases.restorable() : databases.shared()
  return runSchedule(await inTime(databasesMs, opened, () => 'opening a database'), {
    seed,
    log: (line: string) => void log.push(line),
    ...(flaws === undefined ? {} : { flaws: flaws() }),
    ...(steps === undefined ? {} : { steps }),
    ...(stuckAfterMs === undefined ? {} : { stuckAfterMs }),
  })
}

/** The two databases of a run, each opened at its first use. */
interface RunDatabases {
  shared(): Promise<SharedDatabase>
  restorable(): Promise<SharedDatabase>
  close(): Promise<void>
}

function createDatabases(): RunDatabases {
  let [shared, restorable]: (Promise<SharedDatabase> | null)[] = [null, null]
  return {
    shared: () => (shared ??= openShared()),
    restorable: () => (restorable ??= openRestorable()),
    async close() {
      for (const each of [shared, restorable]) await (await each)?.close()
    },
  }
}

/** A failure as a person reads it, with how to see it again. */
export function describeFailure({ seed, error, steps, shownAgain }: Failure): string {
  const what =
    error instanceof Error
      ? error.name === 'Violation'
        ? error.message
        : (error.stack ?? error.message)
      : String(error)
  return [
    `seed ${seed}: ${what}`,
    ...(shownAgain === null ? [] : [`seen again in ${shownAgain.times} of ${shownAgain.replays} replays`]),
    `steps: ${steps.join(' · ')}`,
    `replay: npm run simulate -- --seed ${seed}`,
  ].join('\n')
}
