import * as z from 'zod'
import { feedbackKinds } from '#web/scan/feedback-tones.ts'
import { scanTones } from '#web/staff/ui/floor/full-screen-feedback.tsx'

/** Words of the floor's stock screens; each is a key of `stock:word`. */
export const stockWords = [
  'moved',
  'undone',
  'alreadyThere',
  'otherWarehouse',
  'inQuarantine',
  'wrongStock',
  'notInStock',
  'unknown',
  'malformed',
  'choose',
  'refused',
  'notSaved',
  'present',
  'alreadyCounted',
  'unexpected',
  'found',
  'notFound',
  'putBack',
  'noStock',
  'nothingToUndo',
] as const
export type StockWord = (typeof stockWords)[number]

/** What one scan meant: its colour, its signal, its word, and what to do with the product. */
export const stockVerdictSchema = z.object({
  tone: z.enum(scanTones),
  signal: z.enum(feedbackKinds),
  word: z.enum(stockWords),
  /** A stock or warehouse to read from a metre away. */
  place: z.string().nullable(),
  /** Code of the reason, where a sentence says more than the word. */
  reason: z.string().nullable(),
})
/** What one scan meant. */
export type StockVerdict = z.output<typeof stockVerdictSchema>
