import { compareLedger } from '#api/sync/compare-ledger.ts'
import { decideBatch } from '#api/sync/decide-batch.ts'
import { readChanges } from '#api/sync/pull.ts'
import { writeBatch } from '#api/sync/write-batch.ts'
import { succeed } from '#domain/kernel/result.ts'
import { runOperation } from '#sync/run-operation.ts'
import type { CopyStore } from '#web/local/copy/copy-store.ts'
import { openOutboxDatabase } from '#web/local/outbox/outbox-database.ts'
import { pullLock } from '#web/local/sync/pull.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import type { PlantedDefect } from './blind-server.ts'
import type { Flaws } from './schedule.ts'
import { textOf } from './sim-network.ts'
import { turnsAndRestores } from './turns-and-restores.ts'

/** Servers hold much, and people settle it. */
const resolvesHeld = { 'newer operation': 60, 'settle a refusal': 30, 'floor work': 60, shift: 40, sync: 30 }

const nothingWritten = { items: [], rounds: [], resolutions: [] }

/** Ways in which such engines go wrong: the simulation must see each. */
export const plantedDefects: readonly PlantedDefect[] = [
  {
    // PUSH-1
    name: 'the server acknowledges before the effects are committed',
    make() {
      let calls = 0
      const losesSome: typeof writeBatch = (sql, batch) => {
        const loses = ++calls % 4 === 0
        const decisions = loses ? batch.decisions.map((each) => ({ ...each, writes: nothingWritten })) : batch.decisions
        return writeBatch(sql, { ...batch, decisions })
      }
      return { server: { push: { writeBatch: losesSome } } }
    },
  },
  {
    // PUSH-2
    name: 'the server does not check what it knows already',
    make: () => ({
      server: {
        push: {
          compareLedger: (ledger, ops) => {
            const compared = compareLedger(ledger, ops)
            return compared.ok ? succeed({ ...compared.value, fresh: ops }) : compared
          },
        },
      },
    }),
  },
  {
    // PULL-1
    name: 'the cursor goes by sequence and misses what commits late',
    make: () => ({
      server: {
        pull: {
          readChanges: async (sql, accountId, buckets, cursor, upper) => {
            const changes = await readChanges(sql, accountId, buckets, cursor, upper)
            const last = BigInt(cursor.snapshot.split(':')[1] ?? '0')
            return changes.filter(({ xid }) => BigInt(xid) >= last)
          },
        },
      },
    }),
  },
  {
    // PULL-5
    name: 'an outcome is dropped on its way',
    make() {
      const dropped = new Set<string>()
      return {
        device: {
          wrapFetch: (_device, fetch) => async (input, init) => {
            const response = await fetch(input, init)
            const text = await response.text()
            const answer = parse(text)
            const outcomes = (answer as { outcomes?: { opId: string }[] } | null)?.outcomes
            if (outcomes === undefined) return new Response(text, response)
            if (dropped.size === 0 && outcomes[0] !== undefined) dropped.add(outcomes[0].opId)
            const kept = outcomes.filter(({ opId }) => !dropped.has(opId))
            return new Response(JSON.stringify({ ...(answer as object), outcomes: kept }), response)
          },
        },
      }
    },
  },
  {
    // QUEUE-4
    name: 'two tabs drain at the same time',
    make: () => ({ device: { wrapLocked: () => (_name, task) => task() } }),
  },
  {
    // OP-1, PUSH-2
    name: 'a push that arrives late is taken for a new one',
    make: () => ({
      weights: { network: 40, 'floor work': 60, count: 0, pack: 0 },
      weather: { stray: 0.2, again: 0.3 },
      server: { push: forgetfulLedger() },
    }),
  },
  {
    // PULL-7
    name: 'an answer that arrives late is installed over a newer one',
    make: () => ({
      weights: { 'pulls of two tabs': 100, network: 40, 'another writer': 0 },
      weather: { overtaken: 0.6, lost: 0, answerLost: 0, truncated: 0, portal: 0, busy: 0, stray: 0 },
      device: {
        wrapLocked: (runLocked) => (name, task) => (name === pullLock ? task() : runLocked(name, task)),
        wrapCopy: (copy) => ({
          ...copy,
          async applyPull(changes) {
            const present = await copy.refresh()
            if (present === null || present.cursor === changes.fromCursor) return copy.applyPull(changes)
            return copy.applyPull({ ...changes, fromCursor: present.cursor, cursor: present.cursor })
          },
        }),
      },
    }),
  },
  {
    // QUEUE-5, PUSH-5
    name: 'operations go up under the user who is signed in',
    needsLong: true,
    make: () => ({
      weights: { 'change of operator': 50, network: 50, sync: 2 },
      server: { push: { checkIdentity: () => succeed(null) } },
      device: {
        wrapFetch: (device, fetch) => (input, init) => {
          const body = parse(textOf(init)) as { ops?: { actor: string }[] } | null
          const present = device.signedIn()
          if (body?.ops === undefined || present === null) return fetch(input, init)
          const ops = body.ops.map((op) => ({ ...op, actor: present.userId }))
          return fetch(input, { ...init, body: JSON.stringify({ ...body, ops }) })
        },
      },
    }),
  },
  {
    // PUSH-6
    name: 'a lane is applied in another order than it was captured',
    make: () => ({
      weights: { undo: 50, network: 30, sync: 2 },
      server: { push: { decideBatch: (batch) => decideBatch({ ...batch, fresh: batch.fresh.toReversed() }) } },
    }),
  },
  {
    // QUEUE-2, SETTLE-1
    name: 'a rejected operation is silently removed',
    make: () => ({
      async tamper(device) {
        const own = device.process()
        const database = openOutboxDatabase({ indexedDB: own.indexedDB, IDBKeyRange, databaseNames: device.names })
        const removed = database.ops.filter(({ state }) => state === 'tray').delete()
        await Promise.race([removed, new Promise((resolve) => setTimeout(resolve, 200))]).catch(() => undefined)
        database.close()
      },
    }),
  },
  {
    // BASE-6
    name: 'a change of a package is lost on the device',
    make: () => ({
      weights: { pack: 80, network: 30 },
      device: {
        wrapCopy: (copy) => ({ ...copy, applyPull: (changes) => copy.applyPull({ ...changes, packages: [] }) }),
      },
    }),
  },
  {
    // SETTLE-3
    name: 'what waits for a settled operation goes on waiting',
    make: () => ({
      weights: resolvesHeld,
      itemCount: 3,
      server: { push: { decideBatch: (batch) => decideBatch({ ...batch, held: new Map() }) } },
    }),
  },
  {
    // SETTLE-4
    name: 'a device is not told that another user has settled what the server held of it',
    make: () => ({
      weights: resolvesHeld,
      device: {
        wrapFetch: (_device, fetch) => async (input, init) => {
          const response = await fetch(input, init)
          if (response.headers.get('content-type')?.includes('json') !== true) return response
          const text = await response.text()
          return new Response(text.replaceAll(/,"resolution":"[a-z]+"/g, ''), response)
        },
      },
    }),
  },
  {
    // VIEW-1
    name: 'the fold rests on the base of yesterday',
    make: () => ({ device: { wrapCopy: staleReads } }),
  },
  {
    // RESTORE-1
    name: 'a change of epoch is ignored',
    needsRestore: true,
    make() {
      return {
        weights: { 'backup or restore': 25, 'another writer': 20 },
        server: { pull: { isCursorLive: () => true } },
        device: { wrapFetch: (_device, fetch) => withFirstEpoch(fetch) },
      }
    },
  },
  {
    // WAIT-4
    name: 'the server waits for nothing that an operation comes after',
    needsRestore: true,
    make: () => ({
      ...turnsAndRestores(),
      server: {
        push: {
          run(records, op, context, find) {
            const { comesAfter: _others, ...free } = op
            return runOperation(records, free, context, find)
          },
        },
      },
    }),
  },
]

/** A server that knows again what the latest push of a queue brought, and nothing earlier. */
function forgetfulLedger(): NonNullable<NonNullable<Flaws['server']>['push']> {
  const latest = new Map<string, ReadonlySet<string>>()
  const repeated = new Set<string>()
  return {
    compareLedger(ledger, ops) {
      const compared = compareLedger(ledger, ops)
      if (!compared.ok) return compared
      const { fresh } = compared.value
      const queue = `${ops[0]?.op.deviceId} ${ops[0]?.op.actor}`
      if (fresh.length > 0) latest.set(queue, new Set(ops.map(({ op }) => op.opId)))
      const late = ops.filter((each) => !fresh.includes(each) && latest.get(queue)?.has(each.op.opId) === false)
      for (const { op } of late) repeated.add(op.opId)
      return succeed({ ...compared.value, fresh: [...late, ...fresh] })
    },
    decideBatch: (batch) =>
      decideBatch(batch).map((each) => (repeated.has(each.op.opId) ? { ...each, isNew: false } : each)),
  }
}

/** Answers each set of rows as it was read the first time. */
function staleReads(copy: CopyStore): CopyStore {
  const first = new Map<string, Awaited<ReturnType<CopyStore['read']>>>()
  return {
    ...copy,
    async read(ids, codes) {
      const present = await copy.read(ids, codes)
      if (present === null) return null
      const key = `${present.info.scope.key} ${ids.join()} ${codes.join()}`
      const kept = first.get(key)
      if (kept == null) first.set(key, present)
      return kept == null ? present : { info: present.info, items: kept.items }
    },
  }
}

function withFirstEpoch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  let first: string | null = null
  return async (input, init) => {
    const response = await fetch(input, init)
    const text = await response.text()
    const found = /"epoch":"([^"]+)"/.exec(text)?.[1]
    first ??= found ?? null
    const told =
      found === undefined || first === null ? text : text.replaceAll(`"epoch":"${found}"`, `"epoch":"${first}"`)
    return new Response(told, response)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
