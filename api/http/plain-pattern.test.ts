import { expect, it } from 'vitest'
import { plainPattern } from './plain-pattern.ts'

it('a pattern without a flag stays as it is', () => {
  for (const pattern of ['^[a-z]+$', String.raw`^\/api\/x$`, 'x']) expect(plainPattern(pattern)).toBe(pattern)
})

it('a flag behind a pattern becomes both cases, in classes and outside, and leaves escapes alone', () => {
  expect(plainPattern('^#[0-9a-f]{6}$/i')).toBe('^#[0-9a-fA-F]{6}$')
  expect(plainPattern(String.raw`^https?:\/\/[^\s/]+\.(pdf|zpl)$/i`)).toBe(
    String.raw`^[hH][tT][tT][pP][sS]?:\/\/[^\s/]+\.([pP][dD][fF]|[zZ][pP][lL])$`,
  )
  expect(plainPattern('^x$/u')).toBe('^x$')
})
