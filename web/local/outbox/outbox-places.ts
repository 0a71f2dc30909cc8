import { opStates, undecided } from '#sync/replica/outbox-state.ts'
import { noteMismatch } from './outcome-mismatch.ts'
import { nextNumber } from './sequences.ts'
import { partsOfQueue, queueOf, type OpRow, type OutboxDatabase } from './outbox-database.ts'

// The places of operations in their queues, and how they change when a server or a device comes back from a copy.
// Everything here runs inside a transaction of its caller.

/** Decided operations of a queue after a number. */
export async function decidedAfter(open: OutboxDatabase, queue: string, seq: number): Promise<OpRow[]> {
  const found: OpRow[] = []
  for (const state of opStates) {
    if (state === 'pending') continue
    const range = open.ops.where('[queue+state+seq]').between([queue, state, seq + 1], [queue, state, undecided])
    found.push(...(await range.toArray()))
  }
  return found
}

/** Lets decided operations wait again; what never left the device stays as it is. */
export async function resend(open: OutboxDatabase, rows: readonly OpRow[]): Promise<void> {
  const waiting = rows.filter(({ neverSent }) => !neverSent).map(asWaiting)
  await open.ops.bulkPut(waiting)
  // Their results are open again.
  await noteMismatch(open, waiting)
}

/** Waits again; what a person has resolved goes as such, because what refused it may be gone with the restore. */
function asWaiting(row: OpRow): OpRow {
  const { code } = row.outcome ?? { code: null }
  const { refusedAs: _former, ...rest } = row.op
  const op = { ...rest, ...(row.state === 'discarded' && { refusedAs: code ?? 'SYNC_NEEDS_A_PERSON' }) }
  return { ...row, op, outcome: null, state: 'pending', decidedNo: undecided, decidedAtMs: null }
}

/** Gives the waiting operations of a queue the numbers after the end that the server knows. */
export async function closeGaps(open: OutboxDatabase, queue: string, ackedSeq: number): Promise<void> {
  const waiting = await open.ops
    .where('[queue+state+seq]')
    .between([queue, 'pending', ackedSeq + 1], [queue, 'pending', undecided])
    .toArray()
  if (waiting.every((row, at) => row.seq === ackedSeq + 1 + at)) return
  await open.ops.bulkPut(waiting.map((row, at) => withPlace(row, queue, ackedSeq + 1 + at)))
  await open.counters.put({ name: `seq:${queue}`, last: ackedSeq + waiting.length })
}

/** Moves operations to the queues of a device, in their order. */
export async function renumber(open: OutboxDatabase, rows: readonly OpRow[], deviceId: string): Promise<void> {
  for (const row of rows) {
    const queue = queueOf(deviceId, partsOfQueue(row.queue))
    await open.ops.put(withPlace(row, queue, await nextNumber(open, `seq:${queue}`)))
  }
}

function withPlace(row: OpRow, queue: string, seq: number): OpRow {
  const { deviceId } = partsOfQueue(queue)
  return { ...row, queue, seq, op: { ...row.op, deviceId, seq } }
}

/** After a restore, decided operations of a former id of this device go again under its present one. */
export async function adopt(open: OutboxDatabase, queue: string, deviceId: string, accountId: string): Promise<void> {
  const rows = await open.ops
    .filter((row) => row.queue === queue && row.accountId === accountId && !row.neverSent)
    .toArray()
  const again = rows.sort((a, b) => a.seq - b.seq).map(asWaiting)
  await renumber(open, again, deviceId)
  await noteMismatch(open, again)
}

/**
 * Takes what an administrator captured while still a user of the client itself into the queue of the client, under the
 * numbers that the server knows; what another version of the app adds to the former queue follows them.
 */
export async function adoptFormerQueue(open: OutboxDatabase, clientQueue: string): Promise<void> {
  const { userId, module, clientId } = partsOfQueue(clientQueue)
  if (clientId === undefined) return
  for (const former of await queuesOf(open)) {
    const { deviceId, ...of } = partsOfQueue(former)
    if (of.userId !== userId || of.module !== module || of.clientId !== undefined) continue
    const rows = (await allOf(open, former)).filter(({ accountId }) => accountId === clientId)
    const queue = queueOf(deviceId, { userId, module, clientId })
    const numbered = await open.counters.get(`seq:${queue}`)
    const last = (await open.counters.get(`seq:${former}`))?.last ?? 0
    // Also without rows, which go once they are old: the server knows their numbers, and would call the device forked.
    // In a client that the former queue was not of, its answer tells the gap, which closes at once.
    if (numbered === undefined && last > 0) await open.counters.put({ name: `seq:${queue}`, last })
    if (rows.length === 0) continue
    for (const row of rows) {
      const isLater = numbered !== undefined && row.state === 'pending'
      await open.ops.put(withPlace(row, queue, isLater ? await nextNumber(open, `seq:${queue}`) : row.seq))
    }
    await open.grants.delete(former)
  }
}

async function allOf(open: OutboxDatabase, queue: string): Promise<readonly OpRow[]> {
  const found: OpRow[] = []
  for (const state of opStates)
    found.push(
      ...(await open.ops.where('[queue+state+seq]').between([queue, state, 0], [queue, state, undecided]).toArray()),
    )
  return found.toSorted((a, b) => a.order - b.order)
}

/** Every queue that this device has ever numbered. */
export async function queuesOf(open: OutboxDatabase): Promise<string[]> {
  const names = await open.counters.where('name').startsWith('seq:').primaryKeys()
  return names.map((name) => name.slice(4))
}
