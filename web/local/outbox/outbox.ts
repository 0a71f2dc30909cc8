import { Dexie } from 'dexie'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import { opStates, undecided, type OpState } from '#sync/replica/outbox-state.ts'
import { chooseBatch } from '#sync/replica/push-batch.ts'
import { mustResend } from '#sync/replica/reconcile.ts'
import type { Outcome } from '#sync/wire/operation.ts'
import { openOutboxDatabase, partsOfQueue, queueEnds } from './outbox-database.ts'
import type { AckedEnds, GrantRow, OpRow, OutboxDatabase } from './outbox-database.ts'
import { buybackNumbersKey } from '#web/local/counter/buyback-numbers.ts'
import { acknowledgeMismatch, countDiffering, readMismatches } from './outcome-mismatch.ts'
import type { OutcomeMismatch } from './outcome-mismatch.ts'
import { recordOutcomes } from './outbox-decisions.ts'
import { forgetDecided } from './outbox-retention.ts'
import { accountsWithNumbers, discardNumbers } from './number-blocks.ts'
import { adopt, closeGaps, decidedAfter, queuesOf, renumber, resend } from './outbox-places.ts'
import { keepGrant, type NewGrant } from './keep-grant.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { keepSignedOut } from '#web/local/device/kept-session.ts'
import { decryptWork } from '#web/local/device/work-encryption.ts'
import { classifyStorageError, isStorageError, mayReopeningHelp } from '#web/local/device/storage-problem.ts'
import type { StorageProblem } from '#web/local/device/storage-problem.ts'

/** What the outbox needs from its place. */
export type OutboxPorts = Pick<
  EnginePorts,
  'indexedDB' | 'IDBKeyRange' | 'databaseNames' | 'nowMs' | 'random' | 'onStorageProblem'
>

/** Database A with its transactions. Every method is one transaction, durable when it resolves. */
export type Outbox = ReturnType<typeof createOutbox>

/** Creates the outbox; it opens its database at the first use. */
export function createOutbox(ports: OutboxPorts) {
  let problem: StorageProblem | null = null
  let closed = false
  let database = openDatabase()

  /** What is captured waits while another tab holds the database with a former schema; people must know why. */
  function openDatabase(): OutboxDatabase {
    const made = openOutboxDatabase(ports)
    made.on('blocked', () => {
      problem = { database: 'outbox', ...classifyStorageError(new DOMException('', 'BlockedError')) }
      ports.onStorageProblem(problem)
    })
    return made
  }

  /** Runs a task on the open database; a lost connection is opened again, at most three times. */
  async function reach<T>(task: (open: OutboxDatabase) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      const used = database
      try {
        const result = await task(used)
        problem = null
        return result
      } catch (error) {
        if (closed || !isStorageError(error)) throw error
        const { reason, errorName } = classifyStorageError(error)
        if (attempt < 3 && mayReopeningHelp(reason)) {
          if (database === used) {
            used.close()
            database = openDatabase()
          }
          continue
        }
        problem = { database: 'outbox', reason, errorName }
        ports.onStorageProblem(problem)
        throw error
      }
    }
  }

  const writing = <T>(task: (open: OutboxDatabase) => Promise<T>): Promise<T> =>
    reach((open) =>
      // Dexie follows the awaits of a scope only where the scope itself is an async function.
      open.transaction(
        'rw',
        [open.device, open.ops, open.counters, open.grants, open.rounds, open.lines, open.meta],
        async () => task(open),
      ),
    )

  const newId = () => uuidv7(ports.nowMs(), ports.random(10))

  return {
    reach,
    writing,
    newId,
    problem: () => problem,

    close(): void {
      closed = true
      database.close()
    },

    /** The device's id, made at the first call. */
    deviceId: async (): Promise<string> => {
      const known = await reach(async (open) => (await open.device.get('deviceId'))?.value)
      return typeof known === 'string' ? known : writing((open) => readDeviceId(open, newId))
    },

    /** Writes and reads a value, which shows whether the storage takes captures at all. */
    writeCanary: (): Promise<void> =>
      writing(async (open) => {
        const value = newId()
        await open.device.put({ key: 'canary', value })
        const back = await open.device.get('canary')
        if (back?.value !== value) throw new Dexie.UnknownError('the canary came back changed')
      }),

    readMeta: (key: string): Promise<unknown> => reach(async (open) => (await open.meta.get(key))?.value),
    writeMeta: (key: string, value: unknown): Promise<void> =>
      writing(async (open) => void (await open.meta.put({ key, value }))),

    /** Keeps a token for the present device; waiting operations of its author may go again. */
    storeGrant: (grant: NewGrant): Promise<void> => keepGrant({ reach, writing }, ports, grant),

    /** Forgets the tokens of a user, and that the user was signed in, by a turn of the session: what waits stays for them. */
    dropGrants: (userId: string, turn = 0): Promise<void> =>
      writing(async (open) => {
        await open.grants.where('userId').equals(userId).delete()
        await keepSignedOut(open, turn)
      }),

    /** Marks a token as refused, unless it has been replaced since it was sent. */
    refuseGrant: (queue: string, token: string): Promise<void> =>
      writing(async (open) => {
        const grant = await open.grants.get(queue)
        if (grant?.token === token) await open.grants.put({ ...grant, refused: true })
      }),

    liveGrants: (): Promise<GrantRow[]> =>
      reach(async (open) => (await open.grants.toArray()).filter(({ refused }) => !refused)),

    /** The first operations of a queue to send, behind a number where told, without a gap; an encrypted one never opens. */
    waiting: async (queue: string, size: number, after = -1): Promise<readonly OpRow[]> => {
      const rows = await reach((open) => waitingIn(open, queue, after).limit(size).toArray())
      return decryptWork({ reach, writing }, chooseBatch(rows, size))
    },

    /** What a status says of the outbox, as of one moment; what a person should look at of one account, where told. */
    overview: (accountId?: string): Promise<OutboxOverview> =>
      reach((open) =>
        open.transaction('r', [open.ops, open.counters, open.grants, open.meta], async () =>
          readOverview(open, accountId),
        ),
      ),

    /** Notes that operations have left the device without a clear answer. */
    markPushed: (opIds: readonly string[]): Promise<void> =>
      writing(async (open) => {
        const rows = (await open.ops.bulkGet([...opIds])).filter((row) => row?.firstPushedAtMs === null)
        await open.ops.bulkPut(rows.map((row) => ({ ...row!, firstPushedAtMs: ports.nowMs() })))
      }),

    /** Records decisions; answers the operations that they changed. */
    recordOutcomes: async (outcomes: readonly Outcome[], epoch?: string): Promise<OpRow[]> =>
      outcomes.length === 0 && epoch === undefined
        ? []
        : writing((open) => recordOutcomes(open, outcomes, ports.nowMs(), epoch)),

    /** An operation that cannot travel goes to the tray, so that the others of its queue go on. */
    setAside: (opId: string, code: string): Promise<OpRow[]> =>
      writing(async (open) => {
        const row = await open.ops.get(opId)
        if (row === undefined || row.state !== 'pending') return []
        const outcome: Outcome = { opId, status: 'rejected', code, causeOp: null, result: null }
        const changed = await recordOutcomes(open, [outcome], ports.nowMs())
        const rows = changed.map((each) => (each.opId === opId ? { ...each, neverSent: true } : each))
        await open.ops.bulkPut(rows)
        return rows
      }),

    /**
     * The server's queue ends at `ackedSeq`: what the device knows to be decided beyond it goes again, and waiting
     * operations close up to it where the ones between them are gone or cannot travel.
     */
    continueFrom: (queue: string, ackedSeq: number): Promise<void> =>
      writing(async (open) => {
        await resend(open, await decidedAfter(open, queue, ackedSeq))
        await closeGaps(open, queue, ackedSeq)
      }),

    /**
     * Compares the decided operations of the present device and an account with the ends of the server's queues, and
     * sends again what a restore has lost.
     */
    resendLost: (accountId: string, acked: AckedEnds, since: number, epochChanged: boolean): Promise<void> =>
      writing(async (open) => {
        const deviceId = await readDeviceId(open, newId)
        const ends = queueEnds(deviceId, acked, accountId)
        for (const queue of await queuesOf(open)) {
          const isPresent = partsOfQueue(queue).deviceId === deviceId
          if (!isPresent && epochChanged) await adopt(open, queue, deviceId, accountId)
          if (!isPresent) continue
          const beyond = await decidedAfter(open, queue, epochChanged ? 0 : (ends.get(queue) ?? 0))
          const lost = beyond.filter((row) => row.accountId === accountId && mustResend(row, ends, since, epochChanged))
          await resend(open, lost)
        }
      }),

    /** After a restore from too old a backup the server may give the package numbers of this device to another one. */
    discardNumbers: (accountId: string): Promise<void> => writing((open) => discardNumbers(open, accountId)),

    /** The server knows this device's numbers under other operations: a new id, and new numbers in capture order. */
    fork: (forkedId: string): Promise<string> =>
      writing(async (open) => {
        const present = await readDeviceId(open, newId)
        if (present !== forkedId) return present
        const deviceId = newId()
        await open.device.put({ key: 'deviceId', value: deviceId })
        // The other copy of this device has the same numbers in reserve.
        for (const accountId of await accountsWithNumbers(open)) await discardNumbers(open, accountId)
        await open.meta.filter(({ key }) => key.startsWith(buybackNumbersKey(''))).delete()
        const waiting = await inState(open, 'pending').toArray()
        await renumber(open, waiting, deviceId)
        return deviceId
      }),

    /**
     * What a pull asks the server about, as of one moment: the last decision number given, the first applied operations
     * decided after `mark`, and the unresolved ones.
     */
    toAsk: (accountId: string, mark: number, limit: number): Promise<AskedOfServer> =>
      reach((open) =>
        open.transaction('r', [open.counters, open.ops], async () => {
          const [decided, applied, unresolved] = await Promise.all([
            open.counters.get('decided'),
            appliedAfter(open, accountId, mark, limit),
            unresolvedOf(open, accountId),
          ])
          return { since: decided?.last ?? 0, applied, unresolved }
        }),
      ),

    /** Operations of an account that a copy with this mark may not contain; the refused ones are none. */
    beyond: (accountId: string, mark: number): Promise<OpRow[]> =>
      reach((open) =>
        open.ops
          .where('decidedNo')
          .above(mark)
          .filter((row) => row.accountId === accountId && row.state !== 'tray' && row.state !== 'discarded')
          .toArray(),
      ),

    /** Operations captured since a moment of the device's clock, newest first; captures follow each other. */
    capturedSince: (sinceMs: number): Promise<OpRow[]> =>
      reach((open) =>
        open.ops
          .orderBy('order')
          .reverse()
          .until((row) => row.capturedAtMs < sinceMs)
          .filter(({ locked }) => locked === undefined)
          .toArray(),
      ),

    byIds: (opIds: readonly string[]): Promise<OpRow[]> =>
      reach(async (open) => (await open.ops.bulkGet([...opIds])).filter((row) => row !== undefined)),

    // One transaction for all keys: each of its own would be another trip.
    byKeys: (keys: readonly string[]): Promise<OpRow[]> =>
      reach((open) => open.transaction('r', open.ops, async () => opsByKeys(open, keys))),

    inState: (state: OpState): Promise<OpRow[]> => reach((open) => inState(open, state).toArray()),

    /** Applied operations with another result than their operators were told, until a user acknowledges it. */
    differing: (): Promise<readonly OutcomeMismatch[]> =>
      reach((open) => open.transaction('r', [open.ops, open.meta], async () => readMismatches(open))),

    acknowledge: (opId: string): Promise<void> => writing((open) => acknowledgeMismatch(open, opId)),

    /** How many operations are in each state, as of one moment. */
    counts: (): Promise<Record<OpState, number>> =>
      reach((open) =>
        open.transaction('r', open.ops, async () => {
          const counts = await Promise.all(opStates.map((state) => inState(open, state).count()))
          return Object.fromEntries(opStates.map((state, at) => [state, counts[at]!] as const)) as Record<
            OpState,
            number
          >
        }),
      ),

    /**
     * Forgets what was settled long ago: applied and covered by the copy, or discarded with the server's knowledge.
     * Answers how many operations went.
     */
    prune: async (beforeMs: number, mark: number): Promise<number> => {
      const oldest = await reach((open) => open.ops.orderBy('order').first())
      if (oldest === undefined || oldest.capturedAtMs >= beforeMs) return 0
      return writing((open) => forgetDecided(open, beforeMs, ports.nowMs(), mark))
    },
  }
}

/** What a pull asks the server about. */
export interface AskedOfServer {
  readonly since: number
  readonly applied: readonly OpRow[]
  readonly unresolved: readonly OpRow[]
}

/** Waiting operations by queue, and how many others a person should know of. */
export interface OutboxOverview {
  readonly grants: readonly GrantRow[]
  /** Queues with waiting operations: how many, and the first of each. */
  readonly queues: readonly { readonly queue: string; readonly count: number; readonly first: OpRow }[]
  readonly tray: number
  readonly held: number
  readonly differing: number
}

async function readOverview(open: OutboxDatabase, accountId: string | undefined): Promise<OutboxOverview> {
  const countOf = (state: OpState) => {
    const rows = inState(open, state)
    return (accountId === undefined ? rows : rows.filter((row) => row.accountId === accountId)).count()
  }
  const [grants, names, tray, held, differing] = await Promise.all([
    open.grants.toArray(),
    queuesOf(open),
    countOf('tray'),
    countOf('held'),
    countDiffering(open, accountId),
  ])
  const queues = await Promise.all(
    names.map(async (queue) => {
      // A collection is narrowed by what is asked of it, so each question takes its own.
      const [first, count] = await Promise.all([waitingIn(open, queue).first(), waitingIn(open, queue).count()])
      return first === undefined ? [] : [{ queue, count, first }]
    }),
  )
  return { grants, queues: queues.flat(), tray, held, differing }
}

/** Applied operations of an account decided after `mark`, oldest decision first. */
function appliedAfter(open: OutboxDatabase, accountId: string, mark: number, limit: number): Promise<OpRow[]> {
  return open.ops
    .where('decidedNo')
    .between(mark, undecided, false, false)
    .filter((row) => row.state === 'applied' && row.accountId === accountId)
    .limit(limit)
    .toArray()
}

/**
 * Operations of which the server may have more to say than the device knows: those that it holds, also where they were
 * settled here, and refused ones, which another user may resolve elsewhere.
 */
async function unresolvedOf(open: OutboxDatabase, accountId: string): Promise<OpRow[]> {
  const states = (['held', 'tray', 'discarded'] as const).map((state) => inState(open, state).toArray())
  const isOpen = ({ state, outcome }: OpRow): boolean => state !== 'discarded' || outcome?.status === 'held'
  return (await Promise.all(states))
    .flat()
    .filter((row) => row.accountId === accountId && !row.neverSent && isOpen(row))
}

function inState(open: OutboxDatabase, state: OpState) {
  return open.ops.where('[state+order]').between([state, 0], [state, undecided])
}

function waitingIn(open: OutboxDatabase, queue: string, after = -1) {
  return open.ops.where('[queue+state+seq]').between([queue, 'pending', after + 1], [queue, 'pending', undecided])
}

const fewKeys = 32

/** Operations found under any of the keys, in capture order. */
export async function opsByKeys(open: OutboxDatabase, keys: readonly string[]): Promise<OpRow[]> {
  // One request a key is quicker than a cursor's step a row, as long as the keys are few.
  const rows =
    keys.length > fewKeys
      ? await open.ops
          .where('lanes')
          .anyOf([...keys])
          .toArray()
      : (await Promise.all(keys.map((key) => open.ops.where('lanes').equals(key).toArray()))).flat()
  const found = new Map(rows.map((row) => [row.opId, row]))
  return [...found.values()].sort((a, b) => a.order - b.order)
}

/** Reads the device's id inside a transaction, and makes one where there is none. */
export async function readDeviceId(open: OutboxDatabase, newId: () => string): Promise<string> {
  const known = (await open.device.get('deviceId'))?.value
  if (typeof known === 'string') return known
  const made = newId()
  await open.device.put({ key: 'deviceId', value: made })
  return made
}
