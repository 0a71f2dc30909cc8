import { describe, expect, it } from 'vitest'
import { registerDays, registerFilters } from './register-search.ts'

describe('the days of the register', () => {
  it('are the month up to today, unless the address says otherwise', () => {
    expect(registerDays({}, '2126-03-17')).toEqual({ from: '2126-03-01', to: '2126-03-17' })
    expect(registerDays({ from: '2126-01-05' }, '2126-03-17')).toEqual({ from: '2126-01-05', to: '2126-03-17' })
    expect(registerDays({ to: '2125-12-31' }, '2126-03-17')).toEqual({ from: '2125-12-01', to: '2125-12-31' })
  })

  it('take no day that does not exist', () => {
    expect(registerFilters.read({ from: '2126-02-30', to: 7 })).toEqual({})
  })
})
