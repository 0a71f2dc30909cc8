import { expect, it } from 'vitest'
import type { RefurbQuestion } from './diagnosis.ts'
import { questionsOfProduct } from './questions-of-product.ts'

const look: RefurbQuestion = { id: 'look', label: 'Look', type: 'unique', answers: [] }
const hinge = { ...look, id: 'hinge', productId: 'fold' }
const battery = { ...look, id: 'battery', productId: 'bike' }

it('a product is asked what every product is, then its own', () => {
  expect(questionsOfProduct([look], [hinge, battery], 'fold')).toEqual([look, hinge])
  expect(questionsOfProduct([], [hinge, battery], 'bike')).toEqual([battery])
})

it('a product without questions of its own, or one that nobody knows, is asked the others alone', () => {
  expect(questionsOfProduct([look], [hinge], 'phone')).toEqual([look])
  expect(questionsOfProduct([look], [hinge], null)).toEqual([look])
})
