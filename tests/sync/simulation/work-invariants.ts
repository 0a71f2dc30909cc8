import type { StepAction } from '#domain/refurb/refurb-step.ts'
import type { HistoryRow, ItemStateRow, LedgerRow, ServerState } from './server-state.ts'
import type { SimAccount, SimItem } from './sim-account.ts'
import { broken } from './violation.ts'

/** Judges what people did, one thing after the other: rounds, counts, tests, refurb steps, undos, and packages. */
export function checkWork(state: ServerState, account: SimAccount): void {
  const byItem = Map.groupBy(state.history, ({ itemId }) => itemId)
  for (const op of state.ledger.values()) {
    if (op.status !== 'applied') continue
    checkEnd(op, state)
    checkAnswers(op, account)
  }
  for (const row of state.history) checkLine(row, state)
  for (const item of state.items) {
    const lines = byItem.get(item.id) ?? []
    const known = account.items.find(({ id }) => id === item.id)
    if (known !== undefined) checkSteps(item, known, lines, state.ledger)
    checkDiagnosis(item, lines, account, state.ledger)
    checkUndoOrder(item, lines, state.ledger)
    checkContent(item, lines, state)
  }
}

/** A round or count ends once, with numbers that add up or are explained. */
function checkEnd({ opId, type, args }: LedgerRow, { ledger }: ServerState): void {
  const name = type === 'endCheckInRound' ? 'roundId' : type === 'endStockCount' ? 'countId' : null
  if (name === null) return
  const all = [...ledger.values()]
  const ends = all.filter((each) => each.type === type && each.status === 'applied' && each.args[name] === args[name])
  if (ends.length > 1) throw broken(`${String(args[name])} was ended ${ends.length} times`)
  const count = (key: string) => Number(args[key])
  if (type === 'endStockCount') {
    const isWhole = count('presentCount') + count('missingCount') === count('expectedCount')
    const isResolved = count('resolvedCount') === count('missingCount') + count('unexpectedCount')
    if (!isWhole || !isResolved) throw broken(`count ${opId} ended with numbers that do not add up`)
    return
  }
  // What was scanned is at most what was sent of the round.
  const scans = all.filter((each) => each.type === 'checkInItem' && each.roundId === args[name]).length
  const isExplained = count('typedCount') === count('distinctCount') || count('typedCount') <= scans
  if (!isExplained && String(args['comment']).trim() === '') throw broken(`round ${opId} ended with another count`)
}

/** A test and a diagnosis answer every question, with answers of that question, about a product of the account. */
function checkAnswers({ opId, type, args }: LedgerRow, { catalog }: SimAccount): void {
  if (type === 'testItem' && args['setAside'] === undefined) {
    const answers = args['answers'] as readonly { readonly questionId: string; readonly answerId: string }[]
    const given = answers.find(({ questionId }) => questionId === catalog.questionId)
    if (given === undefined) throw broken(`test ${opId} leaves a question open`)
    if (!catalog.answerIds.includes(given.answerId)) throw broken(`test ${opId} has an answer of another question`)
    if (args['productId'] !== undefined) throw broken(`test ${opId} finds a product that nobody knows`)
  }
  if (type !== 'finalizeRefurbDiagnosis') return
  const given = answersOf(args)
  const { uniqueId, uniqueAnswerIds, multipleId, multipleAnswerIds } = catalog
  const unique = given.get(uniqueId)
  const multiple = given.get(multipleId)
  if (unique?.length !== 1 || multiple === undefined) throw broken(`diagnosis ${opId} leaves a question open`)
  const isKnown =
    unique.every((id) => uniqueAnswerIds.includes(id)) && multiple.every((id) => id === multipleAnswerIds[0])
  if (!isKnown) throw broken(`diagnosis ${opId} has an answer of another question`)
}

function answersOf(args: LedgerRow['args']): ReadonlyMap<string, readonly string[]> {
  const answers = args['answers'] as readonly { readonly questionId: string; readonly answerIds: readonly string[] }[]
  return new Map(answers.map(({ questionId, answerIds }) => [questionId, answerIds]))
}

/** The steps that a diagnosis makes due are those of its answers. */
function checkDiagnosis(
  { id, facts }: ItemStateRow,
  lines: readonly HistoryRow[],
  { catalog }: SimAccount,
  ledger: ServerState['ledger'],
): void {
  const end = lines.findLast(({ action }) => action === 'refurb_diagnosis_end')
  const op = ledger.get(end?.opId ?? '')
  if (op === undefined) return
  const chosen = [...answersOf(op.args).values()].flat()
  const isAll = chosen.includes(catalog.multipleAnswerIds[0])
  const first = isAll || chosen.includes(catalog.uniqueAnswerIds[0]) ? [catalog.stepIds[0]] : []
  const due = [...first, ...(isAll ? [catalog.stepIds[1]] : [])]
  const made = (facts?.steps ?? []).map(({ stepId }) => stepId)
  const [has, needs] = [made, due].map((ids) => ids.toSorted().join())
  if (has !== needs) throw broken(`item ${id} has the steps ${has}, due are ${needs}`)
}

const before: Readonly<Record<StepAction, readonly string[]>> = {
  start: ['to_do'],
  pause: ['in_progress'],
  resume: ['paused'],
  cancel: ['to_do', 'in_progress', 'paused'],
  complete: ['in_progress', 'paused'],
}
const after: Readonly<Record<StepAction, string>> = {
  start: 'in_progress',
  pause: 'paused',
  resume: 'in_progress',
  cancel: 'cancelled',
  complete: 'completed',
}

interface StepState {
  readonly status: string
  /** Who moved it, one for each action. */
  readonly actorIds: readonly (string | null)[]
}

/** Each action on a step starts from the state that the action before it has left, and has what it needs. */
function checkSteps(
  item: ItemStateRow,
  known: SimItem,
  lines: readonly HistoryRow[],
  ledger: ServerState['ledger'],
): void {
  const fresh: StepState = { status: 'to_do', actorIds: [] }
  const steps = new Map<string, StepState>(
    known.steps.map(({ stepId, status, revision, actorId }) => [
      stepId,
      { status, actorIds: Array.from({ length: revision }, () => actorId) },
    ]),
  )
  const former = new Map<string, StepState>()
  for (const { action, opId } of lines) {
    if (action === 'refurb_diagnosis_end') steps.clear()
    const op = ledger.get(opId ?? '')
    if (op === undefined) continue
    if (action === 'undo_refurb_step') {
      const targetOpId = String(op.args['targetOpId'])
      const state = former.get(targetOpId)
      if (state !== undefined) steps.set(String(ledger.get(targetOpId)?.args['stepId']), state)
    }
    if (!action.startsWith('refurb_step_')) continue
    const [stepId, done] = [String(op.args['stepId']), op.args['action'] as StepAction]
    const state = steps.get(stepId) ?? fresh
    const what = `${done} ${op.opId} of a step of item ${item.id}`
    if (!before[done].includes(state.status)) throw broken(`${what}, which was ${state.status}`)
    const seenRevision = Number(op.args['seenRevision'])
    const movedBy = state.actorIds.slice(seenRevision)
    const isPutBack = seenRevision > state.actorIds.length && state.actorIds.at(-1) !== op.userId
    if (isPutBack || movedBy.some((actorId) => actorId !== op.userId))
      throw broken(`${what}, which another user had moved since`)
    checkStepArgs(op, what, item)
    former.set(op.opId, state)
    steps.set(stepId, { status: after[done], actorIds: [...state.actorIds, op.userId] })
  }
}

function checkStepArgs({ args }: LedgerRow, what: string, { facts }: ItemStateRow): void {
  const step = facts?.steps.find(({ stepId }) => stepId === args['stepId'])
  if (step === undefined) throw broken(`${what}, which it does not have`)
  if (args['action'] === 'start' && args['stockId'] !== step.stockId) throw broken(`${what} in another stock`)
  if (args['action'] === 'complete' && args['stockId'] === undefined) throw broken(`${what} without a stock`)
  if (args['action'] === 'cancel' && ((args['comment'] ?? '') as string).trim() === '')
    throw broken(`${what} without a reason`)
}

/** Types of the operations that each kind of undo may take back, by its action. */
const undoes: Readonly<Record<string, readonly string[]>> = {
  undo_check_in: ['checkInItem'],
  undo_move: ['moveItem'],
  undo_refurb_diagnosis_start: ['startRefurbDiagnosis'],
  undo_refurb_step: ['workOnRefurbStep'],
  undo_package: ['putInPackage', 'takeOutOfPackage'],
}

/** What is undone is the item's latest action, and of the kind that the undo is for. */
function checkUndoOrder({ id }: ItemStateRow, lines: readonly HistoryRow[], ledger: ServerState['ledger']): void {
  const own = lines.filter(({ opId, action }) => opId !== null && action !== 'settle_refusal')
  for (const [at, { action, opId, details }] of own.entries()) {
    const types = undoes[action]
    if (types === undefined) continue
    const targetOpId = String(details?.['targetOpId'])
    const target = ledger.get(targetOpId)
    if (target !== undefined && !types.includes(target.type)) throw broken(`${action} ${opId} undid ${target.type}`)
    if (own[at - 1]?.opId !== targetOpId)
      throw broken(`${action} ${opId} undid what was not the latest action on item ${id}`)
  }
}

function checkLine({ action, itemId, fromStock, toStock, details }: HistoryRow, { stocks }: ServerState): void {
  if (action === 'move' && fromStock === toStock) throw broken(`item ${itemId} was moved where it stood`)
  if (action !== 'stock_count') return
  const counted = details?.['stockId']
  if (!stocks.some(({ id }) => id === counted)) throw broken(`item ${itemId} was counted in no stock`)
  if ((fromStock === counted) === (details?.['resolution'] === 'put_back'))
    throw broken(`item ${itemId} of stock ${fromStock} was ${String(details?.['resolution'])} in ${String(counted)}`)
}

/**
 * An item is taken out of the package that it was put in, and lies in it as long as nothing takes it out: an arrival
 * does, and its undo puts it back where that is still open; so does a screen that loses it or sends it on.
 */
function checkContent({ id }: ItemStateRow, lines: readonly HistoryRow[], state: ServerState): void {
  const { history, ledger, packages } = state
  let holder: string | null = null
  const left = new Map<string | null, string>()
  for (const line of lines) {
    const { action, details, opId } = line
    const packageId = details?.['packageId'] as string | undefined
    if (action === 'take_out_of_package' && holder !== packageId)
      throw broken(`item ${id} was taken out of package ${packageId} by ${opId} and lay in ${holder}`)
    const targetOpId = String(details?.['targetOpId'])
    const target = action === 'undo_package' ? ledger.get(targetOpId) : undefined
    if (target !== undefined && target.args['packageId'] !== packageId)
      throw broken(`${opId} undid in package ${packageId} what was done in another`)
    const leftPackageId = details?.['leftPackageId'] as string | undefined
    if (leftPackageId !== undefined) left.set(opId, leftPackageId)
    if (action === 'put_in_package' || target?.type === 'takeOutOfPackage') holder = packageId ?? null
    else if (action === 'take_out_of_package' || target?.type === 'putInPackage' || action === 'close_package')
      holder = null
    else if (leftPackageId !== undefined || action === 'declared') holder = null
    else if (action === 'undo_check_in') {
      const former = left.get(targetOpId)
      if (former !== undefined) holder = wasOpen(former, line, history) ? former : null
    }
  }
  for (const row of packages.filter(({ status }) => status === 'open'))
    if (row.itemIds.includes(id) !== (row.id === holder))
      throw broken(`item ${id} was last put in package ${holder}, package ${row.id} holds ${row.itemIds.join()}`)
}

/** Whether a package had not been closed yet when a line was written. */
function wasOpen(packageId: string, line: HistoryRow, history: readonly HistoryRow[]): boolean {
  const closing = history.findIndex(
    ({ action, details }) => action === 'close_package' && details?.['packageId'] === packageId,
  )
  return closing === -1 || history.indexOf(line) < closing
}
