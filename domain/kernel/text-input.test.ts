import { describe, expect, it } from 'vitest'
import { optionalText, requiredText } from './text-input.schema.ts'
import { defaultText } from './text-limits.ts'

const faults = (schema: ReturnType<typeof requiredText>, value: string) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

describe('a text input', () => {
  it.each([
    ['', ['FORM_REQUIRED_BETWEEN']],
    ['   ', ['FORM_REQUIRED_BETWEEN']],
    ['\u200b\u200e\u3164', ['FORM_REQUIRED_BETWEEN']],
    ['a\u200e\u200f', ['FORM_TEXT_BETWEEN']],
    ['a', ['FORM_TEXT_BETWEEN']],
    [' a ', ['FORM_TEXT_BETWEEN']],
    ['ab', []],
    ['a'.repeat(255), []],
    [` ${'a'.repeat(255)} `, []],
    ['a'.repeat(256), ['FORM_TEXT_BETWEEN']],
  ])('takes 2 to 255 characters by default: %j (CART-23)', (value, expected) => {
    expect(faults(requiredText(), value)).toEqual(expected)
  })

  it('takes what is said of it where something is', () => {
    const schema = requiredText({ min: 1, max: 3 })
    expect(['', 'a', 'abc', 'abcd'].map((value) => faults(schema, value))).toEqual([
      ['FORM_REQUIRED_BETWEEN'],
      [],
      [],
      ['FORM_TEXT_BETWEEN'],
    ])
  })

  it('keeps of a text what a reader sees', () => {
    expect(requiredText().parse('\u202aBoutique\u0007 Lille\u202c\u200b')).toBe('Boutique Lille')
    expect(optionalText(10).parse('\u200e\u200f')).toBeNull()
  })

  it('tells its bounds to every reader of the schema, as forms and the description of the API do', () => {
    const { minLength, maxLength } = requiredText()
    expect({ min: minLength, max: maxLength }).toEqual(defaultText)
  })
})
