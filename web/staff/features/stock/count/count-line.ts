import * as z from 'zod'
import type { LineView } from '#web/local/outbox/lines.ts'
import { isUndecided } from '../floor/undecided-scan.ts'
import { stockVerdictSchema } from '../floor/verdict.schema.ts'

/** What a line of a count says of its item. */
export const countLineKinds = ['present', 'unexpected', 'refused', 'found', 'not_found', 'put_back', 'moved'] as const
/** One kind: two of scans, one of scans that count for nothing, and the resolutions. */
export type CountLineKind = (typeof countLineKinds)[number]

const countDetailsSchema = z.object({
  itemId: z.string().nullable(),
  kind: z.enum(countLineKinds),
  verdict: stockVerdictSchema,
  /** The products that share the code, while nobody has said which one it is. */
  among: z.array(z.string()).optional(),
})
/** What a line of a count keeps beside code and product. */
export type CountDetails = z.output<typeof countDetailsSchema>

/** One scan or resolution of a count. */
export interface CountLine {
  readonly lineId: string
  readonly code: string
  readonly label: string | null
  readonly details: CountDetails
  /** The server refused its operation. */
  readonly isRefused: boolean
  /** The device itself refused it, or a person has settled it: it says nothing any more. */
  readonly isVoid: boolean
  /** It still asks which product was scanned. */
  readonly isUndecided: boolean
}

/** Marks of lines that are no operation: the scan itself is what the count keeps. */
export const countMarks = { seen: 'COUNT_SEEN', started: 'COUNT_STARTED', abandoned: 'COUNT_ABANDONED' } as const

/** Draws up a durable line; null where another version of the app wrote it. */
export function toCountLine(view: LineView): CountLine | null {
  const details = countDetailsSchema.safeParse(view.details)
  if (!details.success) return null
  const isScan = view.refusedCode === countMarks.seen
  return {
    lineId: view.id,
    code: view.code,
    label: view.label,
    details: details.data,
    isRefused: view.opId !== null && view.state === 'refused',
    isVoid: view.state === 'settled' || (view.opId === null && !isScan),
    isUndecided: isUndecided(view),
  }
}

const runSchema = z.object({
  countId: z.string(),
  stockId: z.string(),
  stockName: z.string(),
  startedAtMs: z.number(),
  endedAtMs: z.number().nullable(),
  /** Numbers of its end, where they are known. */
  numbers: z
    .object({ expected: z.number(), present: z.number(), missing: z.number(), unexpected: z.number() })
    .nullable(),
})
/** A stock count of this device: of one stock, until it has ended. */
export type CountRun = z.output<typeof runSchema>

/** A run as its line keeps it. */
export interface KeptRun extends CountRun {
  /** Its operator left it without an end: it has no numbers, and no server hears of it. */
  readonly isAbandoned: boolean
}

/** Why the device refuses a second end of a count: the first one is on its way. */
export const alreadyEndedCode = 'COUNT_ALREADY_ENDED'

/**
 * Draws up a run; null where another version of the app wrote it. The line tells of an end also where the device
 * refused that, which leaves the run open; the end before a second one has numbers that the line does not know.
 */
export function toCountRun(view: LineView): KeptRun | null {
  const run = runSchema.safeParse(view.details)
  if (!run.success) return null
  const isAbandoned = view.opId === null && view.refusedCode === countMarks.abandoned
  const kept = { ...run.data, isAbandoned }
  if (view.opId !== null || view.refusedCode === countMarks.started || isAbandoned) return kept
  if (view.refusedCode === alreadyEndedCode) return { ...kept, numbers: null }
  return { ...kept, endedAtMs: null, numbers: null }
}
