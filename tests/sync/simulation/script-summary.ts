import type pg from 'pg'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import { readServerState } from './server-state.ts'
import type { SimAccount } from './sim-account.ts'
import type { SimDevice } from './sim-device.ts'
import { Violation } from './violation.ts'

/** Everything that server and devices know of an account once all is at rest, but for moments and drawn numbers. */
export async function summarize(
  owner: pg.Pool,
  account: SimAccount,
  devices: readonly SimDevice[],
): Promise<readonly string[]> {
  const { items, packages, ledger, history } = await readServerState(owner, account.accountId)
  const all = await Promise.all(devices.map((device, at) => knownTo(device, at, account)))
  return [
    ...items.map((item) => text('item', item)),
    ...packages.map(({ id, status, version, itemIds, destinationId }) =>
      text('package', { id, status, version, itemIds, destinationId }),
    ),
    ...[...ledger.values()].map(({ opId, userId, type, status, code }) =>
      text('operation', { opId, userId, type, status, code }),
    ),
    ...history.map((line) => text('history', { ...line, details: null })),
    ...all.flat(),
  ]
}

async function knownTo(device: SimDevice, at: number, { items }: SimAccount): Promise<readonly string[]> {
  const [tab] = device.engines()
  if ((await tab!.audit()) !== 'equal') throw new Violation(5, `${device.name}: the copy differs from the server`)
  const states = ['pending', 'applied', 'held', 'tray', 'discarded'] as const
  const ops = (await Promise.all(states.map((state) => tab!.operations(state)))).flat()
  const views = await tab!.view(items.map(({ id }) => id))
  const lists = [...new Set(ops.flatMap(({ roundId }) => roundId ?? []))]
  const counts = await Promise.all(lists.map((list) => tab!.lineCounts(list)))
  return [
    ...ops.map((row) => text(`device ${at}`, known(row))),
    ...views.map(({ item, pending }) => text(`device ${at} shows`, { ...item, pending, basedOn: null })),
    ...lists.map((list, place) => text(`device ${at} scanned`, { list, ...counts[place] })),
  ]
}

function known({ opId, state, op, outcome, decidedNo: _decidedNo }: OpRow): object {
  return { opId, type: op.type, actor: op.actor, state, code: outcome?.code ?? null, causeOp: outcome?.causeOp ?? null }
}

/** Moments, and what differs in each account. */
const passing = new Set([
  'deviceMs',
  'deviceId',
  'deviceAtMs',
  'serverAtMs',
  'atMs',
  'startedAtMs',
  'finalizedAtMs',
  'doneAtMs',
  'number',
  'latestMoveAtMs',
  'createdAtMs',
])

function text(kind: string, facts: object): string {
  return `${kind} ${JSON.stringify(facts, (key, value: unknown) => (passing.has(key) ? undefined : value))}`
}

/** Tells the first thing that two plays end with differently; null where they end the same. */
export function firstDifference(one: readonly string[], other: readonly string[]): string | null {
  const missing = one.find((line) => !other.includes(line))
  const more = other.find((line) => !one.includes(line))
  if (missing === undefined && more === undefined) return one.length === other.length ? null : 'a line comes twice'
  return `${missing ?? 'nothing'} became ${more ?? 'nothing'}`
}
