import * as z from 'zod'

/** Messages that one page can leave for the next. A link can name one of them, and never bring its own words. */
export const alertMessages = ['created', 'saved', 'deleted', 'sent', 'failed'] as const

const alertSchema = z.object({
  type: z.enum(['success', 'info', 'warning', 'error']),
  message: z.enum(alertMessages),
})
/** The JSON of the query's `alert`. */
export type PageAlert = z.output<typeof alertSchema>

/** Reads the `alert` of a query, as JSON text or already parsed; null for anything else. */
export function parseAlert(value: unknown): PageAlert | null {
  if (value === undefined) return null
  try {
    const parsed = alertSchema.safeParse(typeof value === 'string' ? JSON.parse(value) : value)
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
