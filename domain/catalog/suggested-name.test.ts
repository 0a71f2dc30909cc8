import { expect, it } from 'vitest'
import { isNamedBy, isSuggestible } from './suggested-name.ts'

it.each([
  ['Samsung', 'sam', true],
  ['Samsung', 'SAMSUNG', true],
  ['Samsung', 'galaxy', false],
  ['Samsung', 'samsung galaxy', false],
  ['Samsung', 'msung', false],
  ['Écouteurs', 'ecout', true],
  ['Objectifs photo', 'photo obj', true],
  // Only the last word may be unfinished.
  ['Objectifs photo', 'obj photo', false],
  ['Écouteurs', 'l’écout', true],
  ['Samsung', '?!', false],
  ['Samsung', '', false],
])('%s is named by «%s»: %s', (name, text, expected) => {
  expect(isNamedBy(name, text)).toBe(expected)
})

it.each([
  ['', false],
  ['i', false],
  [' . i', false],
  ['ip', true],
  ['s2', true],
  ['李娜', true],
])('«%s» is long enough for suggestions: %s', (text, expected) => {
  expect(isSuggestible(text)).toBe(expected)
})
