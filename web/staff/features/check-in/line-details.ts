import * as z from 'zod'
import { lazily } from '#domain/kernel/lazily.ts'
import { checkInKinds } from '#domain/check-in/check-in.ts'
import { feedbackKinds } from '#web/scan/feedback-tones.ts'
import { scanTones } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import type { Verdict } from './verdict.ts'

const nextSchema = () =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('stock'), stock: z.string() }),
    z.object({ kind: z.enum(['forward', 'elsewhere']), warehouse: z.string(), city: z.string().nullable() }),
    z.object({
      kind: z.literal('text'),
      text: z.enum(['already', 'unknown', 'misread', 'putBack', 'setAside', 'notStored']),
    }),
    z.object({ kind: z.literal('sealed'), name: z.string() }),
    z.object({ kind: z.literal('reason'), code: z.string() }),
  ])

const detailsSchema = lazily(() =>
  z.object({
    itemId: z.string().nullable(),
    verdict: z.object({
      tone: z.enum(scanTones),
      signal: z.enum(feedbackKinds),
      word: z.enum([
        ...checkInKinds,
        'already',
        'sealed',
        'elsewhere',
        'unknown',
        'choose',
        'malformed',
        'refused',
        'undone',
        'notSaved',
      ]),
      next: nextSchema(),
      stays: z.boolean(),
    }),
    /** The check-in that this line has undone; the line itself where its scan was never assigned to a product. */
    undone: z.string().optional(),
    /** The check-in that this line's one came in place of, undone together with it. */
    replaced: z.string().optional(),
    /** The details of the line before it was undone or its check-in replaced. */
    before: z.unknown().optional(),
    /** Who has signed out with unsent work that the scan follows; the engine adds it. */
    sealedBy: z.string().optional(),
  }),
)

/** What a line keeps of its scan beside code and product, so that it reads the same after a restart. */
export type LineDetails = z.output<ReturnType<typeof detailsSchema>>

/** Details of a line. */
export function detailsOf(itemId: string | null, verdict: Verdict): LineDetails {
  return { itemId, verdict }
}

/** Parses what a line has kept; null where another version of the app wrote it. */
export function readDetails(stored: unknown): LineDetails | null {
  const parsed = detailsSchema().safeParse(stored)
  return parsed.success ? parsed.data : null
}
