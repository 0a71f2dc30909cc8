import { expect, it } from 'vitest'
import { branchOf, depthsOf, inTreeOrder, withAncestors } from './category-tree.ts'

const rows = [
  { id: 'phones', parentId: 'telecom' },
  { id: 'audio', parentId: null },
  { id: 'telecom', parentId: null },
  { id: 'android', parentId: 'phones' },
  { id: 'watches', parentId: 'telecom' },
]

it('a category stands before its children, which keep their order', () => {
  expect(inTreeOrder(rows).map(({ id }) => id)).toEqual(['audio', 'telecom', 'phones', 'android', 'watches'])
})

it('the depth of a category is the number of those above it', () => {
  expect(Object.fromEntries(depthsOf(inTreeOrder(rows)))).toEqual({
    audio: 0,
    telecom: 0,
    phones: 1,
    android: 2,
    watches: 1,
  })
})

it('a branch is a category with all below it', () => {
  const tree = inTreeOrder(rows)
  expect(branchOf(tree, 'telecom').map(({ id }) => id)).toEqual(['telecom', 'phones', 'android', 'watches'])
  expect(branchOf(tree, 'phones').map(({ id }) => id)).toEqual(['phones', 'android'])
  expect(branchOf(tree, 'nothing')).toEqual([])
})

it('what stands above a category comes with it', () => {
  const found = withAncestors(inTreeOrder(rows), ({ id }) => id === 'android' || id === 'audio')
  expect(found.map(({ id }) => id)).toEqual(['audio', 'telecom', 'phones', 'android'])
})
