import http from 'node:http'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createDatabase, startTestPostgres, type TestDatabase } from '#tests/support/postgres.ts'
import { loadDemo } from '#api/db/demo/load-demo.ts'
import { startApi } from '#tests/support/api-process.ts'
import { createVisits } from '#tests/support/bench-visits.ts'
import { cpuMsOf, cpuMsOfChildren, percentile, report } from '#tests/support/bench-database.ts'

// What visitors of the public site ask for, mixed as a visit mixes it, from many visitors and addresses at once, with
// limits, row-level security and the log on. Server, database and this generator share the machine.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '24' },
    processes: { type: 'string', default: '1' },
    /** Every search in words of its own, so that none is answered from memory. */
    'fresh-searches': { type: 'boolean', default: false },
    /** Folder for profiles of the servers. */
    profile: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
const connections = Number(values.connections)

const stopPostgres = await startTestPostgres()
const database = await createDatabase()
await loadDemo({ ownerUrl: database.ownerUrl, items: 2_000 })
const servers = await Promise.all(
  Array.from({ length: Number(values.processes) }, () =>
    startApi(database, {
      environment: {
        TRUST_PROXY: 'true',
        LOG_LEVEL: 'info',
        ...(values.profile && { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${values.profile}` }),
      },
    }),
  ),
)
const agent = new http.Agent({ keepAlive: true, maxSockets: connections })

const postmaster = await postmasterOf(database)

/** Processor time used so far, in milliseconds. */
function cpuOf() {
  const load = (process.cpuUsage().user + process.cpuUsage().system) / 1_000
  const server = servers.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0)
  return { server, database: cpuMsOfChildren(postmaster), load }
}

async function postmasterOf({ superuserUrl }: TestDatabase): Promise<number> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`)
  await client.end()
  return Number(rows[0]!.file.split('\n')[0])
}

try {
  const { ask, path: pathOf } = await createVisits({
    urls: servers.map(({ url }) => url),
    agent,
    freshSearches: values['fresh-searches'],
  })

  const took: number[] = []
  const byPath = new Map<string, number[]>()
  const statuses = new Map<number, number>()
  let next = 0
  const run = async (untilMs: number, counts: boolean): Promise<void> => {
    while (performance.now() < untilMs) {
      const at = next++
      const path = pathOf(at)
      const begun = performance.now()
      const { status } = await ask(path, at)
      if (!counts) continue
      const ms = performance.now() - begun
      took.push(ms)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      const name = path.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/, '{id}')
      byPath.set(name, [...(byPath.get(name) ?? []), ms].slice(-5_000))
    }
  }
  const all = (ms: number, counts: boolean) =>
    Promise.all(Array.from({ length: connections }, () => run(performance.now() + ms, counts)))
  await all(3_000, false)
  const begun = performance.now()
  const before = cpuOf()
  await all(seconds * 1_000, true)
  const used = cpuOf()
  const rate = took.length / ((performance.now() - begun) / 1_000)
  console.log(`${Math.round(rate).toLocaleString('en')} requests/s (goal ≥ 1,500), ${connections} connections`)
  console.log(`statuses: ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`)
  const share = (name: keyof typeof used) => ((used[name] - before[name]) / took.length).toFixed(2)
  console.log(`processor ms a request: server ${share('server')}, database ${share('database')}, load ${share('load')}`)
  report('one request of the mix', took, 'ms', 'p99 ≤ 25')
  for (const [name, times] of byPath)
    console.log(
      `  ${name}: median ${percentile(
        times.toSorted((a, b) => a - b),
        0.5,
      ).toFixed(1)} ms`,
    )
} finally {
  for (const server of servers) await server.stop()
  agent.destroy()
  await database.drop()
  await stopPostgres()
}
