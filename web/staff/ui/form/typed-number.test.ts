import { expect, it } from 'vitest'
import { isNumberText, isSeparatorRetyped, withoutGroups, replaceSelection } from './typed-number.ts'

it('a field of numbers holds a sign in front, digits, and no more decimals than it has', () => {
  for (const text of ['', '-', '-5', '12', '12,', '12.5', '12,50', '1 234,5'])
    expect(isNumberText(text, 2), text).toBe(true)
  for (const text of ['5-', '1-2', '--5', '1e3', '12a', '12,345', '1,2,3', '1.234,5', '+5', '5 €'])
    expect(isNumberText(text, 2), text).toBe(false)
})

it('a whole number has no separator', () => {
  expect(isNumberText('1234', 0)).toBe(true)
  for (const text of ['1.5', '1,', ',']) expect(isNumberText(text, 0), text).toBe(false)
})

it('a pasted number loses the signs of its thousands, where they are no decimals', () => {
  expect(withoutGroups('1.234,56')).toBe('1234,56')
  expect(withoutGroups('1,234,567')).toBe('1234567')
  expect(withoutGroups('1’234.50')).toBe('1234.50')
  expect(withoutGroups('1 234,5')).toBe('1234,5')
  expect(withoutGroups('-1,234.5')).toBe('-1234.5')
  // It may be one and a quarter, or a thousand.
  expect(withoutGroups('1,234')).toBe('1,234')
  expect(withoutGroups('12.5')).toBe('12.5')
  expect(withoutGroups('1,23,456')).toBe('1,23,456')
})

it('what is written takes the place of the selection', () => {
  const field = { value: '12,50', selectionStart: 0, selectionEnd: 2 }
  expect(replaceSelection(field, '7')).toBe('7,50')
  expect(isSeparatorRetyped({ ...field, selectionStart: 2 }, ',')).toBe(true)
  expect(isSeparatorRetyped({ ...field, selectionStart: 1, selectionEnd: 1 }, ',')).toBe(false)
  expect(isSeparatorRetyped(field, ',')).toBe(false)
})
