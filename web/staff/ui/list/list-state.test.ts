import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listBuybacksCall, listPredeclaredCall } from '#sync/calls/buyback-list.ts'
import { listTransportsCall } from '#sync/calls/dispatch.ts'
import { listJobsCall } from '#sync/calls/job.ts'
import { lastPage, sortsOf } from '#sync/calls/list.ts'
import { listDuePaymentsCall, listPaymentFilesCall, listPaymentsCall } from '#sync/calls/payment.ts'
import { listRefurbQuestionsCall, listRefurbStepsCall } from '#sync/calls/refurb.ts'
import { readRegisterCall } from '#sync/calls/register.ts'
import { listStockCountsCall, listStocksCall } from '#sync/calls/stock.ts'
import { listSearchOf, listStart, listStateOf, pageSizes, parseListSearch } from './list-state.ts'

const sorts = ['name', 'createdAt'] as const
const start = listStart(sorts)

describe('the state of a list in the address', () => {
  it('comes back as it went', () => {
    const states = fc.record({
      page: fc.integer({ min: 1, max: lastPage }),
      perPage: fc.constantFrom(...pageSizes),
      sort: fc.option(fc.constantFrom(...sorts)),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      search: fc.string({ maxLength: 50 }).filter((text) => text === '' || text.trim() !== ''),
    })
    fc.assert(
      fc.property(states, (given) => {
        const state = { ...given, order: given.sort === null ? start.order : given.order }
        expect(listStateOf(parseListSearch({ ...listSearchOf(state, start) }), start)).toEqual(state)
      }),
    )
  })

  it('is empty at the start', () => {
    expect(listSearchOf(start, start)).toEqual({})
  })

  it('ignores what makes no sense', () => {
    expect(parseListSearch({ page: 'x', perPage: 7, sort: 'a b', order: 'up', q: '  ' })).toEqual({})
  })
})

describe('an address with unknown words', () => {
  const latest = { sort: 'createdAt', order: 'desc' } as const
  it.each([
    ['buybacks', listBuybacksCall, listStart(sortsOf(listBuybacksCall), latest), {}],
    ['predeclared buybacks', listPredeclaredCall, listStart(sortsOf(listPredeclaredCall), latest), {}],
    ['transports', listTransportsCall, listStart(sortsOf(listTransportsCall), latest), {}],
    ['jobs', listJobsCall, listStart(sortsOf(listJobsCall), latest), {}],
    ['payments', listPaymentsCall, listStart(sortsOf(listPaymentsCall), { sort: 'promisedOn' }), {}],
    ['payments due', listDuePaymentsCall, listStart([]), {}],
    ['payment files', listPaymentFilesCall, listStart(sortsOf(listPaymentFilesCall), latest), {}],
    [
      'the register',
      readRegisterCall,
      listStart(sortsOf(readRegisterCall), { sort: 'number' }),
      { from: '2026-11-01', to: '2026-11-30' },
    ],
    ['refurb steps', listRefurbStepsCall, listStart(sortsOf(listRefurbStepsCall), { sort: 'name' }), {}],
    ['refurb questions', listRefurbQuestionsCall, listStart(sortsOf(listRefurbQuestionsCall), { sort: 'label' }), {}],
    ['stocks', listStocksCall, listStart(sortsOf(listStocksCall)), {}],
    ['stock counts', listStockCountsCall, listStart(sortsOf(listStockCountsCall), { sort: 'endedAt' }), {}],
  ])('shows %s from their start, which their call takes', (_name, call, first, needed) => {
    for (const page of ['-3', '0', '1.5', 'abc', '', String(lastPage + 1), 'Infinity']) {
      const words = { page, perPage: 'abc', sort: 'rubbish', order: 'rubbish', q: '' }
      const { sorts: _, ...expected } = first
      const state = listStateOf(parseListSearch(words), first)
      expect(state).toEqual(expected)
      const order = state.sort === null ? {} : { order: { [state.sort]: state.order } }
      const query = { ...needed, ...order, page: state.page, itemsPerPage: state.perPage }
      expect(call.query.safeParse(query).error).toBeUndefined()
    }
  })
})
