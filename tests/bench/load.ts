import http from 'node:http'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { createDatabase, startTestPostgres, type TestDatabase } from '#tests/support/postgres.ts'
import { loadDemo } from '#api/db/demo/load-demo.ts'
import { startApi } from '#tests/support/api-process.ts'
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
const visitors = 400

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

interface Answered {
  readonly status: number
  readonly text: string
}

interface Ask {
  readonly path: string
  readonly token?: string
  readonly address: string
  readonly method?: 'GET' | 'POST'
  readonly body?: string
  readonly type?: string
}

const postmaster = await postmasterOf(database)

/** Processor time used so far, in milliseconds. */
function cpuOf() {
  const load = (process.cpuUsage().user + process.cpuUsage().system) / 1_000
  const server = servers.reduce((sum, { pid }) => sum + cpuMsOf(pid), 0)
  return { server, database: cpuMsOfChildren(postmaster), load }
}

let turn = 0

function ask({ path, token, address, method = 'GET', body, type }: Ask): Promise<Answered> {
  const server = servers[turn++ % servers.length]!
  return new Promise((resolve, reject) => {
    const headers = {
      'x-forwarded-for': address,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(type !== undefined && { 'content-type': type }),
    }
    const request = http.request(`${server.url}${path}`, { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    request.on('error', reject)
    request.end(body)
  })
}

async function postmasterOf({ superuserUrl }: TestDatabase): Promise<number> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`)
  await client.end()
  return Number(rows[0]!.file.split('\n')[0])
}

/** A text that the search leaves out, another for each number. */
function marks(at: number): string {
  const digits = at.toString(4).replaceAll(/\d/g, (digit) => '.,;!'[Number(digit)]!)
  return ` ${digits}`
}

const addressOf = (visitor: number) => `198.51.${Math.floor(visitor / 250)}.${visitor % 250}`

async function visit(visitor: number): Promise<string> {
  const body = new URLSearchParams({ url: servers[0]!.url }).toString()
  const type = 'application/x-www-form-urlencoded'
  const path = '/api/webtoken-with-account-and-ord'
  const { text } = await ask({ path, address: addressOf(visitor), method: 'POST', body, type })
  return (JSON.parse(text) as { token: string }).token
}

try {
  const tokens: string[] = []
  for (let visitor = 0; visitor < visitors; visitor++) tokens.push(await visit(visitor))
  const read = async <T>(path: string) =>
    JSON.parse((await ask({ path, token: tokens[0]!, address: addressOf(0) })).text) as T
  const { 'hydra:member': products } = await read<{ 'hydra:member': readonly { id: string; categoryId: string }[] }>(
    '/api/public/products?itemsPerPage=100',
  )
  const words = ['iphone', 'samsung', 'galaxy s', 'iphone13', 'canon', 'casque', 'lego', 'nintendo', 'samsng', 'bosch']
  const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!
  const wordOf = (at: number) => encodeURIComponent(`${pick(words, at)}${values['fresh-searches'] ? marks(at) : ''}`)
  // Of twenty requests of a visit: six searches, four products, four options, and the pages around them.
  const mix: readonly ((at: number) => string)[] = [
    (at) => `/api/public/products?search_product_buyback=${wordOf(at)}`,
    (at) => `/api/public/products?search_product_buyback=${wordOf(at + 3)}&itemsPerPage=8`,
    (at) => `/api/public/products/${pick(products, at).id}`,
    (at) => `/api/public/options?categoryId=${pick(products, at).categoryId}&country=FR`,
    () => '/api/public/home',
    (at) => `/api/public/products?search_product_buyback=${wordOf(at + 5)}`,
    (at) => `/api/public/products/${pick(products, at + 7).id}`,
    (at) => `/api/public/options?categoryId=${pick(products, at + 7).categoryId}&country=FR`,
    () => '/api/public/categories',
    (at) => `/api/public/products?category=${pick(products, at).categoryId}`,
    (at) => `/api/public/products/${pick(products, at + 11).id}`,
    () => '/api/public/stores',
    () => '/api/buyback-settings',
    (at) => `/api/public/options?categoryId=${pick(products, at + 13).categoryId}&country=FR`,
    (at) => `/api/public/products/${pick(products, at + 17).id}`,
    () => '/api/branding',
    () => '/api/public/legal/faq-and-contact',
    (at) => `/api/public/products?search_product_buyback=${wordOf(at + 8)}&partial=true`,
    (at) => `/api/public/options?categoryId=${pick(products, at + 19).categoryId}&country=FR`,
    () => '/api/public/products?order[price]=desc&partial=true',
  ]

  const took: number[] = []
  const byPath = new Map<string, number[]>()
  const statuses = new Map<number, number>()
  let next = 0
  const run = async (untilMs: number, counts: boolean): Promise<void> => {
    while (performance.now() < untilMs) {
      const at = next++
      const visitor = Math.floor(at / mix.length) % visitors
      const path = mix[at % mix.length]!(at)
      const begun = performance.now()
      const { status } = await ask({ path, token: tokens[visitor]!, address: addressOf(visitor) })
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
