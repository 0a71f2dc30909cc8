import { describe, expect, it } from 'vitest'
import { askedCodes, askedWords, searchCode, searchedText, wordsOf } from './search-words.ts'

it.each([
  ['iPhone13', ['iphone', '13']],
  ['Écouteurs «Été»', ['ecouteurs', 'ete']],
  ['SM-G991B/DS', ['sm', 'g', '991', 'b', 'ds']],
  ['Cœur Straße', ['coeur', 'strasse']],
  ['  ', []],
])('the words of %s are %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

it('words written with digits are those of a code, and ten of them count', () => {
  expect(askedWords('iphone13 pro')).toEqual([
    { word: 'iphone', inCode: true },
    { word: '13', inCode: true },
    { word: 'pro', inCode: false },
  ])
  expect(askedWords('a b c d e f g h i j k')).toHaveLength(10)
})

describe('a code', () => {
  it.each([
    ['sm-g991 b', 'smg991b'],
    ['0036000291452', '36000291452'],
    ['-', null],
  ])('%s is compared as %s', (text, code) => {
    expect(searchCode(text)).toBe(code)
  })

  it('is one from four characters with a digit on', () => {
    expect(askedCodes('iphone')).toEqual([])
    expect(askedCodes('s22')).toEqual([])
    expect(askedCodes('SM-A0100B')).toEqual(['sma0100b'])
  })

  it('that is an IMEI stands for its type allocation code too', () => {
    expect(askedCodes('356938035643809')).toEqual(['356938035643809', '35693803'])
    expect(askedCodes('3600542517805')).toEqual(['3600542517805'])
  })
})

it.each([
  ["l'iphone 12", 'iphone 12'],
  ['L’iPhone', 'iPhone'],
  ["appareil photo d'occasion", 'appareil photo occasion'],
  ["l'", "l'"],
  ["rock'n roll", "rock'n roll"],
  ['35-169620-123456-4', '351696201234564'],
  ['35 169620 123456 4', '351696201234564'],
  ['35.169620/123456‑4', '351696201234564'],
  ['SM-G991B', 'SM-G991B'],
])('«%s» is searched as «%s»', (typed, searched) => {
  expect(searchedText(typed)).toBe(searched)
})
