import { beforeAll, expect, it } from 'vitest'
import type { i18n } from 'i18next'
import * as z from 'zod'
import { requiredText } from '#domain/kernel/text-input.schema.ts'
import { startTexts } from '#web/lib/every-text.ts'
import { faultText } from './field-fault.ts'

let texts: i18n
beforeAll(async () => {
  texts = await startTexts('en-GB', ['errors', 'common'])
})

const line = z.strictObject({ label: requiredText({ min: 1, max: 45 }) })
const schema = z
  .strictObject({
    name: requiredText(),
    note: z
      .string()
      .max(300, 'FORM_TEXT_TOO_LONG')
      .transform((note) => note || null)
      .nullable(),
    lines: z.array(line).optional(),
  })
  .refine(() => true)

const say = (typed: object) => {
  const issue = schema.safeParse({ name: 'right', note: null, ...typed }).error!.issues[0]!
  return faultText(texts, issue.message, { schema, path: issue.path })
}

it('an empty required field with bounds says both, wherever in the form it stands (CART-33)', () => {
  expect(say({ name: ' ' })).toBe('This field is required and takes 2 to 255 characters.')
  expect(say({ lines: [{ label: 'a' }, { label: '' }] })).toBe('This field is required and takes 1 to 45 characters.')
})

it('a text out of its bounds says them', () => {
  expect(say({ name: 'a' })).toBe('Enter 2 to 255 characters.')
  expect(say({ note: 'a'.repeat(301) })).toBe('At most 300 characters.')
})

it('words without bounds are said as they are, and an unknown message has none', () => {
  const field = { schema, path: ['missing', 0] }
  expect(faultText(texts, 'FORM_REQUIRED', field)).toBe('This field is required.')
  expect(faultText(texts, 'Invalid input', field)).toBeNull()
})
