import { describe, expect, it } from 'vitest'
import { itemsAddress, itemsQueryOf } from './items-search.ts'

const stock = '01a20035-5988-7003-ba43-c8179d5087e6'
const nowMs = Date.UTC(2026, 10, 21, 15)

describe('the address of the list of items', () => {
  it('keeps what makes sense', () => {
    const search = {
      status: ['item_completed', 'stolen'],
      stock: [stock, 's1'],
      q: '2000000000001',
      age: 'month',
      order: 'desc',
      sort: 'paid',
      all: true,
    }
    expect(itemsAddress.read(search)).toEqual({
      status: ['item_completed'],
      stock: [stock],
      q: '2000000000001',
      age: 'month',
      order: 'desc',
      sort: 'paid',
      all: true,
    })
    expect(itemsAddress.read({ status: 'x', age: 'old', sort: 'secret', order: 'up', q: ' ', all: 'yes' })).toEqual({})
  })

  it('asks for items in stock, the oldest first, unless it says otherwise', () => {
    expect(itemsQueryOf({}, nowMs, 'Europe/Paris')).toEqual({
      filter: { inStock: true },
      search: '',
      sort: 'createdAt',
      order: 'asc',
    })
    expect(itemsQueryOf({ all: true, sort: 'paid', order: 'desc' }, nowMs, 'Europe/Paris')).toMatchObject({
      filter: {},
      sort: 'paid',
      order: 'desc',
    })
  })

  it('turns ages and promises into days', () => {
    expect(itemsQueryOf({ age: 'new' }, nowMs, 'Europe/Paris').filter).toMatchObject({
      createdFromMs: Date.UTC(2026, 10, 14),
    })
    expect(itemsQueryOf({ age: 'quarter' }, nowMs, 'Europe/Paris').filter).toMatchObject({
      createdBeforeMs: Date.UTC(2026, 7, 23),
    })
    expect(itemsQueryOf({ promised: 'overdue' }, nowMs, 'Europe/Paris').filter).toEqual({
      inStock: true,
      promisedTo: '2026-11-20',
    })
    expect(itemsQueryOf({ promised: 'week' }, nowMs, 'Europe/Paris').filter).toMatchObject({
      promisedFrom: '2026-11-21',
      promisedTo: '2026-11-28',
    })
  })

  it('turns promises into days of the account, whose day begins before or after UTC’s', () => {
    const late = Date.UTC(2026, 10, 20, 23, 30)
    const today = (timeZone: string) => itemsQueryOf({ promised: 'today' }, late, timeZone).filter.promisedTo
    expect(today('Europe/Paris')).toBe('2026-11-21')
    expect(today('America/Guadeloupe')).toBe('2026-11-20')
    expect(itemsQueryOf({ promised: 'overdue' }, late, 'Europe/Paris').filter.promisedTo).toBe('2026-11-20')
  })
})
