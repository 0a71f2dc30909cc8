import { optionalText, textOf } from '../kernel/text-input.schema.ts'

/** The number of a company's place in its register. Spaces, which people write between the groups, are no part of it. */
export function siretText(...[max, tooLong]: Parameters<typeof optionalText>) {
  return textOf('code')
    .nullable()
    .transform((text) => text?.replaceAll(/\s/g, '') ?? null)
    .pipe(optionalText(max, tooLong, 'code'))
}
