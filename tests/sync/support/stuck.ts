import { testServer } from '#tests/support/postgres.ts'
import { withClient } from '../../../scripts/prepare-database.mjs'
import type { World } from './schedule-world.ts'

/** A schedule that does not come to its end: neither an answer nor a violation. Its databases may be held for good. */
export class Stuck extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Stuck'
  }
}

/** What a schedule answers, or `Stuck` with what holds it up after so many milliseconds. */
export async function endsInTime<T>(world: World, limitMs: number, played: Promise<T>): Promise<T> {
  const tooLong = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    describe(world, limitMs).then((text) => tooLong.reject(new Stuck(text)), tooLong.reject)
  }, limitMs)
  try {
    return await Promise.race([played, tooLong.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function describe(world: World, limitMs: number): Promise<string> {
  const devices = world.devices.map(
    (device, at) => `device ${at}: ${device.busyWith() ?? 'idle'}, ${device.network.atServer()} requests at the server`,
  )
  return [`stuck after ${limitMs} ms`, ...devices, ...(await statements())].join('\n')
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
