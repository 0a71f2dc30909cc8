import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { loadDemo } from '#api/db/demo/load-demo.ts'
import { catalogColumns } from '#domain/catalog-files/catalog-columns.ts'
import type { CatalogExport } from '#sync/calls/catalog-export.ts'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { startApi, type ApiProcess } from '#tests/support/api-process.ts'
import { cpuMsOf, cpuMsOfChildren, createBenchDatabase, report } from '#tests/support/bench-database.ts'
import { wait } from '../../scripts/process.mjs'

// Files of the catalog through a server of its own: new products with six prices, the same file again, a trial, and an
// export; beside it a visitor asks the public API. How quick the machine is, a bare copy of the same rows says.
const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '50000' },
    trial: { type: 'string', default: '100000' },
    /** Folder for profiles of the server. */
    profile: { type: 'string' },
    /** Tells what PostgreSQL's time goes into: the statements of each step, those of functions and triggers too. */
    statements: { type: 'boolean', default: false },
  },
})
const lines = Number(values.lines)
const trialLines = Number(values.trial)
const password = 'Reprise-2026'

const folder = mkdtempSync(path.join(tmpdir(), 'reprise-bench-imports-'))
const loopFile = path.join(folder, 'loop.json')
const counting = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' }
const bench = await createBenchDatabase(0, values.statements ? counting : {})
if (values.statements) await bench.superuser.query('create extension pg_stat_statements')
await loadDemo({ ownerUrl: bench.urls.ownerUrl, items: 0 })
const loopDelay = path.join(import.meta.dirname, '..', 'support', 'loop-delay.ts')
const profiled = values.profile === undefined ? '' : ` --cpu-prof --cpu-prof-dir=${values.profile}`
const server = await startApi(bench.urls, {
  environment: {
    TRUST_PROXY: 'true',
    BENCH_LOOP_FILE: loopFile,
    NODE_OPTIONS: `--import ${loopDelay}${profiled}`,
  },
}).catch(async (error: unknown) => {
  await bench.close()
  throw error
})

/** The file of so many products; their references begin with a word. */
function fileOf(word: string, count: number): string {
  const rows = Array.from({ length: count }, (_, at) => valuesOf(word, at))
  return [catalogColumns.products, ...rows].map((row) => row.join(';')).join('\r\n')
}

function valuesOf(word: string, at: number): readonly string[] {
  const cells: Partial<Record<(typeof catalogColumns.products)[number], string>> = {
    label: `Galaxy ${word} ${at % 97} ${64 << (at % 4)} Go`,
    brand: ['Samsung', 'Apple', 'Xiaomi', 'Google', 'Honor'][at % 5]!,
    manufacturer_model: `SM-${word}${at}`,
    buyer_reference: `${word}-${at}`,
    main_category: 'smartphones',
    status: 'published',
    simple: 'false',
    imei_collect: 'true',
    buyback_zero_not_allowed: 'false',
    ...Object.fromEntries(
      catalogColumns.products.filter((name) => name.startsWith('price_')).map((name, step) => [name, price(at, step)]),
    ),
  }
  return catalogColumns.products.map((name) => cells[name] ?? '')
}

const price = (at: number, step: number) => (400 - step * 50 + (at % 200) / 4).toFixed(2)

/** Rows a second that PostgreSQL copies into tables without an index: each product, and its prices. */
async function copyRate(): Promise<number> {
  const products = path.join(folder, 'products.csv')
  const prices = path.join(folder, 'prices.csv')
  const all = Array.from({ length: lines }, (_, at) => ({ at, id: crypto.randomUUID() }))
  writeFileSync(products, all.map(({ at, id }) => [id, ...valuesOf('BARE', at).slice(1, 18)].join(';')).join('\n'))
  const rows = all.flatMap(({ at, id }) =>
    Array.from({ length: 6 }, (_, step) => `${id};grade_${step};${price(at, step)}`),
  )
  writeFileSync(prices, rows.join('\n'))
  for (const file of [folder, products, prices]) await chmod(file, 0o755)
  const { superuser } = bench
  const texts = catalogColumns.products.slice(1, 18)
  await superuser.query(`create table bare_product (id uuid, ${texts.map((name) => `${name} text`).join(', ')})`)
  await superuser.query('create table bare_price (id uuid, grade text, amount numeric)')
  const begun = performance.now()
  await superuser.query(`copy bare_product from '${products}' with (format csv, delimiter ';')`)
  await superuser.query(`copy bare_price from '${prices}' with (format csv, delimiter ';')`)
  const seconds = (performance.now() - begun) / 1_000
  await superuser.query('drop table bare_product, bare_price')
  return lines / seconds
}

const asked = async (api: ApiProcess, address: string, init: RequestInit = {}) => {
  const response = await fetch(`${api.url}${address}`, init)
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return response
}

async function signIn(): Promise<{ readonly cookie: string; readonly accountId: string }> {
  const response = await asked(server, '/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({ email: 'root_management_unit_manager@demo.example', password }),
  })
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const { rows } = await bench.superuser.query<{ id: string }>(
    `select account_id as id from user_account where email = 'root_management_unit_manager@demo.example'`,
  )
  return { cookie, accountId: rows[0]!.id }
}

const peakOf = (): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1_000
const residentOf = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))![1]) / 1_000

/** For how long the loop of the server has been held at most since it was asked before. */
async function loopHeld(): Promise<{ readonly longestMs: number; readonly p99Ms: number }> {
  rmSync(loopFile, { force: true })
  process.kill(server.pid, 'SIGUSR2')
  while (!existsSync(loopFile)) await wait(10)
  await wait(20)
  return JSON.parse(readFileSync(loopFile, 'utf8'))
}

try {
  const { cookie, accountId } = await signIn()
  const headers = { cookie, origin: server.url }
  // Many visitors, as each of them may ask no more than a person does.
  const visitors = await Promise.all(
    Array.from({ length: 100 }, async (_, at) => {
      const address = `198.51.100.${at}`
      const response = await asked(server, '/api/webtoken-with-account-and-ord', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
        body: new URLSearchParams({ url: server.url }).toString(),
      })
      const { token } = (await response.json()) as { token: string }
      return { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
    }),
  )
  const words = ['iphone', 'samsung', 'galaxy s', 'canon', 'lego']
  const imports = `/api/accounts/${accountId}/imports`
  const read = async (id: string): Promise<ImportAnswer> =>
    (await (await asked(server, `${imports}/${id}`, { headers })).json()) as ImportAnswer

  /** Does something while a visitor asks the public API, and says how that went. */
  async function measured(name: string, count: number, goal: string, act: () => Promise<number>): Promise<number> {
    writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
    const before = residentOf()
    await loopHeld()
    if (values.statements) await bench.superuser.query('select pg_stat_statements_reset()')
    const cpu = { node: cpuMsOf(server.pid), postgres: cpuMsOfChildren(bench.postmaster) }
    const took: number[] = []
    let isOver = false
    const visitor = (async () => {
      for (let at = 0; !isOver; at++) {
        const address = `/api/public/products?search_product_buyback=${words[at % words.length]}${'.'.repeat(at % 50)}`
        const begun = performance.now()
        await (await asked(server, address, { headers: visitors[at % visitors.length]! })).text()
        took.push(performance.now() - begun)
        await wait(15)
      }
    })()
    // A visitor who is refused ends the bench when what is measured has ended.
    visitor.catch(() => undefined)
    const seconds = await act()
    isOver = true
    await visitor
    const held = await loopHeld()
    const rate = Math.round(count / seconds)
    console.log(`${name}: ${seconds.toFixed(2)} s, ${rate.toLocaleString('en')} lines/s (goal ${goal})`)
    report('  the public API meanwhile', took, 'ms', 'p99 < 50')
    const used = (now: number, then: number) => ((now - then) / count).toFixed(3)
    console.log(
      `  memory +${Math.round(peakOf() - before)} MB (goal ≤ 150); loop held ${held.longestMs.toFixed(0)} ms at most, p99 ${held.p99Ms.toFixed(0)}; ` +
        `processor ms a line: server ${used(cpuMsOf(server.pid), cpu.node)}, database ${used(cpuMsOfChildren(bench.postmaster), cpu.postgres)}`,
    )
    if (values.statements) await tellStatements(count)
    return rate
  }

  /** What PostgreSQL's time has gone into, in microseconds a line; what calls a function has the function's time too. */
  async function tellStatements(count: number): Promise<void> {
    const { rows } = await bench.superuser.query<{ us: string; calls: string; query: string }>(
      `select round((total_exec_time * 1000 / $1)::numeric, 1) as us, calls, regexp_replace(query, '\\s+', ' ', 'g') as query
       from pg_stat_statements order by total_exec_time desc limit 40`,
      [count],
    )
    for (const { us, calls, query } of rows)
      console.log(`    ${us.padStart(8)} ${calls.padStart(7)} ${query.slice(0, 140)}`)
  }

  async function send(file: string, { isTrial }: { readonly isTrial: boolean }): Promise<ImportAnswer> {
    const query = `content=products&strategy=generic&file_name=bench.csv&try=${isTrial}`
    const response = await asked(server, `${imports}?${query}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/csv' },
      body: file,
    })
    return (await response.json()) as ImportAnswer
  }

  /** Seconds from the file's sending to its end. */
  async function imported(file: string, isTrial = false): Promise<number> {
    const begun = performance.now()
    let import_ = await send(file, { isTrial })
    while (['trying', 'in_progress'].includes(import_.status)) {
      await wait(50)
      import_ = await read(import_.id)
    }
    if (import_.status !== (isTrial ? 'tried' : 'success')) throw new Error(JSON.stringify(import_.report))
    return (performance.now() - begun) / 1_000
  }

  async function exported(): Promise<number> {
    const begun = performance.now()
    const start = await asked(server, `/api/products/exports?account_id=${accountId}`, { method: 'POST', headers })
    let made = (await start.json()) as CatalogExport
    while (made.url === null && made.error === null) {
      await wait(50)
      made = (await (await asked(server, `/api/products/exports/${made.id}`, { headers })).json()) as CatalogExport
    }
    if (made.url === null) throw new Error(made.error ?? '')
    await (await asked(server, made.url, { headers })).text()
    return (performance.now() - begun) / 1_000
  }

  await imported(fileOf('WARM', 1_000))
  const bare = await copyRate()
  console.log(`a bare copy of the same products and prices: ${Math.round(bare).toLocaleString('en')} lines/s`)
  const file = fileOf('BENCH', lines)
  const rate = await measured('new products with six prices', lines, '≥ 10,000', () => imported(file))
  console.log(`  ${(rate / bare).toFixed(3)} of the bare copy (goal ≥ 0.15)`)
  await measured('unchanged', lines, '≥ 30,000', () => imported(file))
  const half = fileOf('TRIED', trialLines)
  await measured('trial', trialLines, `≥ ${trialLines / 10}: 100,000 in 10 s`, () => imported(half, true))
  await imported(fileOf('MORE', trialLines - lines))
  const { rows } = await bench.superuser.query<{ n: number }>(
    'select count(*)::int as n from product where account_id = $1',
    [accountId],
  )
  await measured('export', rows[0]!.n, '100,000 in 5 s', exported)
} finally {
  await server.stop()
  await bench.close()
  rmSync(folder, { recursive: true, force: true })
}
