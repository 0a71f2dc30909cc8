import { describe, expect, it } from 'vitest'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { QuarantinedItemAnswer } from '#sync/calls/quarantine.ts'
import { noFacts, type Control } from '#sync/wire/item-facts.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { listRows } from './quarantine-list.ts'
import { rowOfAnswer, rowOfItem } from './quarantine-row.ts'

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

describe('a quarantined item', () => {
  it('tells by the copy alone what was proposed, since when and until when', () => {
    expect(rowOfItem(item(), undefined, 11 * day)).toMatchObject({
      name: 'Élan Phone one',
      waitingSinceMs: 10 * day,
      declaredCents: 10_000,
      controlledCents: 4_000,
      deadlineMs: 40 * day,
      answer: 'waiting',
      hasAddress: null,
    })
    expect(rowOfItem(item(), undefined, 40 * day).answer).toBe('expired')
    expect(rowOfItem(item({ buybackStatus: 'bb_not_completed' }), undefined, 11 * day).answer).toBe('declined')
  })

  it('waits for nobody where it was set aside', () => {
    const setAside = { ...control, outcome: 'set_aside', setAside: 'stolen', priceCents: null } as const
    const row = rowOfItem(item({ facts: { ...noFacts, control: setAside } }), undefined, 11 * day)
    expect(row).toMatchObject({ answer: 'none', deadlineMs: null, setAside: 'stolen', hasProposal: false })
  })

  it('follows the server on mail and deadline, which a new mail moves', () => {
    expect(rowOfItem(item(), told(), 41 * day)).toMatchObject({ answer: 'waiting', deadlineMs: 45 * day })
    const unsent = told({ state: 'unsent', expiresAt: null, mailProblem: 'no_address' })
    expect(rowOfItem(item(), unsent, 11 * day).answer).toBe('noAddress')
    expect(rowOfAnswer(told({ state: 'declined' }))).toMatchObject({ answer: 'declined', controlledCents: 4_000 })
  })
})

describe('the list', () => {
  const state = { search: '', sort: null, order: 'asc' } as const
  const rows = [
    { ...rowOfItem(item({ id: 'a' }), undefined, 11 * day), waitingSinceMs: 3, controlledCents: null },
    { ...rowOfItem(item({ id: 'b' }), undefined, 11 * day), waitingSinceMs: 1, name: 'Tablet' },
    { ...rowOfItem(item({ id: 'c', buybackStatus: 'bb_not_completed' }), undefined, 11 * day), waitingSinceMs: 2 },
  ]
  const ids = (found: typeof rows | ReturnType<typeof listRows>) => found.map(({ id }) => id).join('')

  it('begins with who waits longest, and puts what is unknown last in either order', () => {
    expect(ids(listRows(rows, state, null))).toBe('bca')
    expect(ids(listRows(rows, { ...state, sort: 'controlled' }, null)).at(-1)).toBe('a')
    expect(ids(listRows(rows, { ...state, sort: 'controlled', order: 'desc' }, null)).at(-1)).toBe('a')
  })

  it('filters by answer, by words without accents, and by codes in groups', () => {
    expect(ids(listRows(rows, state, 'declined'))).toBe('c')
    expect(ids(listRows(rows, { ...state, search: 'elan phone' }, null))).toBe('ca')
    expect(ids(listRows(rows, { ...state, search: '2 000000 000015' }, null))).toBe('bca')
    expect(listRows(rows, { ...state, search: 'radio' }, null)).toEqual([])
  })
})
