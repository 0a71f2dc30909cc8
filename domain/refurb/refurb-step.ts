import { cents, type Cents } from '../kernel/money.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ItemState } from '../item/item-state.ts'
import type { RefurbStep } from './diagnosis.ts'
import type { RefurbError } from './refurb-errors.ts'

/** Statuses of a step of an item (REFURB-22). */
export const itemStepStatuses = ['to_do', 'in_progress', 'paused', 'cancelled', 'completed'] as const
export type ItemStepStatus = (typeof itemStepStatuses)[number]

/** What an operator does to a step. */
export const stepActions = ['start', 'pause', 'resume', 'cancel', 'complete'] as const
export type StepAction = (typeof stepActions)[number]

/** A moment of work: the device's own time, and the time of the run, both in Unix milliseconds. */
export interface WorkMoment {
  readonly deviceId: string
  readonly deviceMs: number
  readonly atMs: number
}

/** A step of an item (REFURB-20). Costs are integer cents, times milliseconds. */
export interface ItemStep {
  /** The account's step; an item has each once. */
  readonly stepId: string
  readonly name: string
  /** Where the step is worked on. */
  readonly stockId: string
  readonly plannedCostCents: number
  /** Only who manages the warehouse cancels it. */
  readonly managerCancels?: boolean | undefined
  readonly status: ItemStepStatus
  /** Time actually worked, without pauses, up to `runningSince`. */
  readonly workedMs: number
  /** Null unless in progress. */
  readonly runningSince: WorkMoment | null
  /** User of the latest action; null while to do. */
  readonly actorId: string | null
  /** When the latest action was done. */
  readonly atMs: number | null
  /** Why it was cancelled, or what was said at its completion. */
  readonly comment: string | null
  /** Number of actions so far: what a device saw when it acted. */
  readonly revision: number
  /** Number of the latest action that is not of `actorId`; absent or 0 where there is none. */
  readonly othersRevision?: number
}

/**
 * One table: what each action starts from and leads to (lifecycle, «a refurb step of an item»). A paused step may be
 * completed as it stands, because resuming it only to complete it would count time that nobody worked.
 */
const transitions: Readonly<
  Record<StepAction, { readonly from: readonly ItemStepStatus[]; readonly to: ItemStepStatus }>
> = {
  start: { from: ['to_do'], to: 'in_progress' },
  pause: { from: ['in_progress'], to: 'paused' },
  resume: { from: ['paused'], to: 'in_progress' },
  cancel: { from: ['to_do', 'in_progress', 'paused'], to: 'cancelled' },
  complete: { from: ['in_progress', 'paused'], to: 'completed' },
}

/** An action on a step by an operator who saw it at `seenRevision`. */
export interface StepWork {
  readonly action: StepAction
  readonly seenRevision: number
  readonly actorId: string
  /** The actor manages the warehouse. */
  readonly isManager?: boolean
  readonly moment: WorkMoment
  /** When it was done, as papers and screens tell it: no order or duration hangs on it. */
  readonly doneAtMs: number
  /** Stock that the operator confirmed at the start, or chose at the completion; null for other actions. */
  readonly stockId: string | null
  readonly comment: string
}

/** The steps of an item as its diagnosis makes them; a warehouse without a cost of its own plans 0. */
export function plannedSteps(steps: readonly RefurbStep[], warehouseId: string): readonly ItemStep[] {
  return steps.map(({ id, name, stockId, costs, managerCancels }) => ({
    stepId: id,
    name,
    stockId,
    plannedCostCents: costs.find((cost) => cost.warehouseId === warehouseId)?.costCents ?? 0,
    ...(managerCancels === true && { managerCancels }),
    status: 'to_do',
    workedMs: 0,
    runningSince: null,
    actorId: null,
    atMs: null,
    comment: null,
    revision: 0,
  }))
}

/**
 * Decides an action on a step. One that another user moved since it was seen is refused (REFURB-28); a start confirms
 * the step's stock (REFURB-23), a cancellation has a reason (REFURB-25), a completion its choice of a stock (REFURB-26).
 */
export function workOnStep(step: ItemStep, work: StepWork): Result<ItemStep, RefurbError> {
  const { action, actorId, moment, doneAtMs } = work
  if (isMovedByOthers(step, work)) return fail('REFURB_STEP_CHANGED')
  const { from, to } = transitions[action]
  if (!from.includes(step.status)) return fail('REFURB_STEP_STATUS')
  if (action === 'start' && work.stockId !== step.stockId) return fail('REFURB_STEP_STOCK')
  if (action === 'complete' && work.stockId === null) return fail('REFURB_STOCK_MISSING')
  const comment = work.comment.trim()
  if (action === 'cancel' && comment === '') return fail('REFURB_REASON_MISSING')
  if (action === 'cancel' && !mayCancel(step, work)) return fail('REFURB_CANCEL_NOT_ALLOWED')
  return succeed({
    ...step,
    status: to,
    workedMs: workedUntil(step, moment),
    runningSince: to === 'in_progress' ? moment : null,
    actorId,
    atMs: doneAtMs,
    comment: comment === '' ? step.comment : comment,
    revision: step.revision + 1,
    othersRevision: othersRevision(step, actorId),
  })
}

/** Whether a step may be cancelled by this user, whatever its status. */
export function mayCancel({ managerCancels }: ItemStep, { isManager }: Pick<StepWork, 'isManager'>): boolean {
  return managerCancels !== true || isManager === true
}

/** Whether another user moved a step since it was seen, be it before a newer action of one's own. */
function isMovedByOthers(step: ItemStep, { seenRevision, actorId }: StepWork): boolean {
  if (step.actorId !== actorId) return step.revision !== seenRevision
  return othersRevision(step, actorId) > seenRevision
}

/** Number of the latest action that is not of this user. */
function othersRevision(step: ItemStep, userId: string): number {
  return step.actorId === userId ? (step.othersRevision ?? 0) : step.revision
}

/**
 * Time worked on a step until a moment. On one device its own clock tells, so that work captured offline counts as it
 * was done, up to what passed on the server and the longest that captured work is on its way; between two devices only
 * the times of the run compare. A clock set back counts as no time.
 */
export function workedUntil({ workedMs, runningSince }: ItemStep, { deviceId, deviceMs, atMs }: WorkMoment): number {
  if (runningSince === null) return workedMs
  const passed = atMs - runningSince.atMs
  if (runningSince.deviceId !== deviceId) return workedMs + Math.max(0, passed)
  return workedMs + Math.min(Math.max(0, deviceMs - runningSince.deviceMs), Math.max(0, passed) + deliveryMs)
}

/** How long captured work may be on its way: as long as a device's grants live, in milliseconds. */
const deliveryMs = 30 * 86_400_000

/** Whether nothing is left to do: each step is completed or cancelled (REFURB-27). */
export function allStepsClosed(steps: readonly ItemStep[]): boolean {
  return steps.every(({ status }) => status === 'completed' || status === 'cancelled')
}

/** Decides the confirmation of an item's steps (lifecycle, row «confirm the steps»). */
export function decideStepsConfirmed(
  item: ItemState,
  steps: readonly ItemStep[],
  completedStockId: string,
): Result<ItemState, RefurbError> {
  if (item.status !== 'item_refurb_in_progress') return fail('REFURB_NOT_STARTED')
  if (!allStepsClosed(steps)) return fail('REFURB_STEPS_OPEN')
  return succeed({ ...item, status: 'item_refurb_completed', stockId: completedStockId })
}

/** Planned cost of all steps and cost of the completed ones (STOCK-13), in cents. */
export function refurbCosts(steps: readonly ItemStep[]): {
  readonly plannedCents: Cents
  readonly completedCents: Cents
} {
  const sum = (chosen: readonly ItemStep[]): Cents =>
    cents(chosen.reduce((total, step) => total + step.plannedCostCents, 0))
  return { plannedCents: sum(steps), completedCents: sum(steps.filter(({ status }) => status === 'completed')) }
}
