import type * as z from 'zod'
import type { Language } from '#domain/kernel/languages.ts'

/** Faults of a form by the dotted path of their field: codes, or texts where a form writes them at once. */
export type Problems = Readonly<Record<string, string>>

type Issue = z.ZodError['issues'][number]

/** The first fault of each field of a form, as its code or as it is written. */
export function problemsOf(error: z.ZodError, written: (issue: Issue) => string = ({ message }) => message): Problems {
  const problems: Record<string, string> = {}
  for (const issue of error.issues) problems[issue.path.join('.')] ??= written(issue)
  return problems
}

/**
 * The faults without those of a field that is being mended, nor of what lies below it; of a text in another language
 * without those of the text in it.
 */
export function without(problems: Problems, field: string, language?: Language): Problems {
  const translated = language === undefined ? null : `translations.${language}.${field}`
  const kept = Object.entries(problems).filter(
    ([path]) => path !== field && path !== translated && !path.startsWith(`${field}.`),
  )
  return Object.fromEntries(kept)
}
