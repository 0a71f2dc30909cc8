import { readdirSync, readFileSync } from 'node:fs'
import { PerformanceObserver, performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Where the time of one run went, in milliseconds; the parts overlap, for two processes work beside each other. */
export interface RunParts {
  readonly wall: number
  /** This process at work, garbage collection included. */
  readonly node: number
  readonly collecting: number
  /** The database's processes at work. */
  readonly postgres: number
  /** Either of them ready, and waiting for a processor. */
  readonly queued: number
}

/** Runs something and says where its time went. */
export type Parted = <T>(run: () => Promise<T>) => Promise<readonly [T, RunParts]>

/** Watches this process and the processes that the database has now (Linux's scheduler statistics). */
export function createRunParts(postmaster: number): Parted {
  let collecting = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collecting += duration
  })
  observer.observe({ entryTypes: ['gc'] })
  return async (run) => {
    const backends = childrenOf(postmaster)
    const before = { postgres: scheduled(backends), node: scheduled(['self']), collecting }
    const loop = performance.eventLoopUtilization()
    const begin = performance.now()
    const value = await run()
    const wall = performance.now() - begin
    const node = performance.eventLoopUtilization(loop).active
    const postgres = scheduled(backends)
    const own = scheduled(['self'])
    // Collections are told in a turn of their own.
    await nextTurn()
    const queuedNs = postgres.queuedNs - before.postgres.queuedNs + own.queuedNs - before.node.queuedNs
    return [
      value,
      {
        wall,
        node,
        collecting: collecting - before.collecting,
        postgres: (postgres.ranNs - before.postgres.ranNs) / 1e6,
        queued: queuedNs / 1e6,
      },
    ]
  }
}

/** Prints the mean of all runs' parts, and of the slowest fiftieth. */
export function reportParts(all: readonly RunParts[]): void {
  const sorted = all.toSorted((a, b) => b.wall - a.wall)
  const slowest = sorted.slice(0, Math.ceil(sorted.length / 50))
  for (const [name, runs] of [
    ['all', sorted],
    ['the slowest fiftieth', slowest],
  ] as const) {
    const mean = (part: keyof RunParts) => (runs.reduce((sum, run) => sum + run[part], 0) / runs.length).toFixed(1)
    console.log(
      `  ${name}: ${mean('wall')} ms, of them Node ${mean('node')} (collecting ${mean('collecting')}),` +
        ` PostgreSQL ${mean('postgres')}, waiting for a processor ${mean('queued')}`,
    )
  }
}

function childrenOf(parent: number): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    const stat = read(`/proc/${name}/stat`)
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
  })
}

function scheduled(processes: readonly string[]): { readonly ranNs: number; readonly queuedNs: number } {
  const all = processes.map((name) => read(`/proc/${name}/schedstat`).split(' ').map(Number))
  return {
    ranNs: all.reduce((sum, [ran = 0]) => sum + ran, 0),
    queuedNs: all.reduce((sum, [, queued = 0]) => sum + queued, 0),
  }
}

// A process may end while it is looked at.
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '0 0 0'
  }
}
