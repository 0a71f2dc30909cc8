import { expect, it } from 'vitest'
import { without } from './form-problems.ts'

it('the faults of a field go with what lies below it, and no others', () => {
  const problems = { name: 'a', 'answers.1.label': 'b', 'answers.10.label': 'c', answers: 'd' }
  expect(without(problems, 'answers.1')).toEqual({ name: 'a', 'answers.10.label': 'c', answers: 'd' })
  expect(without(problems, 'answers')).toEqual({ name: 'a' })
})
