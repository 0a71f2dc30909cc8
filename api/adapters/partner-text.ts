import * as z from 'zod'
import { fitting } from '#domain/kernel/text-kinds.ts'
import { visibleText } from '#domain/kernel/visible-text.ts'

/** An id of a partner's: kept as it came, so one that cannot be kept, or read by anybody, is none. */
export function partnerId(limit: number) {
  return z
    .string()
    .min(1)
    .max(limit)
    .refine((text) => text.isWellFormed() && !/\p{Cc}/u.test(text))
}

/**
 * Words of a partner's, as far as they can be kept: an event that fails for them would be sent again for ever. Null where
 * nothing is left.
 */
export function partnerText(text: string | null | undefined, limit: number): string | null {
  const kept = fitting(visibleText(text?.toWellFormed() ?? ''), limit).trim()
  return kept === '' ? null : kept
}
