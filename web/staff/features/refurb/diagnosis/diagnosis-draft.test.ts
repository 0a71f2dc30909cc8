import { describe, expect, it } from 'vitest'
import { bench, config, native, otherWarehouse, refurb, warehouse } from '#tests/support/floor-world.ts'
import { choicesOf, choose, emptyDraft, firstOpen, fitDraft, pass, planOf, readDraft } from './diagnosis-draft.ts'

const questions = config.refurbQuestions!
const [state, look] = questions as [(typeof questions)[0], (typeof questions)[0]]

describe('a draft of a diagnosis', () => {
  it('takes one answer of a unique question and any of a multiple one', () => {
    const weak = choose(emptyDraft, state, refurb.weak)
    expect(choose(weak, state, refurb.healthy).answers[state.id]).toEqual([refurb.healthy])
    const dull = choose(weak, look, refurb.dull)
    expect(dull.answers[look.id]).toEqual([refurb.dull])
    expect(choose(dull, look, refurb.dull).answers[look.id]).toEqual([])
  })

  it('passes a multiple question without an answer, and no unique one', () => {
    expect(pass(emptyDraft, state)).toBeNull()
    expect(pass(emptyDraft, look)?.answers).toEqual({ [look.id]: [] })
  })

  it('knows the first question that is open', () => {
    expect(firstOpen(questions, emptyDraft)).toBe(0)
    const answered = choose(emptyDraft, state, refurb.weak)
    expect(firstOpen(questions, answered)).toBe(1)
    expect(firstOpen(questions, pass(answered, look)!)).toBeNull()
  })

  it('is read back as it was stored, and begins again where its shape is another', () => {
    const draft = { ...choose(emptyDraft, state, refurb.weak), at: 1, comment: 'x' }
    expect(readDraft(JSON.parse(JSON.stringify(draft)), questions)).toEqual(draft)
    for (const strange of [null, 'x', { answers: [] }, { ...draft, at: -1 }])
      expect(readDraft(strange, questions)).toEqual(emptyDraft)
  })

  it('is read back for its own diagnosis alone, and where nothing says which one it is of', () => {
    const draft = { ...choose(emptyDraft, state, refurb.weak), startOpId: 'first' }
    const { startOpId: _, ...ofBefore } = draft
    expect(readDraft(draft, questions, 'first')).toEqual(draft)
    expect(readDraft(draft, questions, 'second')).toEqual(emptyDraft)
    expect(readDraft(draft, questions)).toEqual(draft)
    expect(readDraft(ofBefore, questions, 'second')).toEqual(ofBefore)
  })

  it('loses answers and questions that are gone, so that they are asked again', () => {
    const draft = {
      ...emptyDraft,
      answers: { [state.id]: ['gone'], [look.id]: [refurb.dull, 'gone'], other: ['x'] },
      at: 9,
    }
    expect(fitDraft(draft, questions)).toMatchObject({ answers: { [look.id]: [refurb.dull] }, at: 1 })
    expect(fitDraft(draft, questions).answers).not.toHaveProperty(state.id)
  })
})

describe('the plan of a draft', () => {
  const full = pass(choose(choose(emptyDraft, state, refurb.weak), look, refurb.dull), look)!

  it('has the steps due once each, with the costs of the warehouse', () => {
    expect(planOf(questions, config, full, warehouse)).toMatchObject({ ok: true, plannedCents: 2_500 })
    expect(planOf(questions, config, full, otherWarehouse)).toMatchObject({ ok: true, plannedCents: 900 })
    expect(choicesOf(questions, full).map(({ questionId }) => questionId)).toEqual([state.id, look.id])
  })

  it('has steps of another warehouse’s stocks worked on in *to refurbish* of this one', () => {
    const usual = config.stocks.find((stock) => stock.warehouseId === otherWarehouse && stock.native === 'to_refurbish')
    expect(planOf(questions, config, full, otherWarehouse)).toMatchObject({
      steps: [
        { stepId: refurb.battery, stockId: usual?.id },
        { stepId: refurb.polish, stockId: usual?.id },
      ],
    })
    expect(planOf(questions, config, full, warehouse)).toMatchObject({
      steps: [{ stockId: bench }, { stockId: native('to_refurbish') }],
    })
  })

  it('waits for every answer, and for steps that this device knows', () => {
    expect(planOf(questions, config, emptyDraft, warehouse)).toEqual({ ok: false, code: 'REFURB_UNANSWERED' })
    expect(planOf(questions, { ...config, refurbSteps: [] }, full, warehouse)).toEqual({
      ok: false,
      code: 'REFURB_STEP_UNKNOWN',
    })
  })
})
