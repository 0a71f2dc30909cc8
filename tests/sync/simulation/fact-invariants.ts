import { stockInTable } from '#tests/support/lifecycle-table.ts'
import type { HistoryRow, ItemStateRow, ServerState } from './server-state.ts'
import type { SimAccount, SimItem } from './sim-account.ts'
import { broken } from './violation.ts'

/** Judges where actions put an item by themselves, and what it remembers of those who looked for it and worked on it. */
export function checkFacts(state: ServerState, account: SimAccount): void {
  const byItem = Map.groupBy(state.history, ({ itemId }) => itemId)
  for (const row of state.history) checkTarget(row, state)
  for (const item of state.items) {
    const lines = (byItem.get(item.id) ?? []).filter(({ opId, action }) => opId !== null && action !== 'settle_refusal')
    checkMissing(item, lines)
    checkPhotos(item, state.ledger)
    const known = account.items.find(({ id }) => id === item.id)
    if (known !== undefined) checkTimes(item, known, lines, state)
  }
}

/** Where nobody chooses a stock, the table does. */
function checkTarget({ action, itemId, from, to, toStock }: HistoryRow, { stocks }: ServerState): void {
  if (from === null || to === null) return
  const native = stockInTable(action, from, to)
  if (native === null) return
  const found = stocks.find(({ id }) => id === toStock)
  if (found?.native !== native)
    throw broken(
      `item ${itemId}, ${to}, was put in ${found?.native ?? 'no native stock'} by ${action}, not in ${native}`,
    )
}

/**
 * An item that a count did not find is missing from then on, until a user has it in hand: every action on it ends that,
 * except a release, which is decided at a desk, and the undo of the action that has ended it.
 */
function checkMissing({ id, facts }: ItemStateRow, lines: readonly HistoryRow[]): void {
  const former = new Map<string | null, number | null>()
  let since: number | null = null
  for (const { action, opId, details, serverAtMs } of lines) {
    const before = since
    if (action === 'stock_count') since = details?.['resolution'] === 'not_found' ? serverAtMs : null
    else if (action.startsWith('undo_')) since = former.get(String(details?.['targetOpId'])) ?? null
    else if (!action.startsWith('quarantine_')) since = null
    former.set(opId, before)
  }
  const told = facts?.missingSinceMs ?? null
  if (told !== since) throw broken(`item ${id} is missing since ${told}, its history says ${since}`)
}

/** A tested product has the photos of the test that counts, whatever colleagues have photographed in theirs. */
function checkPhotos({ id, facts }: ItemStateRow, ledger: ServerState['ledger']): void {
  const op = ledger.get(facts?.control?.opId ?? '')
  if (op === undefined) return
  const named = [facts?.control?.photos ?? [], op.args['photos'] as readonly { readonly photoId: string }[]]
  const [kept, taken] = named.map((photos) => photos.map(({ photoId }) => photoId).join())
  if (op.status !== 'applied' || kept !== taken)
    throw broken(`item ${id} has the photos ${kept}, its test ${op.opId} took ${taken}`)
}

/** Time worked on a step so far, and since when it runs: by the clock of that device, and by the server's. */
interface Worked {
  readonly ms: number
  readonly since: { readonly deviceId: string; readonly deviceMs: number; readonly atMs: number } | null
}

/** A stretch of work is as long as its device says, or, where another one ended it, as the server does. */
function checkTimes(
  { id, facts }: ItemStateRow,
  known: SimItem,
  lines: readonly HistoryRow[],
  state: ServerState,
): void {
  const fresh: Worked = { ms: 0, since: null }
  const times = new Map<string, Worked>(
    known.steps.map((step) => [step.stepId, { ms: step.workedMs, since: step.runningSince }]),
  )
  const former = new Map<string, Worked>()
  for (const { action, opId, details, deviceAtMs, serverAtMs } of lines) {
    if (action === 'refurb_diagnosis_end') times.clear()
    const op = state.ledger.get(opId ?? '')
    if (op === undefined) continue
    if (action === 'undo_refurb_step') {
      const targetOpId = String(details?.['targetOpId'])
      const was = former.get(targetOpId)
      if (was !== undefined) times.set(String(state.ledger.get(targetOpId)?.args['stepId']), was)
    }
    if (!action.startsWith('refurb_step_')) continue
    const stepId = String(op.args['stepId'])
    const was = times.get(stepId) ?? fresh
    const now = { deviceId: op.deviceId, deviceMs: deviceAtMs ?? 0, atMs: serverAtMs }
    const ms = was.ms + stretch(was.since, now)
    former.set(op.opId, was)
    times.set(stepId, { ms, since: action === 'refurb_step_start' || action === 'refurb_step_resume' ? now : null })
    if (details?.['workedMs'] !== ms)
      throw broken(`${op.opId} counts ${String(details?.['workedMs'])} ms of work on item ${id}, it took ${ms}`)
  }
  for (const { stepId, workedMs } of facts?.steps ?? []) {
    const { ms } = times.get(stepId) ?? fresh
    if (workedMs !== ms) throw broken(`step ${stepId} of item ${id} was worked on for ${workedMs} ms, not ${ms}`)
  }
}

function stretch(since: Worked['since'], now: NonNullable<Worked['since']>): number {
  if (since === null) return 0
  const isOneDevice = since.deviceId === now.deviceId
  return Math.max(0, isOneDevice ? now.deviceMs - since.deviceMs : now.atMs - since.atMs)
}
