import { describe, expect, it } from 'vitest'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { createMemoryRecords } from '#sync/memory-records.ts'
import { testItem } from '#sync/operations/compliance/test-item.ts'
import { noFacts } from '#sync/wire/item-facts.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import { config as base, itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import { lookUpControl, waitsFor } from './control-lookup.ts'
import { controlPlace, evaluateDraft } from './evaluate-draft.ts'
import { quickComments, quickCommentsFor } from './quick-comments.ts'
import { chosenAnswers, newDraft, type TestDraft } from './test-draft.ts'

const [question, fine, worn, broken, declaredProduct, otherProduct] = Array.from({ length: 6 }, (_, at) => uuid(70, at))
const questionnaire = {
  id: uuid(71),
  questions: [
    {
      id: question!,
      title: 'Screen',
      answers: [
        { id: fine!, name: 'Fine', bestGrade: 'grade_a' as const, impact: { type: 'none' as const } },
        { id: worn!, name: 'Worn', bestGrade: 'grade_b' as const, impact: { type: 'none' as const } },
        { id: broken!, name: 'Broken', bestGrade: 'grade_d' as const, impact: { type: 'none' as const } },
      ],
    },
  ],
}
const declaration: Declaration = {
  productId: declaredProduct!,
  simple: false,
  prices: { grade_a: 10_000, grade_b: 9_500, grade_d: 4_000 },
  questionnaireId: questionnaire.id,
  answers: [{ questionId: question!, answerId: fine! }],
  grade: 'grade_a',
  priceCents: 10_000,
  absorption: { type: 'value', value: 600, maxCents: null },
  modifiers: [{ source: 'payment_mode', label: 'Voucher', impact: { type: 'percentage', percent: 10, capCents: 700 } }],
}
const config: Config = { ...base, questionnaires: [questionnaire] }
const item: ItemRow = {
  ...itemRow(1),
  status: 'item_awaiting_compliancy_tests',
  buybackStatus: 'bb_in_processing',
  warehouseId,
  facts: { ...noFacts, productId: declaredProduct!, declaration },
}
const terms = (cents: number) => ({
  id: otherProduct!,
  simple: false,
  questionnaireId: questionnaire.id,
  prices: [{ sinceMs: 0, prices: { grade_a: cents } }],
})

function draft(change: Partial<TestDraft>): TestDraft {
  return { ...newDraft(item), step: 'summary', ...change }
}
const answering = (answerId: string, change: Partial<TestDraft> = {}) =>
  draft({ answers: { [question!]: answerId }, ...change })
const other = (cents: number) => ({
  product: { id: otherProduct!, brand: 'B', label: 'L', categoryId: 'c', tacs: [], terms: terms(cents) },
})

/** What the operation makes of the same test, as the server runs it. */
function asOperation(from: TestDraft) {
  const products = from.product === null ? [] : [terms(from.product.terms.prices[0]!.prices.grade_a ?? 0)]
  const records = createMemoryRecords({ config, items: [item], products })
  const args = {
    itemId: item.id,
    warehouseId,
    answers: from.setAside === null ? [...chosenAnswers(from, questionnaire.questions)] : [],
    photos: [],
    ...(from.product === null ? {} : { productId: from.product.id }),
    ...(from.setAside === null ? {} : { setAside: from.setAside }),
  }
  const op = { opId: uuid(72), actor: uuid(73), type: 'testItem' } as Parameters<typeof testItem.apply>[1]
  const actor = { userId: uuid(73), userType: 'warehouse_operator', warehouseIds: [warehouseId] } as const
  const applied = testItem.apply(records, op, args, { actor, atMs: 1 })
  return applied.ok ? { ...applied.value, next: records.item(item.id)! } : { code: applied.error.code }
}

describe('the summary', () => {
  it.each([
    ['conforming', answering(fine!)],
    ['with_absorption', answering(worn!)],
    ['proposal', answering(broken!)],
    ['by_price', answering(fine!, other(12_000))],
    ['proposal', answering(fine!, other(3_000))],
    ['set_aside', draft({ setAside: 'stolen' })],
  ])('says %s, and the operation says the same', (outcome, from) => {
    const evaluated = evaluateDraft(from, item, config, warehouseId)
    if (!evaluated.ok) throw new Error(evaluated.error)
    const applied = asOperation(from)
    expect(applied).toMatchObject({ outcome, toldCents: evaluated.value.compared?.toldCents ?? null })
    expect(evaluated.value.decision.outcome).toBe(outcome)
    const { status, stockId, buybackStatus } = evaluated.value.decision.next
    expect(applied).toMatchObject({ next: { status, stockId, buybackStatus } })
  })

  it('adds bonuses to what the customer is told, and pays that', () => {
    const evaluated = evaluateDraft(answering(broken!), item, config, warehouseId)
    expect(evaluated).toMatchObject({
      value: {
        compared: { toldCents: 4_000 },
        modifiers: [{ label: 'Voucher', impactCents: 400 }],
        paymentCents: 4_400,
        declaredPaymentCents: 10_700,
      },
    })
  })

  it('is refused with the same code as the operation where an answer, a question or the place is missing', () => {
    expect(evaluateDraft(draft({}), item, config, warehouseId)).toMatchObject({ error: 'DIAGNOSTIC_UNANSWERED' })
    expect(asOperation(draft({}))).toEqual({ code: 'DIAGNOSTIC_UNANSWERED' })
    expect(evaluateDraft(answering(fine!), item, base, warehouseId)).toMatchObject({
      error: 'CONTROL_QUESTIONS_UNKNOWN',
    })
    expect(evaluateDraft(answering(fine!), item, config, uuid(74))).toMatchObject({ error: 'ITEM_IN_OTHER_WAREHOUSE' })
  })
})

describe('a comment of one touch', () => {
  const asking = { ...config, settings: { ...config.settings, isWarehouseCommentMandatory: true } }
  const offered = (from: TestDraft, by: Config | null, comment = '') => {
    const evaluated = evaluateDraft(from, item, config, warehouseId)
    return quickCommentsFor(evaluated.ok ? evaluated.value : null, comment, by)
  }

  it('is given where one is asked for and none is written, and nowhere else', () => {
    expect(offered(answering(broken!), asking)).toEqual(quickComments)
    expect(offered(answering(broken!), asking, 'written')).toEqual([])
    expect(offered(answering(fine!), asking)).toEqual([])
    expect(offered(answering(broken!), config)).toEqual([])
    expect(offered(draft({}), asking)).toEqual([])
    expect(offered(answering(broken!), null)).toEqual([])
  })
})

describe('what a quarantined product waits for', () => {
  const quarantined = (change: Partial<ItemRow>, outcome: 'proposal' | 'set_aside' = 'proposal') =>
    waitsFor({
      ...item,
      status: 'item_in_quarantine',
      facts: {
        ...item.facts!,
        control: {
          outcome,
          productId: declaredProduct!,
          answers: [],
          grade: null,
          priceCents: null,
          absorbedCents: 0,
          setAside: outcome === 'set_aside' ? 'stolen' : null,
          photos: [],
          atMs: 1,
        },
      },
      ...change,
    })

  it('is its customer after a proposal alone', () => {
    expect(quarantined({})).toBe('customer')
    expect(quarantined({}, 'set_aside')).toBe('decision')
    expect(quarantined({ buybackStatus: 'bb_not_completed' })).toBe('return')
    expect(quarantined({ buybackStatus: 'bb_cancelled', keepsMoney: true })).toBe('cancelled')
    expect(quarantined({ buybackStatus: 'bb_cancelled', keepsMoney: false })).toBe('cancelled_unpaid')
    expect(quarantined({ buybackStatus: 'bb_completed' }, 'set_aside')).toBe('decision')
    expect(quarantined({ facts: null })).toBe('decision')
  })
})

describe('a lookup', () => {
  const place = (requirement: 'optional' | 'mandatory') =>
    controlPlace(
      { ...config, settings: { ...config.settings, warehouseCheckinRequirement: requirement } },
      warehouseId,
      null,
    )
  const face = (change: Partial<ItemRow>, requirement: 'optional' | 'mandatory' = 'optional') =>
    lookUpControl([{ ...item, ...change }], place(requirement)).face
  const away = { status: 'item_in_transit', warehouseId: null, destinationWarehouseId: warehouseId } as const

  it('tells apart unknown, several, elsewhere, not checked in, quarantined, tested and not eligible', () => {
    expect(lookUpControl([], place('optional')).face).toBe('not_recognised')
    expect(lookUpControl([item, item], place('optional')).face).toBe('choose')
    expect(face({})).toBe('ready')
    expect(face(away)).toBe('ready')
    expect(face(away, 'mandatory')).toBe('not_registered')
    expect(face({ ...away, destinationWarehouseId: uuid(75) })).toBe('not_assigned')
    expect(face({ warehouseId: uuid(75) })).toBe('in_other_warehouse')
    expect(face({ status: 'item_in_quarantine' })).toBe('quarantined')
    expect(face({ status: 'item_completed', tested: true })).toBe('tested')
    expect(face({ status: 'item_to_return', buybackStatus: 'bb_cancelled' })).toBe('not_eligible')
  })
})
