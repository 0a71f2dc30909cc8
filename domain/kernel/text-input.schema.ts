import * as z from 'zod'
import { defaultText, type TextBounds } from './text-limits.ts'

/**
 * A text that a form asks for, in the bounds of a text input where it has none of its own (CART-23). Its messages are
 * keys of the words that every form has for it (CART-33).
 */
export function requiredText({ min, max }: TextBounds = defaultText) {
  return z
    .string()
    .trim()
    .min(1, { error: 'FORM_REQUIRED_BETWEEN', abort: true })
    .min(min, 'FORM_TEXT_BETWEEN')
    .max(max, 'FORM_TEXT_BETWEEN')
}

/** A text that may be left empty, which is none. */
export function optionalText(max: number, tooLong = 'FORM_TEXT_TOO_LONG') {
  return z
    .string()
    .trim()
    .max(max, tooLong)
    .transform((text) => (text === '' ? null : text))
    .nullable()
}

/** A whole number from 0 on. */
export function wholeNumber(max: number) {
  return z.int('FORM_WHOLE_NUMBER').min(0, 'FORM_WHOLE_NUMBER').max(max, 'FORM_WHOLE_NUMBER')
}
