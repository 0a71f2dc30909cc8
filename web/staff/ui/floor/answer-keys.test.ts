import { expect, it } from 'vitest'
import { answerOfKey } from './answer-keys.ts'

it('letters and digits name answers by their place', () => {
  expect(['a', 'E', '1', '5', '9'].map(answerOfKey)).toEqual([0, 4, 0, 4, 8])
  expect(['0', 'Enter', 'é', ' ', 'F8'].map(answerOfKey)).toEqual([null, null, null, null, null])
})
