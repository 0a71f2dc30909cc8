import { expect, it } from 'vitest'
import { fault, withValue } from './import-line.ts'

it.each([
  ['half a character where it is cut', `${'a'.repeat(199)}😀${'b'.repeat(50)}`, `${'a'.repeat(199)}…`],
  ['half a character of the file', `a\ud83d`, 'a\ufffd'],
  ['NUL', 'a\0b', 'ab'],
  ['a character that is whole', `${'a'.repeat(198)}😀`, `${'a'.repeat(198)}😀`],
])('a fault shows a value that can be stored: %s', (_, cell, value) => {
  expect(withValue(fault('LINE_VALUE_WRONG', 'comment'), { cells: { comment: cell } }).value).toBe(value)
  expect(withValue(fault('LINE_VALUE_WRONG', 'comment', 'a\0'), { cells: {} }).other).toBe('a')
})
