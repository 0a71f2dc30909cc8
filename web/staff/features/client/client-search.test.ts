import { expect, it } from 'vitest'
import { clientFilters, clientQuestionOf } from './client-search.ts'

it('the filters of the clients are read where they make sense, one value like several', () => {
  expect(clientFilters.read({ status: 'inactive', module: ['buyer', 'rubbish'], other: 1 })).toEqual({
    status: ['inactive'],
    module: ['buyer'],
  })
  expect(clientFilters.read({ status: 'gone', module: 7 })).toEqual({})
})

it('the filters of the clients ask the server by its own names', () => {
  expect(clientQuestionOf({ module: ['retailer'] }, 'n'.repeat(300))).toEqual({
    q: 'n'.repeat(200),
    status: undefined,
    module: ['retailer'],
  })
})
