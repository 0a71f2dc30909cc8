import { afterEach, expect, it } from 'vitest'
import { operator } from '#tests/support/device-fixture.ts'
import { leave, signInWithKey } from '#tests/support/device-with-key.ts'
import { prepareDevices } from '#tests/support/engine-floor.ts'
import { openDoor, setPinOf } from '#tests/support/pin-device.ts'
import { storedText } from '#tests/support/stored-text.ts'
import { keepSession, readSessionByPin } from './kept-session.ts'
import { keepForPin, tryPin } from './offline-pin.ts'
import { beginWithKept } from './signed-in.ts'

const devices = prepareDevices()
const pin = '482137'
const dayMs = 86_400_000
const { userId } = operator(1)
const values = { user: '{}' }
// Rows of products lie packed; a name of the stocks beside them is as readable as they are.
const readable = 'name=awaiting_control'

const doors: ReturnType<typeof openDoor>[] = []
afterEach(() => {
  for (const { outbox } of doors.splice(0)) outbox.close()
})

/** A device whose operator 1 has come back by a PIN; `keep` is what its page keeps of the session. */
async function backByPin() {
  const { device, engine } = await signInWithKey(devices)
  const door = openDoor(device)
  doors.push(door)
  await setPinOf(door, 1, pin)
  await keepForPin(door.outbox, door.ports, userId, values)
  await leave(engine, 1)
  expect(await tryPin(door.outbox, door.ports, userId, pin)).toMatchObject({ kind: 'open' })
  expect(await storedText(device.indexedDB)).toContain(readable)
  return {
    device,
    door,
    keep: (of: string, turn: number) => door.outbox.writing((open) => keepSession(open, { userId: of, turn, values })),
    begin: (storedTurn: number) => beginWithKept(door.outbox, door.ports, storedTurn),
    byPin: () => door.outbox.reach((open) => readSessionByPin(open)),
  }
}

it('a start finds the user whom a PIN has let in, as long as its days last', async () => {
  const { device, keep, begin } = await backByPin()
  await keep(userId, 9)
  expect(await begin(9)).toEqual({ turn: 9, values })
  expect(await storedText(device.indexedDB)).toContain(readable)
})

it('a start after these days finds nobody, by a later turn than local storage has, and a device that is empty', async () => {
  const { device, keep, begin, byPin } = await backByPin()
  await keep(userId, 9)
  device.clockMs += 8 * dayMs
  expect(await begin(12)).toEqual({ turn: 13, values: {} })
  expect(await byPin()).toBeUndefined()
  expect(await storedText(device.indexedDB)).not.toContain(readable)
})

it('a start that ends a PIN’s days goes on where the device does not let itself be emptied', async () => {
  const { door, device } = await backByPin()
  device.clockMs += 8 * dayMs
  const refusing = (): Promise<never> => Promise.reject(new Error('the disk is busy'))
  expect(await beginWithKept(door.outbox, door.ports, 12, refusing)).toEqual({ turn: 13, values: {} })
})

it('a start after a browser that was killed before its page had the session finds the device empty', async () => {
  const { device, begin, byPin } = await backByPin()
  expect(await begin(9)).toMatchObject({ values: {} })
  expect(await byPin()).toBeUndefined()
  expect(await storedText(device.indexedDB)).not.toContain(readable)
})

it('a start of another tab waits for a sign-in by a PIN that is just happening', async () => {
  const { device, engine } = await signInWithKey(devices)
  const door = openDoor(device)
  doors.push(door)
  await setPinOf(door, 1, pin)
  await keepForPin(door.outbox, door.ports, userId, values)
  await leave(engine, 1)
  const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const signIn = tryPin(door.outbox, door.ports, userId, pin, undefined, async () => {
    begun.resolve()
    await gate.promise
    await door.outbox.writing((open) => keepSession(open, { userId, turn: 9, values }))
    return true
  })
  await begun.promise
  const start = beginWithKept(door.outbox, door.ports, 8)
  gate.resolve()
  expect(await signIn).toMatchObject({ kind: 'open' })
  expect(await start).toEqual({ turn: 9, values })
  expect(await storedText(device.indexedDB)).toContain(readable)
})

it('a start leaves a colleague signed in who came after that user', async () => {
  const { device, keep, begin, byPin } = await backByPin()
  const colleague = operator(2).userId
  await keep(colleague, 9)
  device.clockMs += 8 * dayMs
  expect(await begin(9)).toMatchObject({ turn: 9 })
  expect(await byPin()).toBeUndefined()
})

it('a second sign-out, which finds the device emptied, leaves what the first one has kept', async () => {
  const { device, engine } = await signInWithKey(devices)
  const door = openDoor(device)
  doors.push(door)
  await setPinOf(door, 1, pin)
  await keepForPin(door.outbox, door.ports, userId, values)
  await leave(engine, 1)
  await keepForPin(door.outbox, door.ports, userId, { user: 'second' })
  expect(await tryPin(door.outbox, door.ports, userId, pin)).toEqual({ kind: 'open', values })
  expect(await storedText(device.indexedDB)).toContain(readable)
})

it('a copy is not put into a database that has another form since', async () => {
  const { device, engine } = await signInWithKey(devices)
  const door = openDoor(device)
  doors.push(door)
  await setPinOf(door, 1, pin)
  await keepForPin(door.outbox, door.ports, userId, values)
  await leave(engine, 1)
  for (const { name = '', version = 1 } of await device.indexedDB.databases())
    if (name.startsWith(door.ports.databaseNames.copy)) await raiseVersion(device.indexedDB, name, version + 1)
  expect(await tryPin(door.outbox, door.ports, userId, pin)).toEqual({ kind: 'open', values })
  expect(await storedText(device.indexedDB)).not.toContain(readable)
})

async function raiseVersion(factory: IDBFactory, name: string, version: number): Promise<void> {
  const request = factory.open(name, version)
  await new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result.close()))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database refuses')))
  })
}
