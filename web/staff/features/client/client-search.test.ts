import { expect, it } from 'vitest'
import { clientQuestionOf, parseClientSearch } from './client-search.ts'

it('the filters of the clients are read where they make sense, one value like several', () => {
  expect(parseClientSearch({ status: 'inactive', module: ['buyer', 'rubbish'], other: 1 })).toEqual({
    status: ['inactive'],
    module: ['buyer'],
  })
  expect(parseClientSearch({ status: 'gone', module: 7 })).toEqual({})
})

it('the filters of the clients ask the server by its own names', () => {
  expect(clientQuestionOf({ module: ['retailer'] }, 'n'.repeat(300))).toEqual({
    q: 'n'.repeat(200),
    status: undefined,
    module: ['retailer'],
  })
})
