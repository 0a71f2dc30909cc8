import { describe, expect, it } from 'vitest'
import {
  config,
  declaration,
  facts,
  id,
  native,
  op,
  question,
  row,
  run,
  shelf,
  warehouse,
} from '#tests/support/floor-world.ts'

const test = (n: number, answerId: string, more: Record<string, unknown> = {}) =>
  op('testItem', {
    itemId: id(n),
    warehouseId: warehouse,
    answers: [{ questionId: question.screen, answerId }],
    photos: [],
    ...more,
  })

describe('testItem', () => {
  it('completes a conforming item in the chosen stock, and settles its price', () => {
    const { records, outcomes } = run({ items: [row(1)] }, [test(1, question.fine, { stockId: shelf })])
    expect(outcomes[0]).toMatchObject({ status: 'applied', result: { outcome: 'conforming', toldCents: 10_000 } })
    expect(records.item(id(1))).toMatchObject({
      status: 'item_completed',
      buybackStatus: 'bb_completed',
      stockId: shelf,
      tested: true,
      facts: {
        validated: { grade: 'grade_a', priceCents: 10_000 },
        control: { outcome: 'conforming', absorbedCents: 0 },
      },
      last: { before: null },
    })
  })

  it('names itself in what it found, the same on device and server', () => {
    const tested = test(1, question.fine)
    expect(run({ items: [row(1)] }, [tested]).records.item(id(1))?.facts?.control).toMatchObject({ opId: tested.opId })
  })

  it('tells when it was done: by the device where its clock can be right, beside when it counts (F4)', () => {
    const doneAt = (time: string) => {
      const tested = { ...test(1, question.fine), capturedAt: time }
      return run({ items: [row(1)] }, [tested]).records.item(id(1))?.facts?.control
    }
    expect(doneAt('1970-01-01T00:00:00.400Z')).toMatchObject({ doneAtMs: 400, atMs: 1_000 })
    expect(doneAt('2028-01-01T00:00:00.000Z')).toMatchObject({ doneAtMs: 1_000, atMs: 1_000 })
  })

  it('absorbs what is allowed, and proposes what is not', () => {
    const { records, outcomes } = run({ items: [row(1), row(2)] }, [test(1, question.worn), test(2, question.broken)])
    expect(outcomes.map(({ result }) => result?.['outcome'])).toEqual(['with_absorption', 'proposal'])
    expect(records.item(id(1))?.facts?.control?.absorbedCents).toBe(1_000)
    expect(records.item(id(2))).toMatchObject({
      status: 'item_in_quarantine',
      stockId: native('in_quarantine'),
      facts: { validated: null, control: { priceCents: 4_000 } },
    })
  })

  it('sets aside without prices', () => {
    const capture = test(1, question.fine, { answers: [], setAside: 'locked' })
    const { records, outcomes } = run({ items: [row(1)] }, [capture])
    expect(outcomes[0]!.result).toMatchObject({ outcome: 'set_aside', isProposal: false, toldCents: null })
    expect(records.item(id(1))?.facts?.control).toMatchObject({ setAside: 'locked', priceCents: null })
  })

  it('prices another product as it stood on the day of the declaration', () => {
    const product = {
      id: id(61),
      simple: false,
      questionnaireId: id(50),
      prices: [
        { sinceMs: 0, prices: { grade_a: 12_000 } },
        { sinceMs: 500, prices: { grade_a: 1 } },
      ],
    }
    const capture = test(1, question.fine, { productId: id(61) })
    const { outcomes, records } = run({ items: [row(1, { createdAtMs: 100 })], products: [product] }, [capture])
    expect(outcomes[0]!.result).toMatchObject({ outcome: 'by_price', toldCents: 10_000 })
    expect(records.item(id(1))?.facts?.control).toMatchObject({ productId: id(61), priceCents: 12_000 })
  })

  it('corrects IMEI and serial number, and keeps the photos’ names in the history', () => {
    const photos = [{ photoId: id(70), questionId: question.screen }]
    const capture = test(1, question.fine, { imei: '350000000000017', serialNumber: 'S1', photos })
    const { records } = run({ items: [row(1)] }, [capture])
    expect(records.item(id(1))).toMatchObject({ imei: '350000000000017', serialNumber: 'S1' })
    expect(records.takeWrites().items[0]?.entry.details).toMatchObject({ photos })
  })

  it.each<[string, Parameters<typeof row>[1], Record<string, unknown>, string]>([
    [
      'an item that is not checked in',
      { status: 'item_in_transit', warehouseId: null, stockId: null },
      {},
      'ITEM_NOT_REGISTERED',
    ],
    ['an item of another warehouse', { warehouseId: id(5) }, {}, 'ITEM_IN_OTHER_WAREHOUSE'],
    ['an unanswered question', {}, { answers: [] }, 'DIAGNOSTIC_UNANSWERED'],
    ['an unknown product', {}, { productId: id(99) }, 'CONTROL_PRODUCT_UNKNOWN'],
    ['an item without its declaration', { facts: null }, {}, 'CONTROL_QUESTIONS_UNKNOWN'],
    ['a stock of another warehouse', {}, { stockId: id(20) }, 'STOCK_UNKNOWN'],
    ['a stock for returns', {}, { stockId: native('customer_return') }, 'STOCK_NOT_ALLOWED'],
    ['a warehouse of others', {}, { warehouseId: id(5) }, 'SYNC_OUT_OF_SCOPE'],
    ['an IMEI of letters', {}, { imei: 'abcdefghijklmno' }, 'SYNC_ARGS_INVALID'],
    ['a comment of 256 characters', {}, { comment: 'x'.repeat(256) }, 'SYNC_TEXT_TOO_LONG'],
  ])('refuses %s, and changes nothing', (_title, change, args, code) => {
    const { codes, records } = run({ items: [row(1, change)] }, [test(1, question.fine, args)])
    expect(codes).toEqual([code])
    expect(records.takeWrites().items).toEqual([])
  })

  it('refuses where the questions of the declared or the found product are unknown', () => {
    const forgotten = facts({ declaration: { ...declaration, questionnaireId: id(51) } })
    expect(run({ items: [row(1, { facts: forgotten })] }, [test(1, question.fine, { answers: [] })]).codes).toEqual([
      'CONTROL_QUESTIONS_UNKNOWN',
    ])
    const product = { id: id(61), simple: false, questionnaireId: id(51), prices: [] }
    const capture = test(1, question.fine, { productId: id(61), answers: [] })
    expect(run({ items: [row(1)], products: [product] }, [capture]).codes).toEqual(['CONTROL_QUESTIONS_UNKNOWN'])
  })

  it('asks for a comment on every outcome but the declared one, where the account does', () => {
    const strict = { ...config, settings: { ...config.settings, isWarehouseCommentMandatory: true } }
    const captures = [
      test(1, question.broken, { comment: ' ' }),
      test(1, question.broken, { comment: 'crack' }),
      test(2, question.fine),
    ]
    const { codes } = run({ config: strict, items: [row(1), row(2)] }, captures)
    expect(codes).toEqual(['CONTROL_COMMENT_MISSING', 'applied', 'applied'])
  })

  it('tests an item once', () => {
    expect(run({ items: [row(1)] }, [test(1, question.fine), test(1, question.fine)]).codes).toEqual([
      'applied',
      'ITEM_STATUS_NOT_ELIGIBLE',
    ])
  })

  it('takes the declaration’s frozen price, whatever the row shows', () => {
    const dear = facts({ declaration: { ...declaration, priceCents: 4_000, answers: null } })
    const { outcomes } = run({ items: [row(1, { facts: dear })] }, [test(1, question.broken)])
    expect(outcomes[0]!.result).toMatchObject({ outcome: 'conforming', toldCents: 4_000 })
  })
})
