import { expect, it } from 'vitest'
import { releaseFilters, releaseQuestionOf } from './payment-release-search.ts'

it('shows what waits until other states are chosen', () => {
  expect(releaseQuestionOf(releaseFilters.read({}), '')).toEqual({ state: ['waiting'] })
  expect(releaseQuestionOf(releaseFilters.read({ state: ['refused', 'nonsense'] }), 'Anna')).toEqual({
    q: 'Anna',
    state: ['refused'],
  })
  expect(releaseFilters.read({ state: 'released' })).toEqual({ state: ['released'] })
  expect(releaseFilters.read({ state: 7 })).toEqual({})
})
