import { expect, it } from 'vitest'
import { findCategories } from './find-categories.ts'

const tree = [
  { id: '1', parentId: null, name: 'Téléphonie', identifier: 'telephonie' },
  { id: '2', parentId: '1', name: 'Smartphones', identifier: 'smartphones' },
  { id: '3', parentId: null, name: 'Audio', identifier: 'audio' },
  { id: '4', parentId: '3', name: 'Écouteurs', identifier: 'earphones' },
]
const found = (search: string) => findCategories(tree, search).map(({ id }) => id)

it('a category is found by a part of its name, whatever case and accents, below those that it stands in', () => {
  expect(found('ECOUT')).toEqual(['3', '4'])
  expect(found('telephonie')).toEqual(['1'])
  expect(found('  smart ')).toEqual(['1', '2'])
})

it('a category is found by its identifier', () => {
  expect(found('phones')).toEqual(['1', '2', '3', '4'])
  expect(found('earph')).toEqual(['3', '4'])
})

it('nothing written finds all, and a word of none nothing', () => {
  expect(found(' ')).toEqual(['1', '2', '3', '4'])
  expect(found('xyz')).toEqual([])
})
