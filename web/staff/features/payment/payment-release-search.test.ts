import { expect, it } from 'vitest'
import { parseReleaseSearch, releaseQuestionOf } from './payment-release-search.ts'

it('shows what waits until other states are chosen', () => {
  expect(releaseQuestionOf(parseReleaseSearch({}), '')).toEqual({ state: ['waiting'] })
  expect(releaseQuestionOf(parseReleaseSearch({ state: ['refused', 'nonsense'] }), 'Anna')).toEqual({
    q: 'Anna',
    state: ['refused'],
  })
  expect(parseReleaseSearch({ state: 'released' })).toEqual({ state: ['released'] })
  expect(parseReleaseSearch({ state: 7 })).toEqual({})
})
