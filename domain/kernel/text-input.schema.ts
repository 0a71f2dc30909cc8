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
