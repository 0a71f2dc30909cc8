// @module-tag slow
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/embedded-postgres.mjs'
import { withClient } from '../../scripts/prepare-database.mjs'
import { isAlive, waitUntil } from '../../scripts/process.mjs'
import { createEmptyDatabase } from '../support/postgres.ts'
import { begin, postmaster, ready, type Run } from '../support/start-run.ts'

const setUpLink = /http:\/\/localhost:\d+\/set-up\/u_[\w-]{43}/

// It brings a PostgreSQL of its own; once a run is enough.
describe.skipIf(process.env.TEST_POSTGRES_BIN)('npm start', { timeout: 180_000 }, () => {
  let folder: string
  let port: number
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'reprise-start-'))
    chmodSync(folder, 0o755)
    port = (await freePort(0))!
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('serves an empty folder with the demo account, warns of nothing, refuses a second start, and leaves nothing after kill -9', async () => {
    const first = begin(folder, port)
    await ready(first)
    expect(first.output()).toContain('warehouse_operator@demo.example')
    expect((await fetch(`http://localhost:${port}/api/ready`)).status).toBe(200)
    expect(first.output()).not.toContain('DeprecationWarning')
    const database = postmaster(folder)
    expect(isAlive(database)).toBe(true)

    const second = begin(folder, (await freePort(0))!)
    expect(await second.ended()).toBe(1)
    expect(second.output()).toMatch(/already runs on the data folder .*process \d+ at http:\/\/localhost/)

    first.child.kill('SIGKILL')
    await first.ended()
    expect(await waitUntil(() => freePort(port), 20_000)).toBe(true)
    expect(await waitUntil(() => !isAlive(database), 20_000)).toBe(true)
  })

  // A start takes seconds, so that one is enough for all of these.
  describe('on the folder of a killed one', () => {
    let run: Run
    beforeAll(async () => {
      run = begin(folder, port)
      await ready(run)
    }, 180_000)
    afterAll(async () => {
      run.child.kill('SIGKILL')
      await run.ended()
    })

    it('goes on: the demo is not loaded twice', async () => {
      expect(run.output()).not.toContain('Loading the demo account')
      expect((await home()).status).toBe(200)
    })

    it('tells customers and callers within seconds that its database is paused, and goes on afterwards', async () => {
      const database = postmaster(folder)
      const paused = [database, ...childrenOf(database)]
      try {
        for (const pid of paused) process.kill(pid, 'SIGSTOP')
        const [page, call, staff] = await Promise.all([home(), logIn(), fetch(`http://localhost:${port}/login`)])
        await expectPlainPage(page)
        expect([call.status, call.headers.get('retry-after')]).toEqual([503, '5'])
        expect(await call.json()).toMatchObject({ code: 'SERVER_UNAVAILABLE' })
        expect(staff.status).toBe(200)
        expect(await waitUntil(() => run.output().includes('does not answer'), 30_000)).toBe(true)
      } finally {
        for (const pid of paused) process.kill(pid, 'SIGCONT')
      }
      expect(await waitUntil(() => run.output().includes('PostgreSQL answers again.'), 30_000)).toBe(true)
      expect(await waitUntil(async () => (await home()).status === 200, 20_000)).toBe(true)
      expect((await logIn()).status).toBe(200)
    })

    it('notices that its database was killed, says so, brings it back and goes on', async () => {
      const database = postmaster(folder)
      for (const pid of [database, ...childrenOf(database)]) process.kill(pid, 'SIGKILL')
      const during = await home()
      if (during.status !== 200) await expectPlainPage(during)
      expect(await waitUntil(() => run.output().includes('PostgreSQL is back.'), 60_000)).toBe(true)
      expect(run.output()).toContain('PostgreSQL has ended unexpectedly. It is started again')
      expect(postmaster(folder)).not.toBe(database)
      expect(await waitUntil(async () => (await home()).status === 200, 20_000)).toBe(true)
      expect((await logIn()).status).toBe(200)
    })

    it('brings its API back where that is killed, without touching the database', async () => {
      const database = postmaster(folder)
      const api = childrenOf(run.child.pid!).find((pid) => commandOf(pid).includes('api/main.ts'))!
      process.kill(api, 'SIGKILL')
      expect(await waitUntil(() => run.output().includes('The API is back.'), 60_000)).toBe(true)
      expect(run.output()).toContain('The API ended unexpectedly (SIGKILL). It is started again in 1 second')
      expect((await home()).status).toBe(200)
      expect((await logIn()).status).toBe(200)
      expect(postmaster(folder)).toBe(database)
      expect(isAlive(database)).toBe(true)
    })

    it('ends cleanly, and its database with it', async () => {
      const database = postmaster(folder)
      run.child.kill('SIGINT')
      expect(await run.ended()).toBe(0)
      expect(isAlive(database)).toBe(false)
      expect(existsSync(path.join(folder, 'reprise.lock'))).toBe(false)
      expect(existsSync(path.join(folder, 'postgres', 'postmaster.pid'))).toBe(false)
    })
  })

  /** The home of the demo account as a German customer asks for it; one that hangs fails. */
  function home(): Promise<Response> {
    const headers = { 'accept-language': 'de', accept: 'text/html' }
    return fetch(`http://localhost:${port}/home`, { headers, signal: AbortSignal.timeout(20_000) })
  }

  async function expectPlainPage(page: Response): Promise<void> {
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '10'])
    const text = await page.text()
    expect(text).toContain('<html lang="de-DE">')
    expect(text).toContain('Die Seite ist kurzzeitig nicht verfügbar')
  }

  function logIn(): Promise<Response> {
    const origin = `http://localhost:${port}`
    const body = JSON.stringify({ email: 'warehouse_operator@demo.example', password: 'Reprise-2026' })
    const headers = { 'content-type': 'application/json', origin }
    return fetch(`${origin}/api/login`, { method: 'POST', headers, body, signal: AbortSignal.timeout(20_000) })
  }

  it('migrates a database of one’s own, and puts the demo account into it only when asked', async () => {
    const own = await createEmptyDatabase()
    const environment = { DATABASE_URL: own.appUrl, DATABASE_OWNER_URL: own.ownerUrl, DATABASE_ADMIN_URL: own.adminUrl }
    const signIn = async () => (await logIn()).status
    try {
      const bare = begin(folder, port, { environment })
      await ready(bare)
      expect(bare.output()).not.toMatch(/demo/i)
      expect(await linkOf(bare)).not.toBeNull()
      expect((await fetch(`http://localhost:${port}/api/ready`)).status).toBe(200)
      expect(await signIn()).toBe(401)
      bare.child.kill('SIGTERM')
      expect(await bare.ended()).toBe(0)
      const accounts = await withClient(own.superuserUrl, (client) => client.query('select id from account'))
      expect(accounts.rows).toEqual([])

      const asked = begin(folder, port, { environment, args: ['--demo'] })
      await ready(asked)
      expect(asked.output()).toContain('warehouse_operator@demo.example')
      expect(await signIn()).toBe(200)
      asked.child.kill('SIGTERM')
      expect(await asked.ended()).toBe(0)
    } finally {
      await own.drop()
    }
  })

  it('serves an empty folder without the demo where asked, with a link to the first administrator at each start', async () => {
    const own = mkdtempSync(path.join(tmpdir(), 'reprise-empty-'))
    chmodSync(own, 0o755)
    try {
      const links: (string | null)[] = []
      for (let start = 0; start < 2; start += 1) {
        const run = begin(own, port, { args: ['--empty'] })
        await ready(run)
        expect(run.output()).not.toMatch(/demo/i)
        links.push(await linkOf(run))
        expect((await fetch(links.at(-1)!)).status).toBe(200)
        run.child.kill('SIGTERM')
        expect(await run.ended()).toBe(0)
      }
      expect(new Set(links).size).toBe(2)
      const both = begin(own, port, { args: ['--empty', '--demo'] })
      expect(await both.ended()).toBe(1)
      expect(both.output()).toContain('--empty and --demo exclude each other')
    } finally {
      rmSync(own, { recursive: true, force: true })
    }
  })

  it('says which port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const address = other.address()
    const taken = typeof address === 'object' && address !== null ? address.port : 0
    const run = begin(folder, taken)
    expect(await run.ended()).toBe(1)
    expect(run.output()).toContain(`Port ${taken} on 127.0.0.1 is taken`)
    other.close()
  })

  it('says that a database of one’s own does not come up', async () => {
    const nowhere = `postgres://reprise_app:secret@127.0.0.1:${await freePort(0)}/reprise`
    const run = begin(folder, port, { environment: { DATABASE_URL: nowhere } })
    expect(await run.ended()).toBe(1)
    expect(run.output()).toMatch(/The database at 127\.0\.0\.1:\d+ does not answer \(ECONNREFUSED\)/)
  })

  it('says which HOST is no address of the machine', async () => {
    const run = begin(folder, port, { environment: { HOST: '192.0.2.1' } })
    expect(await run.ended()).toBe(1)
    expect(run.output()).toContain('192.0.2.1 is no address of this machine')
  })

  it('says which data folder cannot be made', async () => {
    const run = begin('/proc/reprise', port)
    expect(await run.ended()).toBe(1)
    expect(run.output()).toContain('The data folder /proc/reprise cannot be written')
  })
})

/** The link to the first administrator; it is printed as the API is ready, beside the greeting. */
async function linkOf(run: Run): Promise<string | null> {
  await waitUntil(() => setUpLink.test(run.output()), 20_000)
  return setUpLink.exec(run.output())?.[0] ?? null
}

function commandOf(pid: number): string {
  return spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
}

/** The server's processes beside the first one: each session has its own. */
function childrenOf(pid: number): readonly number[] {
  const listed = spawnSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout
  return listed
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child = 0]) => child)
}
