import type { Dexie, EntityTable, Table } from 'dexie'
import type { Module } from '#domain/organization/module.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import type { OpState } from '#sync/replica/outbox-state.ts'
import type { Operation, Outcome } from '#sync/wire/operation.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { openDexie } from '#web/local/device/open-dexie.ts'
import type { StoragePorts } from '#web/local/engine/ports.ts'

/** A sequence of the outbox: the last number given under a name. The store is called `counters`. */
export interface SequenceRow {
  readonly name: string
  readonly last: number
}

/** A person who works on the device, as known at sign-in. */
export interface Author {
  readonly userId: string
  readonly name: string
  readonly accountId: string
  /**
   * There for administrators of the platform: the name of the client that is open; null at the platform itself, where
   * nothing is captured.
   */
  readonly client?: string | null
  readonly module: Module
  readonly userType: UserType
  readonly warehouseIds: readonly string[] | 'all'
  /** Stores that the person sends from. */
  readonly storeIds?: readonly string[] | 'all'
  /** The warehouse that an admin type has chosen to work for. */
  readonly chosenWarehouseId?: string
  /** The store of their branch that a manager has chosen to work for. */
  readonly chosenStoreId?: string
}

/** A captured operation with everything that the device knows of it. */
export interface OpRow {
  readonly opId: string
  readonly queue: string
  readonly seq: number
  /** Order of capture over the whole device. */
  readonly order: number
  /** Keys of its lanes (`laneKeys`). */
  readonly lanes: readonly string[]
  readonly state: OpState
  readonly op: Operation
  readonly author: Author
  readonly accountId: string
  readonly outcome: Outcome | null
  /** Order of final decisions as the device learned them; `undecided` until then. */
  readonly decidedNo: number
  readonly wasHeld: boolean
  readonly capturedAtMs: number
  readonly firstPushedAtMs: number | null
  readonly decidedAtMs: number | null
  readonly roundId: string | null
  /** The refused operation that this one settles. */
  readonly settles: string | null
  readonly settledBy: string | null
  readonly resolution: 'discarded' | 'replaced' | null
  readonly settleReason: string | null
  /** The server never took it: it is settled on the device alone. */
  readonly neverSent: boolean
  /** What its operator was told of its result; absent where it was told nothing, or the device could not judge. */
  readonly told?: Readonly<Record<string, unknown>> | undefined
  /** Items as a sale made or changed them: shown until the server's rows come. */
  readonly made?: readonly ItemRow[]
  /** What it says, where its author has signed out since it was decided (`work-lock.ts`). */
  readonly locked?: EncryptedWords
}

/** Words of a row that its author's key alone opens. */
export interface EncryptedWords {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly body: ArrayBuffer
}

/** A push-only token for one queue, and so for one account. */
export interface GrantRow {
  readonly queue: string
  readonly userId: string
  readonly token: string
  readonly expiresAt: string
  /** The server refused it: its author signs in again. */
  readonly refused: boolean
}

/** A check-in round as this device knows it. */
export interface RoundLocalRow {
  readonly id: string
  readonly accountId: string
  readonly warehouseId: string
  readonly userId: string
  readonly startedAtMs: number
  readonly endedAtMs: number | null
  readonly typedCount: number | null
  readonly distinctCount: number | null
  readonly comment: string | null
  readonly endOpId: string | null
  /** The last end of it that was refused; the round stays closed to scans while that waits in the tray. */
  readonly refusedEnd?: string
}

/** One scan; it is kept whether its operation was captured, refused or applied. */
export interface LineRow {
  readonly id: string
  readonly order: number
  readonly listId: string
  readonly code: string
  readonly label: string | null
  readonly details: Readonly<Record<string, unknown>> | null
  readonly capturedAtMs: number
  readonly userId: string
  readonly opId: string | null
  /** Why the device itself captured no operation for it. */
  readonly refusedCode: string | null
  readonly verdict: 'applied' | 'unverified' | 'refused'
  readonly locked?: EncryptedWords
}

/** A small value by name. */
export interface MetaRow {
  readonly key: string
  readonly value: unknown
}

/** Database A: what the device has captured and what became of it. */
export type OutboxDatabase = Dexie & {
  device: Table<MetaRow, string>
  ops: EntityTable<OpRow, 'opId'>
  counters: Table<SequenceRow, string>
  grants: EntityTable<GrantRow, 'queue'>
  rounds: EntityTable<RoundLocalRow, 'id'>
  lines: EntityTable<LineRow, 'id'>
  meta: Table<MetaRow, string>
}

/** Key of the session kept by `kept-session.ts` among the values of a device. */
export const signedInKey = 'signedIn'
/** Key of the products kept by `seen-products.ts`: beside the operations, because those that name one need it to be shown. */
export const seenProductsKey = 'seenProducts'

/**
 * Opens database A. Its schema only ever grows: a version adds stores and indexes, and removes or rewrites nothing,
 * so that no upgrade can lose what an older app has captured.
 */
export function openOutboxDatabase(ports: StoragePorts): OutboxDatabase {
  const database = openDexie(ports.databaseNames.outbox, ports) as OutboxDatabase
  database.version(1).stores({
    device: 'key',
    ops: 'opId, order, decidedNo, *lanes, [queue+state+seq], [state+order], [roundId+state]',
    counters: 'name',
    grants: 'queue, userId',
    rounds: 'id, [userId+startedAtMs]',
    lines: 'id, [listId+order], opId, capturedAtMs',
    meta: 'key',
  })
  return database
}

/** What a queue of a device is of. */
export interface QueueOwner {
  readonly userId: string
  readonly module: string
  /** The client, of a user who works in several: an administrator of the platform. */
  readonly clientId?: string | undefined
}

/** Name of the queue of a device, user, module and client. */
export function queueOf(deviceId: string, { userId, module, clientId }: QueueOwner): string {
  const name = `${deviceId}|${userId}|${module}`
  return clientId === undefined ? name : `${name}|${clientId}`
}

/** Whose queue takes what an author captures. */
export function ownerOf({ userId, module, client, accountId }: Author): QueueOwner {
  return client === undefined ? { userId, module } : { userId, module, clientId: accountId }
}

/** Where the server's queues of a device end, as an answer tells it. */
export type AckedEnds = readonly { readonly actor: string; readonly module: string; readonly seq: number }[]

/** The ends of a device's queues in an account, by the name of the queue; an actor's is named in either way. */
export function queueEnds(deviceId: string, acked: AckedEnds, accountId: string): ReadonlyMap<string, number> {
  const ends = new Map<string, number>()
  for (const { actor: userId, module, seq } of acked) {
    ends.set(queueOf(deviceId, { userId, module }), seq)
    ends.set(queueOf(deviceId, { userId, module, clientId: accountId }), seq)
  }
  return ends
}

/** The parts of a queue's name. */
export function partsOfQueue(queue: string): QueueOwner & { readonly deviceId: string } {
  const [deviceId = '', userId = '', module = '', clientId] = queue.split('|')
  return { deviceId, userId, module, clientId }
}
