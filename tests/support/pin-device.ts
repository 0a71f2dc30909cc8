import { IDBKeyRange as FakeKeyRange } from 'fake-indexeddb'
import { databaseNames, type EnginePorts } from '#web/local/engine/ports.ts'
import { createOutbox, type Outbox } from '#web/local/outbox/outbox.ts'
import { setPin, type NewPin } from '#web/local/device/offline-pin.ts'
import { accountId, createLocks, operator, type Device } from './device-fixture.ts'
import { workKeyOf } from './device-with-key.ts'

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
