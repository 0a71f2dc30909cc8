import { cautiousBatch, grownBatch, halvedBatch } from '#sync/replica/push-batch.ts'
import { classifyPush, type PushVerdict, type RawAnswer } from '#sync/replica/classify-answer.ts'
import { retryWaitMs } from '#sync/replica/retry.ts'
import { protocolVersion } from '#sync/wire/operation.ts'
import { pushLimit } from '#sync/wire/push.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import { partsOfQueue, type GrantRow, type OpRow } from '#web/local/outbox/outbox-database.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { isStorageError } from '#web/local/device/storage-problem.ts'
import { postJson } from './transport.ts'
import { encryptedByFormerKey } from '#web/local/device/work-encryption.ts'

/** Name of the lock that one push loop holds for a turn, over tabs, workers and the service worker. */
export const pushLock = 'reprise-drain'
/** Longest time that one batch may take. */
export const batchTimeoutMs = 30_000
/** Batches of one queue that follow each other under one lock, so that other push loops get their turn. */
const batchesInRow = 8
const unanswered: PushVerdict = { kind: 'unclear', reason: 'network', retryAfterMs: 0 }
/** An operation that nobody can open goes where a person is told of it. */
const lost = { kind: 'unsendable', code: encryptedByFormerKey, opId: null, at: 0 } as const

/** What the push needs from its place. */
export type PushPorts = Pick<EnginePorts, 'fetch' | 'nowMs' | 'random' | 'runLocked' | 'setTimer'>

/** How a run of the push ended. */
export type PushEnd = 'empty' | 'waiting' | 'stopped'

/** What the push tells its owner. */
export interface PushEvents {
  /** Operations that leave the device now. */
  readonly onSent: (rows: readonly OpRow[]) => void
  /** Operations whose state changed. */
  readonly onDecided: (rows: readonly OpRow[]) => void
  /** The epoch that an answer named. */
  readonly onEpoch: (epoch: string) => void
  /** The network answered, or did not. */
  readonly onReach: (reached: boolean) => void
}

/** Sends what waits; one run at a time. */
export interface PushLoop {
  /** Sends everything that may go. `resetWait` forgets an earlier failure, as coming online does. */
  run(resetWait?: boolean): Promise<PushEnd>
  /** Whether the server asks for a newer app. */
  needsUpdate(): boolean
  /** Whether an operation is on its way right now. */
  isTravelling(opId: string): boolean
  stop(): void
}

/** Creates a push over the outbox. */
export function createPushLoop(outbox: Outbox, ports: PushPorts, events: PushEvents): PushLoop {
  let running: Promise<PushEnd> | null = null
  let following: Promise<PushEnd> | null = null
  let again = false
  let stopped = false
  let outdated = false
  let failures = 0
  let size = pushLimit
  let cancelWait: (() => void) | null = null
  const resting = new Set<string>()
  const travelling = new Set<string>()

  function rest(retryAfterMs: number): void {
    failures++
    size = cautiousBatch
    cancelWait?.()
    const waitMs = retryWaitMs(failures, chance(ports), retryAfterMs)
    cancelWait = ports.setTimer(() => {
      cancelWait = null
      void run()
    }, waitMs)
  }

  async function pushAll(): Promise<PushEnd> {
    resting.clear()
    for (;;) {
      if (stopped || outdated) return 'stopped'
      const step = await ports.runLocked(pushLock, pushOnce)
      if (step === 'rest') return 'waiting'
      if (step === 'done' && !again) return 'empty'
      if (step === 'done') again = false
    }
  }

  /** Batches of the first queue that has something to send: the part that the lock is held for. */
  async function pushOnce(): Promise<'sent' | 'rest' | 'done'> {
    for (const grant of await outbox.liveGrants()) {
      if (resting.has(grant.queue) || stopped) continue
      const rows = await outbox.waiting(grant.queue, size)
      if (rows[0]?.locked !== undefined) return setAside(rows.slice(0, 1), lost)
      if (rows.length > 0) return send(grant, rows)
    }
    return 'done'
  }

  /**
   * Sends one batch after the other. While one travels the next is read, and while that one travels what became of the
   * first is written: neither device nor server waits for the other. What is not plainly decided ends the turn, and no
   * batch is judged before what became of the one ahead of it is written.
   */
  async function send(grant: GrantRow, first: readonly OpRow[]): Promise<'sent' | 'rest'> {
    let writing: Promise<unknown> = Promise.resolve()
    let rows = first
    for (let batch = 1; ; batch++) {
      const sent = rows
      const landed = () => sent.forEach(({ opId }) => travelling.delete(opId))
      for (const { opId } of sent) travelling.add(opId)
      events.onSent(sent)
      const answering = post(grant, sent)
      const next = batch < batchesInRow ? await behind(grant, sent) : []
      const raw = await answering
      const verdict: PushVerdict = raw === null ? unanswered : classifyPush(raw)
      const acting = writing.then(() => act(grant, sent, raw, verdict)).finally(landed)
      if (next.length === 0 || stopped || !decidesAll(verdict, sent)) return acting
      // A failure is met by the batch behind, which waits for this one.
      acting.catch(() => undefined)
      writing = acting
      rows = next
    }
  }

  function post(grant: GrantRow, rows: readonly OpRow[]): Promise<RawAnswer | null> {
    const { deviceId, module } = partsOfQueue(grant.queue)
    const body = { protocol: protocolVersion, deviceId, module, ops: rows.map(({ op }) => op) }
    return postJson(ports, '/api/sync/push', body, batchTimeoutMs, { token: grant.token })
  }

  /** What goes behind a batch that is on its way; nothing where its author has signed out, or the storage refuses. */
  async function behind(grant: GrantRow, rows: readonly OpRow[]): Promise<readonly OpRow[]> {
    const last = rows.at(-1)
    if (last === undefined || rows.length < size) return []
    try {
      const isLive = (await outbox.liveGrants()).some(({ token }) => token === grant.token)
      const next = isLive ? await outbox.waiting(grant.queue, grownBatch(size), last.seq) : []
      return next[0]?.seq === last.seq + 1 && next[0].locked === undefined ? next : []
    } catch (error) {
      // Who writes what became of the batch meets it too.
      if (!isStorageError(error)) throw error
      return []
    }
  }

  async function act(
    grant: GrantRow,
    rows: readonly OpRow[],
    raw: RawAnswer | null,
    verdict: PushVerdict,
  ): Promise<'sent' | 'rest'> {
    events.onReach(verdict.kind !== 'unclear' || verdict.reason === 'server')
    switch (verdict.kind) {
      case 'decided':
        return decided(grant, rows, verdict.answer)
      case 'grant_invalid':
        await outbox.refuseGrant(grant.queue, grant.token)
        events.onDecided([])
        return 'sent'
      case 'gap':
        await outbox.continueFrom(grant.queue, verdict.ackedSeq)
        return restQueueIfStuck(grant.queue, rows)
      case 'forked':
        await outbox.fork(partsOfQueue(grant.queue).deviceId)
        events.onDecided([])
        return 'sent'
      case 'unsendable':
        return setAside(rows, verdict)
      case 'too_large':
        if (rows.length === 1)
          return setAside(rows, { ...verdict, kind: 'unsendable', code: 'SYNC_BATCH_TOO_LARGE', opId: null, at: 0 })
        size = halvedBatch(rows.length)
        return 'sent'
      case 'protocol':
        outdated = true
        events.onDecided([])
        return 'sent'
      case 'unclear':
        await outbox.markPushed(rows.filter(({ firstPushedAtMs }) => firstPushedAtMs === null).map(({ opId }) => opId))
        rest(verdict.retryAfterMs)
        return raw !== null && isRefusal(raw.status) ? passOver(grant.queue) : 'rest'
    }
  }

  async function decided(
    grant: GrantRow,
    rows: readonly OpRow[],
    answer: Extract<PushVerdict, { kind: 'decided' }>['answer'],
  ): Promise<'sent' | 'rest'> {
    const sent = new Set(rows.map(({ opId }) => opId))
    const outcomes = answer.outcomes.filter(({ opId }) => sent.has(opId))
    const changed = await outbox.recordOutcomes(outcomes)
    events.onEpoch(answer.epoch)
    events.onDecided(changed)
    if (outcomes.length === 0) {
      rest(0)
      return passOver(grant.queue)
    }
    failures = 0
    size = grownBatch(size)
    return 'sent'
  }

  /** A gap that closing up did not change would come again at once. */
  async function restQueueIfStuck(queue: string, rows: readonly OpRow[]): Promise<'sent'> {
    const next = await outbox.waiting(queue, 1)
    if (next[0]?.opId !== rows[0]?.opId || next[0]?.seq !== rows[0]?.seq) return 'sent'
    rest(0)
    return passOver(queue)
  }

  /** Leaves a queue alone until the next run, while the others go on. */
  function passOver(queue: string): 'sent' {
    resting.add(queue)
    return 'sent'
  }

  /** Puts the one that cannot travel into the tray; where the answer does not name it, smaller batches find it. */
  async function setAside(
    rows: readonly OpRow[],
    { code, opId, at }: Extract<PushVerdict, { kind: 'unsendable' }>,
  ): Promise<'sent'> {
    const named =
      rows.find((row, place) => row.opId === opId || place === at) ?? (rows.length === 1 ? rows[0] : undefined)
    if (named === undefined) {
      size = 1
      return 'sent'
    }
    events.onDecided(await outbox.setAside(named.opId, code))
    return 'sent'
  }

  function run(resetWait = false): Promise<PushEnd> {
    if (running !== null) {
      again = true
      if (!resetWait) return running
      // The run under way may have met the old network: another one follows it.
      following ??= running.then(() => {
        following = null
        return run(true)
      })
      return following
    }
    if (resetWait) {
      cancelWait?.()
      cancelWait = null
      failures = 0
    }
    if (stopped || outdated) return Promise.resolve('stopped')
    if (cancelWait !== null) return Promise.resolve('waiting')
    again = false
    running = pushAll()
      .catch((error: unknown): PushEnd => {
        // The outbox has told its owner already.
        if (!isStorageError(error)) throw error
        return 'stopped'
      })
      .finally(() => (running = null))
    return running
  }

  return {
    run,
    needsUpdate: () => outdated,
    isTravelling: (opId) => travelling.has(opId),
    stop() {
      stopped = true
      cancelWait?.()
    },
  }
}

/** Whether an answer says of each operation of a batch what became of it. */
function decidesAll(verdict: PushVerdict, rows: readonly OpRow[]): boolean {
  if (verdict.kind !== 'decided') return false
  const named = new Set(verdict.answer.outcomes.map(({ opId }) => opId))
  return rows.every(({ opId }) => named.has(opId))
}

/** A refusal of this request, which says nothing of other queues. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 429 && status !== 408
}

/** A number in [0, 1) for spreading retries. */
export function chance(ports: Pick<EnginePorts, 'random'>): number {
  const [high = 0, low = 0] = ports.random(2)
  return (high * 256 + low) / 65_536
}
