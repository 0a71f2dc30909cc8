// @module-tag slow
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/embedded-postgres.mjs'
import { withClient } from '../../scripts/prepare-database.mjs'
import { isAlive, projectNode, projectRoot, waitUntil } from '../../scripts/process.mjs'
import { createEmptyDatabase } from '../support/postgres.ts'

const script = path.join(projectRoot, 'scripts', 'start.mjs')

const setUpLink = /http:\/\/localhost:\d+\/set-up\/u_[\w-]{43}/

interface Run {
  readonly child: ChildProcess
  output(): string
  ended(): Promise<number | null>
}

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

  it('serves an empty folder with the demo account, refuses a second start, and ends cleanly', async () => {
    const first = begin(folder, port)
    await ready(first)
    expect(first.output()).toContain('warehouse_operator@demo.example')
    expect((await fetch(`http://localhost:${port}/api/ready`)).status).toBe(200)
    const database = postmaster(folder)
    expect(isAlive(database)).toBe(true)

    const second = begin(folder, (await freePort(0))!)
    expect(await second.ended()).toBe(1)
    expect(second.output()).toMatch(/already runs on the data folder .*process \d+ at http:\/\/localhost/)

    first.child.kill('SIGINT')
    expect(await first.ended()).toBe(0)
    expect(isAlive(database)).toBe(false)
    expect(existsSync(path.join(folder, 'reprise.lock'))).toBe(false)
  })

  it('leaves nothing running after kill -9, and goes on: the demo is not loaded twice', async () => {
    const first = begin(folder, port)
    await ready(first)
    const database = postmaster(folder)
    first.child.kill('SIGKILL')
    await first.ended()
    expect(await waitUntil(() => freePort(port), 20_000)).toBe(true)
    expect(await waitUntil(() => !isAlive(database), 20_000)).toBe(true)

    const second = begin(folder, port)
    await ready(second)
    expect(second.output()).not.toContain('Loading the demo account')
    second.child.kill('SIGTERM')
    expect(await second.ended()).toBe(0)
  })

  it('migrates a database of one’s own, and puts the demo account into it only when asked', async () => {
    const own = await createEmptyDatabase()
    const environment = { DATABASE_URL: own.appUrl, DATABASE_OWNER_URL: own.ownerUrl, DATABASE_ADMIN_URL: own.adminUrl }
    const signIn = async () => {
      const origin = `http://localhost:${port}`
      const body = JSON.stringify({ email: 'warehouse_operator@demo.example', password: 'Reprise-2026' })
      const headers = { 'content-type': 'application/json', origin }
      return (await fetch(`${origin}/api/login`, { method: 'POST', headers, body })).status
    }
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

interface How {
  readonly environment?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
}

function begin(folder: string, port: number, { environment, args = [] }: How = {}): Run {
  const child = spawn(projectNode(), [script, ...args], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: folder, PORT: String(port), ...environment },
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (written += String(data)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return { child, output: () => written, ended: () => ended }
}

async function ready(run: Run): Promise<void> {
  const good = await waitUntil(() => run.output().includes('Reprise is ready') || run.child.exitCode !== null, 120_000)
  if (!good || run.child.exitCode !== null)
    throw new Error(`npm start did not become ready; it wrote:\n${run.output()}`)
}

function postmaster(folder: string): number {
  return Number(readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}
