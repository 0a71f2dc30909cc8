import type * as z from 'zod'
import type { HtmlCleaner } from '#api/db/html/html-cleaner.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { refuse, type Failure } from './failure.ts'
import { issueFailure } from './issue-failure.ts'

/**
 * A body whose HTML is as it may be kept. Fields that hold HTML have the same name wherever they stand, the translations
 * included. What is left of a text has to keep its rules, too.
 */
export async function cleanedBody<Schema extends z.ZodType>(
  html: HtmlCleaner,
  { schema, fields }: { readonly schema: Schema; readonly fields: ReadonlySet<string> },
  body: z.output<Schema>,
): Promise<Result<z.output<Schema>, Failure>> {
  const texts: string[] = []
  visit(body, fields, (text) => {
    texts.push(text)
    return text
  })
  if (texts.length === 0) return succeed(body)
  const cleaned = await html.clean(texts)
  if (cleaned === null) return refuse('REQUEST_INVALID', { details: { reason: 'FORM_HTML_TOO_COMPLEX' } })
  let at = 0
  const replaced = visit(body, fields, () => cleaned[at++] ?? '')
  const parsed = schema.safeParse(replaced)
  return parsed.success ? succeed(parsed.data) : { ok: false, error: issueFailure(parsed.error) }
}

/** A copy of a value in which the texts of the fields are replaced, in the order in which they stand. */
function visit(value: unknown, fields: ReadonlySet<string>, replace: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((part) => visit(part, fields, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      typeof part === 'string' && fields.has(key) ? replace(part) : visit(part, fields, replace),
    ]),
  )
}
