import { describe, expect, it } from 'vitest'
import { findInTree, shortLabel } from './tree-options.ts'

describe('a name in a tree', () => {
  it('of 40 characters stands whole, and a longer one ends in an ellipsis within 40', () => {
    const whole = 'x'.repeat(40)
    expect(shortLabel(whole)).toBe(whole)
    expect(shortLabel(`${whole}y`)).toBe(`${'x'.repeat(39)}…`)
    expect(shortLabel(`${'😀'.repeat(38)} and more`)).toBe(`${'😀'.repeat(38)}…`)
  })
})

describe('what is written', () => {
  const entries = [
    ['Téléphonie', 0],
    ['Smartphones', 1],
    ['Android', 2],
    ['Montres', 1],
    ['Audio', 0],
    ['Écouteurs', 1],
  ] as const
  const options = new Map(entries.map(([label, depth]) => [label as string, { value: label, label, depth }]))
  const offered = [...options.values()].map(({ value }) => ({ value, label: 'short' }))
  const found = (search: string) =>
    findInTree(options)({ options: offered, search, limit: Infinity }).map((item) => (item as { value: string }).value)

  it.each([
    ['', entries.map(([label]) => label)],
    ['ANDR', ['Téléphonie', 'Smartphones', 'Android']],
    ['ecout', ['Audio', 'Écouteurs']],
    ['telephonie', ['Téléphonie']],
    ['o', ['Téléphonie', 'Smartphones', 'Android', 'Montres', 'Audio', 'Écouteurs']],
    ['short', []],
  ])('%s finds whole names, and shows what stands above them', (search, expected) => {
    expect(found(search)).toEqual(expected)
  })
})
