import { setTimeout as sleep } from 'node:timers/promises'
import { testServer } from '#tests/support/postgres.ts'
import { withClient } from '../../../scripts/prepare-database.mjs'
import type { World } from './schedule-world.ts'
import type { SimDevice } from './sim-device.ts'

/** A schedule that does not end: neither an answer nor a violation. Its databases may never be released. */
export class Stuck extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Stuck'
  }
}

/** What a schedule answers, or `Stuck` with what holds it up after so many milliseconds. */
export async function endsInTime<T>(world: World, limitMs: number, played: Promise<T>): Promise<T> {
  return inTime(limitMs, played, () => world.devices.map(stateOf).join('\n'))
}

/** What `work` answers, or `Stuck` after so many milliseconds, with what `describe` and the databases say then. */
export async function inTime<T>(limitMs: number, work: Promise<T>, describe: () => string): Promise<T> {
  const tooLong = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const told = (lines: readonly string[]): void =>
      tooLong.reject(new Stuck([`stuck after ${limitMs} ms`, describe(), ...lines].join('\n')))
    // The server may be what is stuck: then it is not waited for either.
    Promise.race([statements(), sleep(10_000, ['the database server does not say what it does'], { ref: false })]).then(
      told,
      (error: unknown) => told([`the database server does not say what it does: ${String(error)}`]),
    )
  }, limitMs)
  try {
    return await Promise.race([work, tooLong.promise])
  } finally {
    clearTimeout(timer)
  }
}

function stateOf(device: SimDevice, at: number): string {
  return `device ${at}: ${device.busyWith() ?? 'idle'}, ${device.network.atServer()} requests at the server`
}

/** What the databases of this run are busy with, a line each. */
async function statements(): Promise<string[]> {
  const { rows } = await withClient(testServer().superuserUrl, (client) =>
    client.query<{ line: string }>(`select concat_ws(' ', datname, application_name, state, wait_event_type, wait_event,
      'blocked by', pg_blocking_pids(pid)::text, left(regexp_replace(query, '\\s+', ' ', 'g'), 300)) line
      from pg_stat_activity where backend_type = 'client backend' and state <> 'idle' and pid <> pg_backend_pid()`),
  )
  return rows.map(({ line }) => line)
}
