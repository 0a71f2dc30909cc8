import { describe, expect, it } from 'vitest'
import { correctWords, type SearchedWord } from './correct-words.ts'
import { editDistance } from './edit-distance.ts'
import { slugOf } from '../kernel/slug.ts'

describe('the distance of two words', () => {
  it.each([
    ['samsng', 'samsung', 1],
    ['iphnoe', 'iphone', 1],
    ['galaxy', 'galaxy', 0],
    ['gallaxi', 'galaxy', 2],
    ['huwei', 'huawei', 1],
    ['', 'ab', 2],
  ])('of %s and %s is %i', (one, other, distance) => {
    expect(editDistance(one, other, 2)).toBe(distance)
    expect(editDistance(other, one, 2)).toBe(distance)
  })

  it('is not counted beyond the limit', () => {
    expect(editDistance('kitten', 'sitting', 2)).toBe(3)
    expect(editDistance('a', 'abcdef', 2)).toBe(3)
  })
})

describe('corrected words', () => {
  const known = (word: string): SearchedWord => ({ word, known: true, inCode: false, similar: [] })
  const unknown = (word: string, ...similar: readonly string[]): SearchedWord => ({
    word,
    known: false,
    inCode: false,
    similar,
  })

  it('are the nearest that the catalog knows', () => {
    expect(correctWords([unknown('samsng', 'samsung', 'samedi')])).toEqual([['samsung']])
    expect(correctWords([unknown('conson', 'console', 'canson', 'consol')])).toEqual([['canson', 'consol']])
  })

  it('leave out what looks like nothing, as long as something is left', () => {
    expect(correctWords([unknown('vendre'), known('iphone')])).toEqual([['iphone']])
    expect(correctWords([unknown('vendre'), unknown('xyz')])).toBeNull()
  })

  it('never make another code of a code', () => {
    expect(correctWords([known('iphone'), unknown('99', '98')])).toBeNull()
    const part = (word: string, ...similar: readonly string[]) => ({ ...unknown(word, ...similar), inCode: true })
    expect(correctWords([known('sm'), part('c')])).toBeNull()
    expect(correctWords([part('iphnoe', 'iphone'), { ...known('13'), inCode: true }])).toEqual([['iphone'], ['13']])
  })

  it('are none where every word is known', () => {
    expect(correctWords([known('iphone'), known('casque')])).toBeNull()
  })

  it('of three letters or fewer must be right', () => {
    expect(correctWords([unknown('mak', 'mac')])).toBeNull()
  })
})

it.each([
  ['Apple iPhone 13 (128 Go)', 'apple-iphone-13-128-go'],
  ['Écouteurs «Été»', 'ecouteurs-ete'],
  ['日本', '-'],
])('the slug of %s is %s', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
})
