import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ItemState } from '../item/item-state.ts'
import { itemStatuses, type ItemStatus } from '../item/item-status.ts'
import { decideDiagnosisEnd, decideDiagnosisStart, stepsDue, type RefurbQuestion } from './diagnosis.ts'
import {
  allStepsClosed,
  decideStepsConfirmed,
  itemStepStatuses,
  plannedSteps,
  refurbCosts,
  stepActions,
  workedUntil,
  workOnStep,
  type ItemStep,
  type StepAction,
  type StepWork,
} from './refurb-step.ts'

const item: ItemState = {
  status: 'item_completed',
  buybackStatus: 'bb_completed',
  stockId: 'to-refurbish',
  warehouseId: 'here',
  destinationWarehouseId: 'here',
  tested: true,
  leftStatus: null,
  keepsMoney: false,
}

describe('the start of a diagnosis', () => {
  it('takes the four completed statuses, and tells those that are diagnosed already', () => {
    const results = itemStatuses.map((status) => {
      const result = decideDiagnosisStart({ ...item, status })
      return [status, result.ok ? result.value.status : result.error] as const
    })
    const byAnswer = Map.groupBy(results, ([, answer]) => answer)
    expect(byAnswer.get('item_refurb_diagnostic_in_progress')?.map(([status]) => status)).toEqual([
      'item_completed',
      'item_completed_by_price',
      'item_completed_with_absorption',
      'item_completed_with_negociation',
    ])
    expect(byAnswer.get('REFURB_ALREADY_DIAGNOSED')).toHaveLength(3)
    expect(byAnswer.get('ITEM_STATUS_NOT_ELIGIBLE')).toHaveLength(itemStatuses.length - 7)
  })
})

const questions: readonly RefurbQuestion[] = [
  {
    id: 'battery',
    label: 'Battery',
    type: 'unique',
    answers: [
      { id: 'weak', label: 'Weak', stepIds: ['replace'] },
      { id: 'healthy', label: 'Healthy', stepIds: [] },
    ],
  },
  {
    id: 'look',
    label: 'Look',
    type: 'multiple',
    answers: [
      { id: 'dull', label: 'Dull', stepIds: ['polish', 'replace'] },
      { id: 'dirty', label: 'Dirty', stepIds: ['clean'] },
    ],
  },
]
const choose = (battery: readonly string[], look: readonly string[]) => [
  { questionId: 'battery', answerIds: battery },
  { questionId: 'look', answerIds: look },
]

describe('the steps due', () => {
  it('come once each, in the order of the questions', () => {
    expect(stepsDue(questions, choose(['weak'], ['dirty', 'dull']))).toEqual({
      ok: true,
      value: ['replace', 'polish', 'clean'],
    })
    expect(stepsDue(questions, choose(['healthy'], []))).toEqual({ ok: true, value: [] })
  })

  it.each([
    ['a question without an answer', [{ questionId: 'battery', answerIds: ['weak'] }], 'REFURB_UNANSWERED'],
    ['two answers of a unique question', choose(['weak', 'healthy'], []), 'REFURB_ONE_ANSWER'],
    ['no answer of a unique question', choose([], []), 'REFURB_ONE_ANSWER'],
    ['an answer of another question', choose(['dull'], []), 'REFURB_ANSWER_UNKNOWN'],
    ['an answer given twice', choose(['weak'], ['dull', 'dull']), 'REFURB_ANSWER_UNKNOWN'],
    ['another question', [...choose(['weak'], []), { questionId: 'x', answerIds: [] }], 'REFURB_ANSWER_UNKNOWN'],
  ])('refuse %s', (_title, choices, error) => {
    expect(stepsDue(questions, choices)).toEqual({ ok: false, error })
  })
})

describe('the end of a diagnosis', () => {
  const place = { chosenStockId: 'shelf', completedStockId: 'done', hasSteps: true }
  const started: ItemState = { ...item, status: 'item_refurb_diagnostic_in_progress' }

  it('chooses the stock where steps are due, and completes without any', () => {
    expect(decideDiagnosisEnd(started, place)).toMatchObject({
      value: { status: 'item_refurb_in_progress', stockId: 'shelf' },
    })
    expect(decideDiagnosisEnd(started, { ...place, hasSteps: false })).toMatchObject({
      value: { status: 'item_refurb_completed', stockId: 'done' },
    })
  })

  it('needs a start', () => {
    expect(decideDiagnosisEnd(item, place)).toEqual({ ok: false, error: 'REFURB_NOT_STARTED' })
  })
})

const [planned, other] = plannedSteps(
  [
    { id: 'replace', name: 'Battery', stockId: 'bench', costs: [{ warehouseId: 'here', costCents: 2_500 }] },
    { id: 'polish', name: 'Polish', stockId: 'bench', costs: [{ warehouseId: 'there', costCents: 900 }] },
  ],
  'here',
) as [ItemStep, ItemStep]

function act(step: ItemStep, action: StepAction, minute: number, change: Partial<StepWork> = {}): ItemStep {
  const result = tryAct(step, action, minute, change)
  if (!result.ok) throw new Error(result.error)
  return result.value
}

function tryAct(step: ItemStep, action: StepAction, minute: number, change: Partial<StepWork> = {}) {
  return workOnStep(step, {
    action,
    seenRevision: step.revision,
    actorId: 'ann',
    moment: { deviceId: 'd1', deviceMs: minute * 60_000, atMs: 1_000_000 },
    doneAtMs: 1_000_000,
    stockId: step.stockId,
    comment: action === 'cancel' ? 'no part' : '',
    ...change,
  })
}

describe('a step of an item', () => {
  it('holds name, stock, user, date, status, comment and cost (REFURB-20)', () => {
    expect(planned).toMatchObject({ status: 'to_do', actorId: null, atMs: null, comment: null })
    expect(act(planned, 'cancel', 0)).toMatchObject({
      name: 'Battery',
      stockId: 'bench',
      actorId: 'ann',
      atMs: 1_000_000,
      status: 'cancelled',
      comment: 'no part',
      plannedCostCents: 2_500,
    })
  })

  it('counts the time actually worked by the device’s own clock, though all of it arrives at once', () => {
    const done = act(act(act(act(planned, 'start', 0), 'pause', 10), 'resume', 40), 'complete', 45)
    expect(done).toMatchObject({ status: 'completed', workedMs: 15 * 60_000, runningSince: null, revision: 4 })
  })

  it('counts by the time of the run where another device goes on', () => {
    const running = act(planned, 'start', 500)
    const moment = { deviceId: 'd2', deviceMs: 0, atMs: 1_000_000 + 60_000 }
    expect(act(running, 'pause', 0, { moment }).workedMs).toBe(60_000)
    expect(workedUntil(running, moment)).toBe(60_000)
  })

  it('believes of no device that it worked longer than captured work may be on its way', () => {
    const running = act(planned, 'start', 0)
    const centuries = { deviceId: 'd1', deviceMs: 9e14, atMs: 1_000_000 + 60_000 }
    expect(workedUntil(running, { ...centuries, deviceId: running.runningSince!.deviceId })).toBe(
      60_000 + 30 * 86_400_000,
    )
  })

  it('counts no time for a clock that was set back', () => {
    expect(act(act(planned, 'start', 500), 'pause', 3).workedMs).toBe(0)
  })

  it('that a manager alone cancels is cancelled by nobody else, and worked on by all (F27)', () => {
    const [erasure] = plannedSteps(
      [{ id: 'erase', name: 'Erase data', stockId: 'bench', costs: [], managerCancels: true }],
      'here',
    ) as [ItemStep]
    expect(tryAct(erasure, 'cancel', 0)).toEqual({ ok: false, error: 'REFURB_CANCEL_NOT_ALLOWED' })
    expect(act(erasure, 'cancel', 0, { isManager: true })).toMatchObject({ status: 'cancelled' })
    expect(act(act(erasure, 'start', 0), 'complete', 5, { stockId: 'shelf' })).toMatchObject({ status: 'completed' })
  })

  it('starts in its own stock, and is cancelled with a reason (REFURB-25)', () => {
    expect(tryAct(planned, 'start', 0, { stockId: 'shelf' })).toEqual({
      ok: false,
      error: 'REFURB_STEP_STOCK',
    })
    expect(tryAct(planned, 'cancel', 0, { comment: ' ' })).toEqual({ ok: false, error: 'REFURB_REASON_MISSING' })
    expect(act(planned, 'cancel', 0)).toMatchObject({ status: 'cancelled', comment: 'no part' })
  })

  it('is completed into a stock that is chosen, any of them', () => {
    const running = act(planned, 'start', 0)
    expect(tryAct(running, 'complete', 1, { stockId: null })).toEqual({ ok: false, error: 'REFURB_STOCK_MISSING' })
    expect(act(running, 'complete', 1, { stockId: 'shelf' }).status).toBe('completed')
    expect(tryAct(planned, 'complete', 1, { stockId: null })).toEqual({ ok: false, error: 'REFURB_STEP_STATUS' })
  })

  it('is completed from its pause, whose time does not count', () => {
    const paused = act(act(planned, 'start', 0), 'pause', 10)
    expect(act(paused, 'complete', 90)).toMatchObject({
      status: 'completed',
      workedMs: 10 * 60_000,
      runningSince: null,
    })
  })

  it('is refused when another user moved it since it was seen (REFURB-28)', () => {
    const moved = act(planned, 'start', 0, { actorId: 'bob' })
    expect(tryAct(moved, 'pause', 1, { seenRevision: 0 })).toEqual({ ok: false, error: 'REFURB_STEP_CHANGED' })
    expect(act(moved, 'pause', 1).actorId).toBe('ann')
  })

  it('is refused when another user moved it since it was seen, though one’s own newer action came after', () => {
    const theirs = act(planned, 'start', 0, { actorId: 'bob' })
    const paused = act(theirs, 'pause', 1)
    const stale = { seenRevision: 0 }
    expect(tryAct(paused, 'cancel', 2, stale)).toEqual({ ok: false, error: 'REFURB_STEP_CHANGED' })
    const resumed = act(paused, 'resume', 2)
    expect(tryAct(resumed, 'pause', 3, stale)).toEqual({ ok: false, error: 'REFURB_STEP_CHANGED' })
    expect(act(resumed, 'pause', 3, { seenRevision: 1 }).status).toBe('paused')
  })

  it('follows its one table (REFURB-22, REFURB-24)', () => {
    const allowed = itemStepStatuses.flatMap((status) =>
      stepActions.flatMap((action) => {
        const result = tryAct({ ...planned, status }, action, 0)
        return result.ok ? [`${status} ${action} ${result.value.status}`] : []
      }),
    )
    expect(allowed).toEqual([
      'to_do start in_progress',
      'to_do cancel cancelled',
      'in_progress pause paused',
      'in_progress cancel cancelled',
      'in_progress complete completed',
      'paused resume in_progress',
      'paused cancel cancelled',
      'paused complete completed',
    ])
  })

  it('costs what its warehouse says, or nothing; only completed ones count as done', () => {
    expect(refurbCosts([planned, other])).toEqual({ plannedCents: 2_500, completedCents: 0 })
    expect(refurbCosts([act(act(planned, 'start', 0), 'complete', 1), other]).completedCents).toBe(2_500)
  })
})

describe('the confirmation of the steps', () => {
  const working: ItemState = { ...item, status: 'item_refurb_in_progress' }

  it('needs each completed or cancelled (REFURB-27)', () => {
    const closed = [act(act(planned, 'start', 0), 'complete', 1), act(other, 'cancel', 0)]
    expect(decideStepsConfirmed(working, [planned, ...closed], 'done')).toEqual({
      ok: false,
      error: 'REFURB_STEPS_OPEN',
    })
    expect(decideStepsConfirmed(working, closed, 'done')).toMatchObject({
      value: { status: 'item_refurb_completed', stockId: 'done' },
    })
    expect(decideStepsConfirmed(item, closed, 'done')).toEqual({ ok: false, error: 'REFURB_NOT_STARTED' })
  })
})

describe('any work on a step', () => {
  const work = fc.record({
    action: fc.constantFrom(...stepActions),
    actorId: fc.constantFrom('ann', 'bob'),
    seenRevision: fc.nat(6),
    deviceId: fc.constantFrom('d1', 'd2'),
    deviceMs: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    atMs: fc.nat(1_000_000),
  })

  it('never makes time or cost negative, nor reopens a closed step', () => {
    fc.assert(
      fc.property(fc.array(work, { maxLength: 12 }), (works) => {
        let step = planned
        for (const { deviceId, deviceMs, atMs, ...rest } of works) {
          const moment = { deviceId, deviceMs, atMs }
          const result = workOnStep(step, {
            ...rest,
            moment,
            doneAtMs: atMs,
            stockId: 'bench',
            comment: 'because',
          })
          if (!result.ok) continue
          const next = result.value
          expect(next.workedMs).toBeGreaterThanOrEqual(step.workedMs)
          expect(['completed', 'cancelled']).not.toContain(step.status)
          expect(next.runningSince === null).toBe(next.status !== 'in_progress')
          expect(next.revision).toBe(step.revision + 1)
          step = next
        }
        const { plannedCents, completedCents } = refurbCosts([step, other])
        expect(completedCents).toBeGreaterThanOrEqual(0)
        expect(completedCents).toBeLessThanOrEqual(plannedCents)
        expect(allStepsClosed([step])).toBe(['completed', 'cancelled'].includes(step.status))
      }),
    )
  })

  it('ends a diagnosis and its steps in statuses of the table alone', () => {
    const after: readonly ItemStatus[] = [
      'item_refurb_diagnostic_in_progress',
      'item_refurb_in_progress',
      'item_refurb_completed',
    ]
    fc.assert(
      fc.property(fc.constantFrom(...itemStatuses), fc.boolean(), (status, hasSteps) => {
        const state = { ...item, status }
        const place = { chosenStockId: 'shelf', completedStockId: 'done', hasSteps }
        const results = [
          decideDiagnosisStart(state),
          decideDiagnosisEnd(state, place),
          decideStepsConfirmed(state, [], 'done'),
        ]
        for (const result of results) if (result.ok) expect(after).toContain(result.value.status)
      }),
    )
  })
})
