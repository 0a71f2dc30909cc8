import { expect, it } from 'vitest'
import { transliteratedContent } from './transliterated-content.ts'

it('a paper spells what its type has no letters for, and leaves all others as they are', () => {
  const strokes = [[1, 2]]
  const content = {
    name: '李小龍',
    lines: ['12 улица Ленина', '東京都 1-2', 'Nguyễn Thị', 'محمد'],
    siret: null,
    copies: 2,
    signature: { strokes },
  }
  expect(transliteratedContent(content)).toEqual({
    name: 'LiXiaoLong',
    lines: ['12 улица Ленина', 'DongJingDou 1-2', 'Nguyễn Thị', 'mhmd'],
    siret: null,
    copies: 2,
    signature: { strokes },
  })
})

it('a line break in the terms of a contract stays', () => {
  expect(transliteratedContent('1. 漢\n2. b')).toBe('1. Han\n2. b')
})
