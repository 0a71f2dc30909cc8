import { IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { expect, it, vi } from 'vitest'
import { scope, signIn, operator } from '#tests/support/device-fixture.ts'
import { inStock, prepareDevices, scan, statusOf } from '#tests/support/engine-floor.ts'
import { uuid } from '#tests/support/rows.ts'
import { openCopyDatabase } from '#web/local/copy/copy-database.ts'
import { openOutboxDatabase } from '#web/local/outbox/outbox-database.ts'
import { databaseNames, type StoragePorts } from './ports.ts'

const { boot, begin } = prepareDevices()

const portsOf = (indexedDB: IDBFactory): StoragePorts => ({
  indexedDB,
  IDBKeyRange: FakeKeyRange as unknown as typeof IDBKeyRange,
  databaseNames,
})

/** A tab of a former program that neither listens nor goes; the returned function ends it. */
async function holdFormer(indexedDB: IDBFactory, name: string): Promise<() => void> {
  const held = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
  return () => held.close()
}

it('a tab gives way to a newer program that adds to both databases, and captures on over the new schema', async () => {
  const { device, engine, server } = await begin(2)
  device.offline = true
  await scan(engine, 1)
  const newerOutbox = openOutboxDatabase(portsOf(device.indexedDB))
  newerOutbox.version(2).stores({ added: 'key' })
  const newerCopy = openCopyDatabase(scope.key, portsOf(device.indexedDB))
  newerCopy.version(5).stores({ added: 'key' })
  await Promise.all([newerOutbox.open(), newerCopy.open()])
  expect(await newerOutbox.ops.count()).toBe(1)
  expect(await scan(engine, 2)).toMatchObject({ captured: true })
  expect(await newerOutbox.ops.count()).toBe(2)
  device.offline = false
  await engine.sync()
  expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 2 })
  expect([1, 2].map((number) => server.item(uuid(4, number))?.status)).toEqual([inStock, inStock])
  expect(await statusOf(engine, 2)).toBe(inStock)
  newerOutbox.close()
  newerCopy.close()
})

it('says so while an older tab holds the outbox and does not give way, and captures what waited once it is gone', async () => {
  const { device, server } = boot(2)
  const release = await holdFormer(device.indexedDB, databaseNames.outbox)
  let opened: Awaited<ReturnType<typeof device.openTab>> | null = null
  const opening = device.openTab((engine) => (opened = engine))
  await vi.waitFor(() => expect(opened?.status().capture).toEqual({ ok: false, reason: 'newer_app' }))
  release()
  const engine = await opening
  await signIn(engine, server, operator(1))
  expect(await scan(engine, 1)).toMatchObject({ captured: true })
  await vi.waitFor(async () => expect((await engine.refreshStatus()).capture).toEqual({ ok: true }))
  await engine.sync()
  expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 1 })
})

it('captures and sends without its copy while an older tab holds that, and has it again afterwards', async () => {
  const { device, server } = boot(2)
  const release = await holdFormer(device.indexedDB, `${databaseNames.copy}${scope.key}`)
  const engine = await device.openTab()
  await signIn(engine, server, operator(1))
  expect(engine.copyInfo()).toBeNull()
  expect(await scan(engine, 1)).toMatchObject({ captured: true })
  await engine.sync()
  expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 1 })
  expect(engine.copyInfo()).toBeNull()
  release()
  await vi.waitFor(async () => {
    await engine.sync()
    expect(await statusOf(engine, 1)).toBe(inStock)
  })
})
