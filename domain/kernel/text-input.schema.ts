import * as z from 'zod'
import { fitting, isPersonName, textKinds, type TextKind } from './text-kinds.ts'
import { defaultText, type TextBounds } from './text-limits.ts'

/** A free text of a kind, as it is kept; what bounds it follows. */
export function textOf(kind: TextKind) {
  return z.string().overwrite(textKinds[kind])
}

/** A person's name, which holds no address of any kind. */
export function requiredName(bounds: TextBounds = defaultText) {
  return requiredText(bounds, 'personName').refine(isPersonName, 'FORM_NAME_CHARACTERS')
}

/**
 * A text that a form asks for, in the bounds of a text input where it has none of its own (CART-23). Its messages are
 * keys of the words that every form has for it (CART-33).
 */
export function requiredText({ min, max }: TextBounds = defaultText, kind: TextKind = 'line') {
  return textOf(kind)
    .min(1, { error: 'FORM_REQUIRED_BETWEEN', abort: true })
    .min(min, 'FORM_TEXT_BETWEEN')
    .max(max, 'FORM_TEXT_BETWEEN')
}

/** A text that may be left empty, which is none. */
export function optionalText(max: number, tooLong = 'FORM_TEXT_TOO_LONG', kind: TextKind = 'paragraph') {
  return textOf(kind)
    .max(max, tooLong)
    .transform((text) => (text === '' ? null : text))
    .nullable()
}

/** A line that may be left empty, which is none. */
export function optionalLine(max: number, tooLong = 'FORM_TEXT_TOO_LONG') {
  return optionalText(max, tooLong, 'line')
}

/**
 * A text of an operation, which a device may have captured long ago: what is wrong with it is cleaned, and never refused.
 */
export function capturedText(max: number, kind: TextKind = 'paragraph') {
  return z
    .string()
    .max(max)
    .overwrite(textKinds[kind])
    .overwrite((text) => fitting(text, max))
}

/** A whole number from 0 on. */
export function wholeNumber(max: number) {
  return z.int('FORM_WHOLE_NUMBER').min(0, 'FORM_WHOLE_NUMBER').max(max, 'FORM_WHOLE_NUMBER')
}
