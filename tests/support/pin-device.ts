import { afterEach } from 'vitest'
import { IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { databaseNames, type EnginePorts } from '#web/local/engine/ports.ts'
import { createOutbox, type Outbox } from '#web/local/outbox/outbox.ts'
import { keepForPin, setPin, tryPin, type NewPin } from '#web/local/device/offline-pin.ts'
import { accountId, createLocks, operator, type Device } from './device-fixture.ts'
import { leave, signInWithKey, workKeyOf } from './device-with-key.ts'
import { prepareDevices } from './engine-floor.ts'

/** What the server last said of an operator's sign-in without a network. */
export const allowed = { days: 7, mark: 'first' } as const

/** A PIN is hashed seldom here: what is tried is not how slow that is. */
const rounds = 10

/** The door of a device, beside its engine: its own outbox on the same disk and clock. */
export function openDoor(device: Pick<Device, 'indexedDB' | 'clockMs'>): {
  readonly outbox: Outbox
  readonly ports: Pick<EnginePorts, 'indexedDB' | 'IDBKeyRange' | 'databaseNames' | 'nowMs' | 'runLocked'>
} {
  const ports = {
    indexedDB: device.indexedDB,
    IDBKeyRange: FakeKeyRange as unknown as typeof IDBKeyRange,
    databaseNames,
    nowMs: () => device.clockMs,
    random: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
    onStorageProblem: () => undefined,
    runLocked: createLocks(),
  }
  return { outbox: createOutbox(ports), ports }
}

/** Sets an operator's PIN; answers what the door shows of them. */
export function setPinOf(
  { outbox, ports }: ReturnType<typeof openDoor>,
  number: number,
  pin: string,
  more: Partial<NewPin> = {},
): Promise<string> {
  const { userId } = operator(number)
  const lockKey = workKeyOf(number)
  return setPin(outbox, ports, { userId, accountId, initials: 'OP', pin, lockKey, ...allowed, ...more }, rounds)
}

/** Devices of a file whose operator 1 has a PIN; `values` are what its sign-out keeps. */
export function preparePins(pin: string, values: Readonly<Record<string, string>>) {
  const devices = prepareDevices()
  const doors: ReturnType<typeof openDoor>[] = []
  const { userId } = operator(1)
  afterEach(() => {
    for (const { outbox } of doors.splice(0)) outbox.close()
  })

  function doorOf(device: Device) {
    const door = openDoor(device)
    doors.push(door)
    return door
  }

  /** A device whose operator 1 has set a PIN, with a network. */
  async function begin() {
    const { server, device, engine } = await signInWithKey(devices)
    const door = doorOf(device)
    await setPinOf(door, 1, pin)
    const attempt = (tried: string, of = userId) => tryPin(door.outbox, door.ports, of, tried)
    return { server, device, engine, door, attempt }
  }

  /** The same, and the operator has signed out. */
  async function beginSignedOut() {
    const begun = await begin()
    await keepForPin(begun.door.outbox, begun.door.ports, userId, values)
    await leave(begun.engine, 1)
    return begun
  }

  return { devices, doorOf, begin, beginSignedOut }
}
