import { describe, expect, it } from 'vitest'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { CustomerAnswer } from '#domain/quarantine/customer-answer.ts'
import type { QuarantinedItemAnswer } from '#sync/calls/quarantine.ts'
import { noFacts, type Control } from '#sync/wire/item-facts.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { ListState } from '#web/staff/ui/list/list-state.ts'
import { listCopy } from './quarantine-list.ts'
import { answerOfRow, rowOfAnswer, rowOfItem, type QuarantineRow } from './quarantine-row.ts'

const day = 86_400_000
const control: Control = {
  outcome: 'proposal',
  productId: 'p',
  answers: [],
  grade: 'grade_d',
  priceCents: 4_000,
  absorbedCents: 0,
  setAside: null,
  photos: [],
  atMs: 10 * day,
}
const declaration = { priceCents: 10_000 } as Declaration

function item(change: Partial<ItemRow> = {}): ItemRow {
  return {
    id: 'item',
    version: 1,
    level: 'full',
    code: '20000001',
    buybackCode: '2000000000015',
    imei: null,
    status: 'item_in_quarantine',
    buybackStatus: 'bb_in_processing',
    stockId: 's',
    warehouseId: 'w',
    destinationWarehouseId: 'w',
    tested: false,
    leftStatus: null,
    keepsMoney: false,
    last: null,
    brand: 'Élan',
    productLabel: 'Phone one',
    serialNumber: null,
    declaredGrade: null,
    declaredPriceCents: null,
    storeId: null,
    createdAtMs: 0,
    promisedOn: null,
    latestMoveAtMs: null,
    facts: { ...noFacts, control, declaration },
    ...change,
  }
}

const told = (change: Partial<NonNullable<QuarantinedItemAnswer['proposal']>> = {}): QuarantinedItemAnswer => ({
  id: 'item',
  code: '20000001',
  buybackCode: '2000000000015',
  brand: 'Élan',
  productLabel: 'Phone one',
  warehouseId: 'w',
  buybackStatus: 'bb_in_processing',
  waitingSince: new Date(10 * day).toISOString(),
  declaredGrade: null,
  declaredPriceCents: 10_000,
  controlledGrade: 'grade_d',
  controlledPriceCents: 4_000,
  outcome: 'proposal',
  setAside: null,
  proposal: {
    id: 'o',
    state: 'open',
    priceCents: 4_000,
    createdAt: new Date(10 * day).toISOString(),
    expiresAt: new Date(45 * day).toISOString(),
    answeredAt: null,
    mailProblem: null,
    ...change,
  },
  returnLabel: null,
  hasAddress: true,
})

const tell = (row: QuarantineRow, nowMs: number) => ({ ...row, ...answerOfRow(row, nowMs) })

describe('a quarantined item', () => {
  it('tells by the copy alone what was proposed, since when and until when', () => {
    expect(tell(rowOfItem(item()), 11 * day)).toMatchObject({
      name: 'Élan Phone one',
      waitingSinceMs: 10 * day,
      declaredCents: 10_000,
      controlledCents: 4_000,
      deadlineMs: 40 * day,
      answer: 'waiting',
    })
    expect(tell(rowOfItem(item()), 40 * day)).toMatchObject({ answer: 'expired', deadlineMs: 40 * day })
  })

  it('waits for nobody where it was set aside', () => {
    const setAside = { ...control, outcome: 'set_aside', setAside: 'stolen', priceCents: null } as const
    const row = rowOfItem(item({ facts: { ...noFacts, control: setAside } }))
    expect(tell(row, 11 * day)).toMatchObject({ answer: 'none', deadlineMs: null, setAside: 'stolen' })
  })

  it('follows the server on mail and deadline, which a new mail moves', () => {
    expect(tell(rowOfAnswer(told()), 41 * day)).toMatchObject({ answer: 'waiting', deadlineMs: 45 * day })
    const unsent = told({ state: 'unsent', expiresAt: null, mailProblem: 'no_address' })
    expect(tell(rowOfAnswer(unsent), 11 * day).answer).toBe('noAddress')
    expect(tell(rowOfAnswer(told({ state: 'declined' })), 11 * day).answer).toBe('declined')
    expect(tell(rowOfAnswer(told({ state: 'closed' })), 11 * day).answer).toBe('none')
  })

  it('is too late once the deadline has passed, however long ago the server called it open', () => {
    expect(tell(rowOfAnswer(told()), 45 * day)).toMatchObject({ answer: 'expired', deadlineMs: 45 * day })
  })
})

describe('the copy’s list', () => {
  const start = { page: 1, perPage: 15, search: '', sort: null, order: 'asc' } as const
  const rows = [
    { ...rowOfItem(item({ id: 'a' })), waitingSinceMs: 3, controlledCents: null },
    { ...rowOfItem(item({ id: 'b' })), waitingSinceMs: 1, name: 'Tablet' },
    { ...rowOfItem(item({ id: 'c', buybackStatus: 'bb_not_completed' })), waitingSinceMs: 2 },
  ]
  const ids = (state: Partial<ListState>, answer: CustomerAnswer | null = null, nowMs = 11 * day) => {
    const listed = listCopy(rows, { ...start, ...state }, answer, nowMs)
    return `${listed['hydra:member'].map(({ id }) => id).join('')} of ${listed['hydra:totalItems']}`
  }

  it('begins with who waits longest, and puts what is unknown last in either order', () => {
    expect(ids({})).toBe('bca of 3')
    expect(ids({ sort: 'controlledPrice' })).toBe('bca of 3')
    expect(ids({ sort: 'controlledPrice', order: 'desc' })).toBe('bca of 3')
  })

  it('has pages, and counts what is on the others', () => {
    expect(ids({ perPage: 2 })).toBe('bc of 3')
    expect(ids({ perPage: 2, page: 2 })).toBe('a of 3')
  })

  it('filters by the answer of the moment, by words without accents, and by codes in groups', () => {
    expect(ids({}, 'declined')).toBe('c of 1')
    expect(ids({}, 'waiting')).toBe('ba of 2')
    expect(ids({}, 'waiting', 40 * day)).toBe(' of 0')
    expect(ids({}, 'expired', 40 * day)).toBe('ba of 2')
    expect(ids({ search: 'elan phone' })).toBe('ca of 2')
    expect(ids({ search: '2 000000 000015' })).toBe('bca of 3')
    expect(ids({ search: 'radio' })).toBe(' of 0')
  })
})
