import { expect, it } from 'vitest'
import type { RefurbQuestion } from './diagnosis.ts'
import { questionsAsked } from './questions-asked.ts'

const steps = ['replace', 'polish', 'clean'].map((id) => ({ id, name: id, stockId: 'bench', costs: [] }))
const state: RefurbQuestion = {
  id: 'state',
  label: 'State',
  type: 'unique',
  answers: [
    { id: 'weak', label: 'Weak', stepIds: ['replace'] },
    { id: 'swollen', label: 'Swollen', stepIds: ['replace', 'clean'] },
  ],
}
const look: RefurbQuestion = {
  id: 'look',
  label: 'Look',
  type: 'multiple',
  answers: [{ id: 'dull', label: 'Dull', stepIds: ['polish'] }],
}
const judgedBy = (today: readonly RefurbQuestion[], asked: readonly RefurbQuestion[]) =>
  questionsAsked({ questions: today, steps }, asked)

it('what was asked reads as it does today', () => {
  const today = {
    ...state,
    label: 'Battery',
    answers: [{ id: 'weak', label: 'Below 80 %', stepIds: ['clean', 'replace'] }],
  }
  expect(judgedBy([today, look], [state, look])[0]).toMatchObject({
    label: 'Battery',
    answers: [{ id: 'weak', label: 'Below 80 %', stepIds: ['clean', 'replace'] }, { id: 'swollen' }],
  })
})

it('what has come since was not asked', () => {
  expect(judgedBy([look, state], [state])).toEqual([state])
})

it('what is gone since counts as it was asked', () => {
  expect(judgedBy([{ ...state, answers: state.answers.slice(1) }], [state, look])).toEqual([
    { ...state, answers: [state.answers[1], state.answers[0]] },
    look,
  ])
})

it('a step that an answer makes due no more comes after those that it does', () => {
  const today = { ...state, answers: [{ id: 'swollen', label: 'Swollen', stepIds: ['polish', 'clean'] }] }
  expect(judgedBy([today], [{ ...state, answers: state.answers.slice(1) }])[0]?.answers).toEqual([
    { id: 'swollen', label: 'Swollen', stepIds: ['polish', 'clean', 'replace'] },
  ])
})

it('a question takes as many answers as it took when it was asked', () => {
  expect(judgedBy([{ ...look, type: 'unique' }], [look])[0]?.type).toBe('multiple')
})

it('a step that the account has deleted is due no more', () => {
  const short = { questions: [], steps: steps.slice(1) }
  expect(questionsAsked(short, [state])[0]?.answers.map(({ stepIds }) => stepIds)).toEqual([[], ['clean']])
})
