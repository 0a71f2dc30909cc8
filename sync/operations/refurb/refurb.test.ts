import { describe, expect, it } from 'vitest'
import {
  bench,
  colleague,
  config,
  id,
  native,
  op,
  refurb,
  row,
  run,
  shelf,
  testedRow,
} from '#tests/support/floor-world.ts'
import type { Operation } from '../../wire/operation.ts'

const start = (n = 1) => op('startRefurbDiagnosis', { itemId: id(n) })
const finalize = (battery = refurb.weak, look: readonly string[] = [], more: Record<string, unknown> = {}) =>
  op('finalizeRefurbDiagnosis', {
    itemId: id(1),
    answers: [
      { questionId: refurb.state, answerIds: [battery] },
      { questionId: refurb.look, answerIds: look },
    ],
    stockId: shelf,
    ...more,
  })
const step = (
  action: string,
  seenRevision: number,
  more: Record<string, unknown> = {},
  change: Partial<Operation> = {},
) => op('workOnRefurbStep', { itemId: id(1), stepId: refurb.battery, action, seenRevision, ...more }, change)
const at = (time: string) => ({ capturedAt: `2026-11-21T${time}:00.000Z` })
const confirm = () => op('confirmRefurbSteps', { itemId: id(1) })
const items = [testedRow(1)]

describe('the refurb diagnosis', () => {
  it('keeps its questions and answers as they were worded', () => {
    const { records } = run({ items }, [start(), finalize(refurb.healthy, [refurb.dull])])
    expect(records.item(id(1))?.facts?.diagnosis?.answers).toEqual([
      { questionId: refurb.state, answerIds: [refurb.healthy], label: 'Battery', answerLabels: ['Healthy'] },
      { questionId: refurb.look, answerIds: [refurb.dull], label: 'Look', answerLabels: ['Dull'] },
    ])
  })

  it('starts, and its answers make steps due with the costs of the warehouse', () => {
    const { records, outcomes } = run({ items }, [start(), finalize(refurb.weak, [refurb.dull])])
    expect(outcomes[1]).toMatchObject({ status: 'applied', result: { stepIds: [refurb.battery, refurb.polish] } })
    expect(records.item(id(1))).toMatchObject({
      status: 'item_refurb_in_progress',
      stockId: shelf,
      facts: {
        diagnosis: { startedAtMs: 1_000, finalizedAtMs: 11_000 },
        steps: [
          { stepId: refurb.battery, plannedCostCents: 2_500, stockId: bench, status: 'to_do' },
          { stepId: refurb.polish, plannedCostCents: 0 },
        ],
      },
    })
  })

  it('and its steps tell when they were worked on: by the device where its clock can be right (F4)', () => {
    const second = (seconds: number) => ({ capturedAt: new Date(seconds * 1_000).toISOString() })
    const finalized = finalize()
    // All of it arrives at once, seconds 1, 11 and 21 of the server; the clock of the last one is ahead.
    const { records } = run({ items }, [
      { ...start(), ...second(0.4) },
      { ...finalized, ...second(3) },
      step('start', 0, { stockId: bench }, second(5)),
      step('complete', 1, { stockId: shelf }, second(90)),
    ])
    const { diagnosis, steps } = records.item(id(1))?.facts ?? {}
    expect(diagnosis).toMatchObject({ startedAtMs: 400, finalizedAtMs: 3_000 })
    expect(steps).toMatchObject([{ atMs: 31_000, workedMs: 85_000 }])
    expect(steps?.[0]?.runningSince).toBeNull()
    const begun = run({ items }, [
      { ...start(), ...second(0.4) },
      finalized,
      step('start', 0, { stockId: bench }, second(5)),
    ])
    // How long a step runs between two devices is measured by the server's time.
    expect(begun.records.item(id(1))?.facts?.steps).toMatchObject([{ atMs: 5_000, runningSince: { atMs: 21_000 } }])
  })

  it('refuses answers that name a step which the account does not have', () => {
    const short = { ...config, refurbSteps: (config.refurbSteps ?? []).filter((each) => each.id !== refurb.battery) }
    expect(run({ config: short, items }, [start(), finalize()]).codes).toEqual(['applied', 'REFURB_STEP_UNKNOWN'])
  })

  it('has a step whose stock is in another warehouse worked on in *to refurbish* of this one', () => {
    const refurbSteps = (config.refurbSteps ?? []).map((each) => ({ ...each, stockId: id(20) }))
    const { records } = run({ config: { ...config, refurbSteps }, items }, [start(), finalize()])
    expect(records.item(id(1))?.facts?.steps).toMatchObject([{ stockId: native('to_refurbish') }])
  })

  it('has its erasure cancelled by a manager alone (F27)', () => {
    const refurbSteps = (config.refurbSteps ?? []).map((each) => ({ ...each, managerCancels: true }))
    const own = { config: { ...config, refurbSteps }, items }
    const cancel = step('cancel', 0, { comment: 'pointless' })
    expect(run(own, [start(), finalize(), cancel]).codes.at(-1)).toBe('REFURB_CANCEL_NOT_ALLOWED')
    expect(run(own, [start(), finalize(), cancel], 'warehouse_manager').codes.at(-1)).toBe('applied')
  })

  it('has its erasure cancelled by a manager alone, also where one has done so before (F27)', () => {
    const refurbSteps = (config.refurbSteps ?? []).map((each) => ({ ...each, managerCancels: true }))
    const theirs = step('cancel', 0, { comment: 'pointless' }, { actor: colleague })
    const changed = { ...config, refurbSteps }
    const { records } = run({ config: changed, items }, [start(), finalize(), theirs], 'warehouse_manager')
    const cancelled = records.item(id(1))!
    const again = { config: changed, items: [cancelled] }
    const late = { ...step('cancel', 0, { comment: 'pointless' }), basedOn: cancelled.version - 1 }
    const byOperator = run(again, [late])
    expect(byOperator.codes).toEqual(['REFURB_CANCEL_NOT_ALLOWED'])
    expect(byOperator.records.item(id(1))?.last?.opId).toBe(theirs.opId)
    expect(run(again, [late], 'warehouse_manager').codes).toEqual(['applied'])
  })

  it('completes the item where no step is due', () => {
    expect(run({ items }, [start(), finalize(refurb.healthy)]).records.item(id(1))).toMatchObject({
      status: 'item_refurb_completed',
      stockId: native('refurbishment_completed'),
    })
  })

  it('is told from a later one of the same product by the operation that started it', () => {
    const begun = start()
    expect(run({ items }, [begun]).records.item(id(1))?.facts?.diagnosis).toMatchObject({ startOpId: begun.opId })
  })

  it('tells where the product is', () => {
    expect(run({ items }, [start(), finalize()]).outcomes[1]).toMatchObject({
      result: { status: 'item_refurb_in_progress', stockId: shelf },
    })
    expect(run({ items }, [start(), finalize(refurb.healthy)]).outcomes[1]).toMatchObject({
      result: { status: 'item_refurb_completed', stockId: native('refurbishment_completed') },
    })
  })

  it('is judged by the questions that were asked, whatever has become of them', () => {
    const [state, look] = config.refurbQuestions ?? []
    const added = { ...state!, id: id(995), answers: [{ id: id(996), label: 'Yes', stepIds: [refurb.battery] }] }
    const changed = { ...config, refurbQuestions: [added, { ...state!, answers: state!.answers.slice(1) }] }
    const weak = { ...state!, answers: state!.answers.filter((answer) => answer.id === refurb.weak) }
    const diagnosed = (asked?: typeof config.refurbQuestions) =>
      run({ config: changed, items }, [
        start(),
        finalize(refurb.weak, [refurb.dull], asked === undefined ? {} : { asked }),
        step('start', 0, { stockId: bench }),
      ])
    expect(diagnosed().codes.slice(1)).toEqual(['REFURB_ANSWER_UNKNOWN', 'REFURB_NOT_STARTED'])
    const { codes, records } = diagnosed([weak, look!])
    expect(codes).toEqual(['applied', 'applied', 'applied'])
    expect(records.item(id(1))?.facts).toMatchObject({
      steps: [{ stepId: refurb.battery, status: 'in_progress' }, { stepId: refurb.polish }],
      diagnosis: {
        answers: [
          { label: 'Battery', answerLabels: ['Weak'] },
          { label: 'Look', answerLabels: ['Dull'] },
        ],
      },
    })
    expect(diagnosed([weak]).codes[1]).toBe('REFURB_ANSWER_UNKNOWN')
  })

  it('is started once, and its start undone while nothing else happened', () => {
    const first = start()
    const undo = () => op('undoRefurbDiagnosisStart', { itemId: id(1), targetOpId: first.opId })
    const { codes, records } = run({ items }, [first, start(), undo()])
    expect(codes).toEqual(['applied', 'REFURB_ALREADY_DIAGNOSED', 'applied'])
    expect(records.item(id(1))).toMatchObject({ status: 'item_completed', facts: { diagnosis: null } })
    expect(run({ items }, [first, finalize(), undo()]).codes.at(-1)).toBe('UNDO_NOT_LATEST')
  })

  it.each([
    ['an unknown item', [start(404)], 'ITEM_UNKNOWN'],
    ['an end without a start', [finalize()], 'REFURB_NOT_STARTED'],
    ['a stock of another warehouse', [start(), finalize(refurb.weak, [], { stockId: id(24) })], 'STOCK_UNKNOWN'],
    [
      'a stock for returns',
      [start(), finalize(refurb.weak, [], { stockId: native('in_quarantine') })],
      'STOCK_NOT_ALLOWED',
    ],
    ['an unanswered question', [start(), finalize(refurb.weak, [], { answers: [] })], 'REFURB_UNANSWERED'],
    ['an unknown answer', [start(), finalize(id(999))], 'REFURB_ANSWER_UNKNOWN'],
  ])('refuses %s', (_title, ops, code) => {
    expect(run({ items }, ops).codes.at(-1)).toBe(code)
  })

  it('refuses an item that awaits its test', () => {
    expect(run({ items: [row(1)] }, [start()]).codes).toEqual(['ITEM_STATUS_NOT_ELIGIBLE'])
  })
})

describe('the steps of an item', () => {
  const diagnosed = () => [start(), finalize(refurb.weak, [refurb.dull])]

  it('are worked on with a pause, cancelled with a reason, and confirmed', () => {
    const { records, codes } = run({ items }, [
      ...diagnosed(),
      step('start', 0, { stockId: bench }, at('08:00')),
      step('pause', 1, {}, at('08:10')),
      step('resume', 2, {}, at('09:00')),
      step('complete', 3, { stockId: bench, comment: 'new cell' }, at('09:05')),
      step('cancel', 0, { stepId: refurb.polish, comment: 'no paste' }),
      confirm(),
    ])
    expect(codes).toEqual(Array.from({ length: 8 }, () => 'applied'))
    expect(records.item(id(1))).toMatchObject({
      status: 'item_refurb_completed',
      stockId: native('refurbishment_completed'),
      facts: {
        steps: [
          { status: 'completed', workedMs: 15 * 60_000, comment: 'new cell' },
          { status: 'cancelled', comment: 'no paste' },
        ],
      },
    })
    const written = records.takeWrites().items.map(({ entry }) => entry)
    expect(written.at(-1)).toMatchObject({
      action: 'refurb_confirm',
      details: { plannedCents: 2_500, completedCents: 2_500 },
    })
  })

  it('are moved by a completion into its stock, and stay otherwise', () => {
    const done = run({ items }, [
      ...diagnosed(),
      step('start', 0, { stockId: bench }),
      step('complete', 1, { stockId: bench }),
    ])
    expect(done.records.item(id(1))?.stockId).toBe(bench)
    expect(run({ items }, [...diagnosed(), step('start', 0, { stockId: bench })]).records.item(id(1))?.stockId).toBe(
      shelf,
    )
  })

  it('refuse an action on a step that another user moved, and change nothing', () => {
    const theirs = step('start', 0, { stockId: bench }, { actor: colleague })
    const { codes, records } = run({ items }, [...diagnosed(), theirs, step('start', 0, { stockId: bench })])
    expect(codes.at(-1)).toBe('REFURB_STEP_CHANGED')
    expect(records.item(id(1))?.facts?.steps[0]).toMatchObject({ actorId: colleague, revision: 1 })
  })

  it.each([
    ['complete', { stockId: bench }],
    ['cancel', { comment: 'no need' }],
    ['pause', {}],
  ])('that a colleague has paused or ended alike before are so by both: %s', (action, more) => {
    const theirs = step(action, 1, more, { actor: colleague })
    const begun = [...diagnosed(), step('start', 0, { stockId: bench }), theirs]
    const late = step(action, 1, more)
    const { codes, records } = run({ items }, [...begun, late])
    expect(codes.at(-1)).toBe('applied')
    expect(records.item(id(1))?.facts?.steps[0]).toMatchObject({ actorId: colleague, revision: 2 })
    const other = action === 'complete' ? step('cancel', 1, { comment: 'no' }) : step('complete', 1, { stockId: bench })
    expect(run({ items }, [...begun, other]).codes.at(-1)).toBe('REFURB_STEP_CHANGED')
  })

  it('that two have paused are resumed by the one who did not know of the other', () => {
    const theirs = step('pause', 1, {}, { actor: colleague })
    const begun = [...diagnosed(), step('start', 0, { stockId: bench }), theirs, step('pause', 1)]
    const { codes, records } = run({ items }, [...begun, step('resume', 2)])
    expect(codes.slice(-2)).toEqual(['applied', 'applied'])
    expect(records.item(id(1))?.facts?.steps[0]).toMatchObject({ status: 'in_progress', revision: 3 })
  })

  it('that are ended once more leave the undo of a later action on another step', () => {
    const theirs = [
      step('start', 0, { stockId: bench }, { actor: colleague }),
      step('complete', 1, { stockId: bench }, { actor: colleague }),
      step('cancel', 0, { stepId: refurb.polish, comment: 'no need' }, { actor: colleague }),
    ]
    const late = { ...step('complete', 1, { stockId: bench }), basedOn: 1 }
    const { codes, records } = run({ items }, [start(), finalize(refurb.weak, [refurb.dull]), ...theirs, late])
    expect(codes.at(-1)).toBe('applied')
    expect(records.item(id(1))?.last?.opId).toBe(theirs[2]!.opId)
  })

  it('are completed once', () => {
    const twice = [step('complete', 1, { stockId: bench }), step('complete', 2, { stockId: bench })]
    const { codes } = run({ items }, [...diagnosed(), step('start', 0, { stockId: bench }), ...twice])
    expect(codes.slice(-2)).toEqual(['applied', 'REFURB_STEP_STATUS'])
  })

  it('are completed into a chosen stock, and from a pause too', () => {
    const started = [
      ...diagnosed(),
      step('start', 0, { stockId: bench }, at('08:00')),
      step('pause', 1, {}, at('08:10')),
    ]
    const { codes, records } = run({ items }, [
      ...started,
      step('complete', 2, {}, at('08:20')),
      step('complete', 2, { stockId: id(24) }, at('08:20')),
      step('complete', 2, { stockId: native('in_quarantine') }, at('08:20')),
      step('complete', 2, { stockId: shelf }, at('08:20')),
    ])
    expect(codes.slice(-4)).toEqual(['REFURB_STOCK_MISSING', 'STOCK_UNKNOWN', 'STOCK_NOT_ALLOWED', 'applied'])
    expect(records.item(id(1))).toMatchObject({
      stockId: shelf,
      facts: { steps: [{ status: 'completed', workedMs: 10 * 60_000 }, {}] },
    })
  })

  it('are not confirmed while one is open, or an action on one of them refused', () => {
    expect(run({ items }, [...diagnosed(), confirm()]).codes.at(-1)).toBe('REFURB_STEPS_OPEN')
    const refused = step('pause', 0)
    const { outcomes } = run({ items }, [...diagnosed(), refused, confirm()])
    expect(outcomes.at(-1)).toMatchObject({ status: 'blocked_by', code: 'REFURB_HAS_REFUSED', causeOp: refused.opId })
  })

  it('are put back by the undo of their latest action, with the stock', () => {
    const done = step('complete', 1, { stockId: bench })
    const undo = op('undoRefurbStep', { itemId: id(1), targetOpId: done.opId })
    const { records, codes } = run({ items }, [...diagnosed(), step('start', 0, { stockId: bench }), done, undo])
    expect(codes.at(-1)).toBe('applied')
    expect(records.item(id(1))).toMatchObject({
      stockId: shelf,
      facts: { steps: [{ status: 'in_progress', revision: 1 }, {}] },
    })
  })

  it.each([
    ['the wrong stock at the start', step('start', 0, { stockId: shelf }), 'REFURB_STEP_STOCK'],
    ['a cancellation without a reason', step('cancel', 0), 'REFURB_REASON_MISSING'],
    ['a step that is not due', step('start', 0, { stepId: id(999) }), 'REFURB_STEP_UNKNOWN'],
    ['a comment of 256 characters (REFURB-21)', step('cancel', 0, { comment: 'x'.repeat(256) }), 'SYNC_TEXT_TOO_LONG'],
  ])('refuse %s', (_title, capture, code) => {
    expect(run({ items }, [...diagnosed(), capture]).codes.at(-1)).toBe(code)
  })
})
