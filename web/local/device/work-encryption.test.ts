import { IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { endCheckInRound } from '#sync/operations/check-in/end-check-in-round.ts'
import { testItem } from '#sync/operations/compliance/test-item.ts'
import { createServer, manager, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { captureRefused, prepareDevices, scan } from '#tests/support/engine-floor.ts'
import { itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import { leave, workKeyOf, signInWithKey } from '#tests/support/device-with-key.ts'
import { storedText } from '#tests/support/stored-text.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { openOutboxDatabase, type OutboxDatabase } from '#web/local/outbox/outbox-database.ts'
import { databaseNames } from '#web/local/engine/ports.ts'
import { tidyPhotos } from '#web/local/photo/tidy-photos.ts'

const devices = prepareDevices()
const { boot } = devices
const dayMs = 86_400_000
const expiresAt = '2027-01-01T00:00:00Z'

const opened: OutboxDatabase[] = []
afterEach(() => {
  for (const database of opened.splice(0)) database.close()
})

/** The outbox of a device as it lies on its disk. */
function disk({ indexedDB }: Device): OutboxDatabase {
  const database = openOutboxDatabase({
    indexedDB,
    IDBKeyRange: FakeKeyRange as unknown as typeof IDBKeyRange,
    databaseNames,
  })
  opened.push(database)
  return database
}

const begin = (count?: number) => signInWithKey(devices, count)

describe('a grant', () => {
  it.each([
    ['is no text of bytes', '%'],
    ['has a length that no cipher takes', workKeyOf(1, 5)],
  ])('is kept though its key %s, so that the work goes', async (_what, lockKey) => {
    const { engine, server } = await begin()
    await leave(engine, 1)
    await signIn(engine, server, operator(1), lockKey)
    await scan(engine, 1)
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 1 })
  })

  it('is kept though what was encrypted does not open', async () => {
    const { device, engine, server } = await begin()
    await scan(engine, 1)
    await engine.sync()
    await leave(engine, 1)
    // A device's storage that gives back something else than was kept.
    const [row] = await disk(device).ops.toArray()
    await disk(device).ops.put({ ...row!, locked: null as never })
    await signIn(engine, server, operator(1), workKeyOf(1))
    await scan(engine, 2)
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 2 })
  })

  it('of another module of its user is not lost with the key of the one before', async () => {
    const { engine, server } = await begin()
    const { userId } = operator(1)
    const token = server.issueGrant(await engine.deviceId(), userId, 'tim')
    await engine.storeGrant({ userId, module: 'tim', token, expiresAt, lockKey: '%' })
    await engine.signIn({ ...operator(1), module: 'tim' })
    await scan(engine, 1)
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 1 })
  })
})

describe('a round whose end is refused', () => {
  const scanCode = (engine: Engine, roundId: string, code: string) =>
    engine.dispatch(checkInItem, { code, warehouseId, roundId }, { line: { listId: roundId, code } })

  it('counts a product that was checked in by two of its codes once, also when its operator is back days later', async () => {
    const { device, engine, server } = await begin(0)
    server.put(itemRow(1))
    const { id: roundId } = (await engine.openRound(warehouseId))!
    const { imei, buybackCode } = itemRow(1)
    await scanCode(engine, roundId, imei!)
    await engine.sync()
    // It left the warehouse in between, as the server alone knows.
    server.put({ ...itemRow(1), version: 9 })
    await engine.sync()
    device.offline = true
    for (const code of [buybackCode!, '99999999']) await scanCode(engine, roundId, code)
    const args = { roundId, warehouseId, typedCount: 3, distinctCount: 3, comment: 'three boxes' }
    expect(await engine.dispatch(endCheckInRound, args)).toMatchObject({ captured: true })
    device.offline = false
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ applied: 2, tray: 2 })
    await leave(engine, 1)
    device.clockMs += 3 * dayMs
    await signIn(engine, server, operator(1), workKeyOf(1))
    const unknown = (await engine.tray()).find(({ cause }) => cause.itemCode === '99999999')
    expect(await engine.discard(unknown!.cause.opId, 'no product')).toMatchObject({ ok: true })
    await engine.sync()
    const end = server.ledger().findLast(({ op }) => op.type === endCheckInRound.type)
    expect(end?.op.args).toMatchObject({ typedCount: 3, distinctCount: 1 })
  })

  it('opens the scans of a round that goes on with what they mean, though their lines are readable', async () => {
    const { device, engine, server } = await begin(0)
    server.put(itemRow(1))
    device.offline = true
    const { id: roundId } = (await engine.openRound(warehouseId))!
    const { imei } = itemRow(1)
    await scanCode(engine, roundId, imei!)
    device.offline = false
    await engine.sync()
    const lines = await disk(device).lines.toArray()
    await leave(engine, 1)
    await disk(device).lines.bulkPut(lines)
    device.clockMs += 3 * dayMs
    await signIn(engine, server, operator(1), workKeyOf(1))
    expect((await engine.operations('applied'))[0]).toMatchObject({ outcome: { result: { itemId: itemRow(1).id } } })
  })
})

describe('the scans of a round that goes on', () => {
  it('open with a former key, as after a change of the master key', async () => {
    const { device, engine, server } = await begin(1)
    const { id: roundId } = (await engine.openRound(warehouseId))!
    const { code } = itemRow(1)
    await engine.dispatch(checkInItem, { code, warehouseId, roundId }, { line: { listId: roundId, code } })
    await engine.sync()
    await leave(engine, 1)
    expect(await disk(device).lines.toArray()).toMatchObject([{ code: '', locked: expect.anything() }])
    device.clockMs += 3 * dayMs
    await signIn(engine, server, operator(1), workKeyOf(7), [workKeyOf(1)])
    const [line] = await disk(device).lines.toArray()
    expect(line).toMatchObject({ code })
    expect(line).not.toHaveProperty('locked')
  })
})

describe('what is encrypted', () => {
  it('names no words of a person, who wrote them about a refusal or the end of a round', async () => {
    const { device, engine } = await begin()
    const { id: roundId } = (await engine.openRound(warehouseId))!
    const args = { roundId, warehouseId, typedCount: 1, distinctCount: 0, comment: 'left behind the lift' }
    expect(await engine.dispatch(endCheckInRound, args)).toMatchObject({ captured: true })
    const refused = await captureRefused(engine, device)
    expect(await engine.discard(refused, 'it fell into the water')).toMatchObject({ ok: true })
    await engine.sync()
    const words = ['left behind the lift', 'it fell into the water']
    const readable = async () => {
      const text = await storedText(device.indexedDB)
      return words.filter((word) => text.includes(word))
    }
    expect(await readable()).toEqual(words)
    await leave(engine, 1)
    expect(await readable()).toEqual([])
  })

  it('opens with the reason of a resolution', async () => {
    const { device, engine, server } = await begin()
    const refused = await captureRefused(engine, device)
    expect(await engine.discard(refused, 'it fell into the water')).toMatchObject({ ok: true })
    await engine.sync()
    await leave(engine, 1)
    await signIn(engine, server, operator(1), workKeyOf(1))
    expect((await engine.operations('discarded'))[0]).toMatchObject({ settleReason: 'it fell into the water' })
  })

  it('still names the photos of a test, which would be forgotten else', async () => {
    const { device, engine } = await begin()
    await scan(engine, 1)
    await engine.sync()
    const [row] = await disk(device).ops.toArray()
    const photos = [{ photoId: uuid(7, 1), questionId: uuid(7, 2) }]
    const args = { itemId: itemRow(1).id, answers: [], photos }
    await disk(device).ops.put({ ...row!, op: { ...row!.op, type: testItem.type, args } })
    await leave(engine, 1)
    const [locked] = await engine.operations('applied')
    expect(locked).toMatchObject({ locked: expect.anything(), op: { args: { photos: [{ photoId: uuid(7, 1) }] } } })
    const photoStore = {
      drafted: async () => [{ id: uuid(7, 1), itemId: itemRow(1).id }],
      sweep: async () => undefined,
    }
    const released: string[] = []
    await tidyPhotos(
      { ...photoStore, release: async (ids: readonly string[]) => void released.push(...ids) } as never,
      { byKeys: () => engine.operations('applied') },
      0,
    )
    expect(released).toEqual([uuid(7, 1)])
  })
})

describe('after a restore of the server', () => {
  /** A device whose first operator's decided work is encrypted, and that is asked for it again. */
  async function lockedAndAskedFor(numbers: readonly number[]) {
    const { device, engine, server } = await begin()
    const backup = server.backup()
    for (const number of numbers) await scan(engine, number)
    await engine.sync()
    await leave(engine, 1)
    device.clockMs += 3 * dayMs
    server.restore(backup)
    return { device, engine, server }
  }

  it('work that another key has encrypted stops no queue: a person is told, and nothing of it goes', async () => {
    const { device, engine, server } = await lockedAndAskedFor([1, 2])
    const [, second] = await disk(device).ops.orderBy('order').toArray()
    await signIn(engine, server, operator(1), workKeyOf(7))
    await engine.sync()
    await scan(engine, 3)
    await engine.sync()
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 1, held: 0, tray: 2, discarded: 0 })
    expect((await engine.tray()).map(({ cause }) => [cause.code, cause.neverSent])).toEqual([
      ['WORK_LOCKED_BY_FORMER_KEY', true],
      ['WORK_LOCKED_BY_FORMER_KEY', true],
    ])
    expect(server.ledger()).toMatchObject([{ op: { args: { code: itemRow(3).code } } }])
    expect((await engine.operations('tray'))[1]).toMatchObject({ opId: second!.opId, locked: second!.locked })
  })

  it('what is sealed of several people without a name is told apart by the people', async () => {
    const server = createServer(3)
    const { device } = boot(0, server)
    const engine = await device.openTab()
    const backup = server.backup()
    for (const number of [1, 2]) {
      await signIn(engine, server, operator(number), workKeyOf(number))
      await scan(engine, number)
      await engine.sync()
      await leave(engine, number)
    }
    server.restore(backup)
    await signIn(engine, server, manager(3), workKeyOf(3))
    await engine.sync()
    expect(await engine.signedOutWork(manager(3))).toMatchObject([
      { userId: operator(1).userId, name: '', count: 1 },
      { userId: operator(2).userId, name: '', count: 1 },
    ])
  })

  it('an export says what opens in full, and keeps what does not as it is encrypted', async () => {
    const { engine, server } = await lockedAndAskedFor([1])
    await signIn(engine, server, operator(2), workKeyOf(2))
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 1 })
    const [signedOut] = (JSON.parse(await engine.exportUnsent()) as { ops: unknown[] }).ops
    expect(signedOut).toMatchObject({
      op: { args: {} },
      locked: { iv: expect.stringMatching(/./), body: expect.any(String) },
    })
  })

  it('an export opens what its author’s key opens', async () => {
    const { device, engine, server } = await lockedAndAskedFor([1])
    await signIn(engine, server, operator(2), workKeyOf(2))
    await engine.sync()
    const bytes = new Uint8Array(32).fill(1)
    const value = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
    await disk(device).device.put({ key: `lock:${operator(1).userId}`, value })
    const [own] = (JSON.parse(await engine.exportUnsent()) as { ops: unknown[] }).ops
    expect(own).toMatchObject({ op: { args: { code: itemRow(1).code } }, state: 'pending', author: 'Operator 1' })
    expect(own).not.toHaveProperty('locked')
  })

  it('work that a former key has encrypted goes, and is encrypted with the present one at the next sign-out', async () => {
    const { device, engine, server } = await lockedAndAskedFor([1])
    await signIn(engine, server, operator(1), workKeyOf(7), [workKeyOf(6), workKeyOf(1)])
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ pending: 0, applied: 1, tray: 0 })
    expect(server.ledger()).toMatchObject([{ op: { args: { code: itemRow(1).code } } }])
    await leave(engine, 1)
    const [locked] = await disk(device).ops.toArray()
    const value = await crypto.subtle.importKey('raw', new Uint8Array(32).fill(7), 'AES-GCM', false, ['decrypt'])
    const words = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: locked!.locked!.iv }, value, locked!.locked!.body)
    expect(new TextDecoder().decode(words)).toContain(itemRow(1).code)
  })

  it('work that another key has encrypted is tried again once its own key is back', async () => {
    const { engine, server } = await lockedAndAskedFor([1])
    await signIn(engine, server, operator(1), workKeyOf(7))
    await engine.sync()
    const [group] = await engine.tray()
    expect(await engine.retry(group!.cause.opId)).toMatchObject({ captured: false })
    await leave(engine, 1)
    await signIn(engine, server, operator(1), workKeyOf(1))
    expect(await engine.retry(group!.cause.opId)).toMatchObject({ captured: true })
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 1, held: 0, tray: 0, discarded: 1 })
    expect(server.ledger()).toMatchObject([{ op: { args: { code: itemRow(1).code } } }])
  })
})
