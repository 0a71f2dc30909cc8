import * as z from 'zod'
import { optionalText } from '../kernel/text-input.schema.ts'

/** The number of a company's place in its register. Spaces, which people write between the groups, are no part of it. */
export function siretText(...limit: Parameters<typeof optionalText>) {
  return z
    .string()
    .nullable()
    .transform((text) => text?.replaceAll(/\s/g, '') ?? null)
    .pipe(optionalText(...limit))
}
