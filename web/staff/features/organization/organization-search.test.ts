import { describe, expect, it } from 'vitest'
import { entityFilters, entityQuestionOf, userFilters, userQuestionOf } from './organization-search.ts'

const id = '01a20035-5988-7003-ba43-c8179d5087e6'
const set = (question: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(question).filter(([, value]) => value !== undefined))

describe('the filters of the entities', () => {
  it('are read where they make sense, one value like several', () => {
    const search = { type: ['store', 'shop'], status: 'inactive', parent: [id, 'north', 5], other: 'x' }
    expect(entityFilters.read(search)).toEqual({ type: ['store'], status: ['inactive'], parent: [id] })
    expect(entityFilters.read({ type: 'rubbish', status: 7, parent: null })).toEqual({})
  })

  it('ask the server by its own names', () => {
    expect(set(entityQuestionOf({ type: ['warehouse'], parent: [id] }, 'lille'))).toEqual({
      q: 'lille',
      type: ['warehouse'],
      parentOrganizationId: [id],
    })
    expect(set(entityQuestionOf({}, ''))).toEqual({})
  })
})

describe('the filters of the users', () => {
  it('are read where they make sense, but for the visitor of the public site', () => {
    const search = { type: ['store_seller', 'pseudo_anonymous'], status: ['active', 'gone'], entity: id }
    expect(userFilters.read(search)).toEqual({ type: ['store_seller'], status: ['active'], entity: [id] })
  })

  it('ask the server by its own names, words no longer than it takes', () => {
    expect(set(userQuestionOf({ status: ['inactive'], entity: [id] }, 'n'.repeat(300)))).toEqual({
      q: 'n'.repeat(200),
      status: ['inactive'],
      organizationId: [id],
    })
  })
})
