import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { createDisk, type DiskProcess, type Judge } from './disk.ts'

function open(process: DiskProcess, name = 'a') {
  const database = new Dexie(name, { indexedDB: process.indexedDB, IDBKeyRange, cache: 'disabled' })
  database.version(1).stores({ rows: 'id' })
  return database
}

const always: Judge = () => 'commit'
const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the simulated disk', () => {
  it('keeps committed rows over a kill', async () => {
    const disk = createDisk()
    const first = disk.boot(always)
    await open(first).table('rows').put({ id: 1 })
    first.kill()
    expect(await open(disk.boot(always)).table('rows').toArray()).toEqual([{ id: 1 }])
  })

  it('loses a transaction that a crash hits before its commit, and answers nothing', async () => {
    const disk = createDisk()
    let crash = false
    const process = disk.boot(() => (crash ? 'crash-before' : 'commit'))
    const database = open(process)
    await database.open()
    crash = true
    let answered = false
    void database
      .table('rows')
      .put({ id: 1 })
      .finally(() => (answered = true))
    await turn()
    expect([process.dead, answered]).toEqual([true, false])
    expect(await open(disk.boot(always)).table('rows').count()).toBe(0)
  })

  it('keeps a transaction that a crash hits after its commit, and answers nothing', async () => {
    const disk = createDisk()
    let crash = false
    const process = disk.boot(() => (crash ? 'crash-after' : 'commit'))
    const database = open(process)
    await database.open()
    crash = true
    let answered = false
    void database
      .table('rows')
      .put({ id: 1 })
      .finally(() => (answered = true))
    await turn()
    expect(answered).toBe(false)
    expect(await open(disk.boot(always)).table('rows').count()).toBe(1)
  })

  it('fails a commit by the error asked for', async () => {
    const disk = createDisk()
    let verdict: ReturnType<Judge> = 'commit'
    const database = open(disk.boot(() => verdict))
    await database.open()
    verdict = 'QuotaExceededError'
    await expect(database.table('rows').put({ id: 1 })).rejects.toThrow()
    verdict = 'commit'
    expect(await database.table('rows').count()).toBe(0)
  })

  it('evicts the databases asked for', async () => {
    const disk = createDisk()
    const process = disk.boot(always)
    await open(process, 'a').table('rows').put({ id: 1 })
    await open(process, 'b').table('rows').put({ id: 1 })
    process.kill()
    disk.evict((name) => name === 'b')
    expect(disk.names()).toEqual(['a'])
  })
})
