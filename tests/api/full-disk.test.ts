// @module-tag slow
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort, runningPostgres } from '../../scripts/embedded-postgres.mjs'
import { withClient } from '../../scripts/prepare-database.mjs'
import { waitUntil } from '../../scripts/process.mjs'
import { begin, ready, type Run } from '../support/start-run.ts'

// A disk of its own that can be filled: a file system in memory, which root alone may mount.
let folder = ''
let filler = ''
let isMounted = false
const unmounted = 'Nothing is shown of a full disk here: this user may mount no file system.'

/** Fills the disk, but for so many megabytes. */
function fill(leftMb = 0): void {
  const file = openSync(filler, 'w')
  const block = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  } finally {
    closeSync(file)
  }
  truncateSync(filler, statSync(filler).size - leftMb * 1024 * 1024)
}

const makeRoom = () => rmSync(filler, { force: true })

// It brings a PostgreSQL of its own.
describe.skipIf(process.env.TEST_POSTGRES_BIN)('npm start on a full disk', { timeout: 180_000 }, () => {
  let port: number
  let run: Run | undefined
  let headers: Record<string, string>
  const confirmed: string[] = []
  const ask = (at: string, init: RequestInit = {}) =>
    fetch(`http://localhost:${port}${at}`, { ...init, headers, signal: AbortSignal.timeout(20_000) })
  const post = (at: string, json: object) => ask(at, { method: 'POST', body: JSON.stringify(json) })

  /** Makes a stock; what was confirmed is kept in mind. */
  const makeStock = async (name: string): Promise<number> => {
    const { status } = await post('/api/stocks', { name })
    if (status === 200) confirmed.push(name)
    return status
  }

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'reprise-disk-'))
    filler = path.join(folder, 'filler')
    chmodSync(folder, 0o755)
    isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=480m,mode=755', 'tmpfs', folder]).status === 0
    port = (await freePort(0))!
    headers = { 'content-type': 'application/json', 'x-client': 'api' }
  })
  afterAll(async () => {
    if (isMounted) makeRoom()
    run?.child.kill('SIGKILL')
    await run?.ended()
    if (isMounted) spawnSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  })

  it('says so before it begins, and begins once there is room', async ({ skip }) => {
    skip(!isMounted, unmounted)
    fill(8)
    const refused = begin(folder, port)
    expect(await refused.ended()).toBe(1)
    expect(refused.output()).toMatch(/The disk of .* is full \(8 MB are free, and PostgreSQL needs 64\)/)
    makeRoom()
    run = begin(folder, port)
    await ready(run)
    const signedIn = await post('/api/login', { email: 'warehouse_manager@demo.example', password: 'Reprise-2026' })
    const { apiToken } = (await signedIn.json()) as { apiToken: string }
    headers = { ...headers, authorization: `Bearer ${apiToken}` }
    expect(await makeStock('Before')).toBe(200)
  })

  it('refuses what it cannot keep, says why, and goes on with all that it has confirmed once there is room', async ({
    skip,
  }) => {
    skip(!isMounted, unmounted)
    const started = run!
    const postgres = (await runningPostgres(folder))!
    fill()
    const statuses = new Set<number>()
    // Files of changes that are there already take some more.
    for (let at = 0; at < 60 && !started.output().includes('is full'); at++) {
      statuses.add(await makeStock(`During ${at}`))
      await withClient(postgres.superuserUrl('postgres'), (client) => client.query('select pg_switch_wal()')).catch(
        () => undefined,
      )
    }
    expect(statuses).toEqual(new Set([200, 503]))
    expect(await waitUntil(() => started.output().includes('is full'), 60_000)).toBe(true)
    expect(started.output()).toMatch(/The disk of .* is full .*Make room on it/)

    makeRoom()
    expect(await waitUntil(async () => (await ask('/api/ready')).status === 200, 60_000)).toBe(true)
    expect(await makeStock('After')).toBe(200)
    const kept = (await (await ask('/api/stocks?itemsPerPage=200')).json()) as { 'hydra:member': { name: string }[] }
    const names = kept['hydra:member'].map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(confirmed))
    expect(new Set(names).size).toBe(names.length)
    started.child.kill('SIGINT')
    expect(await started.ended()).toBe(0)
  })
})
