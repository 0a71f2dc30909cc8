import { textLimits } from '#domain/kernel/text-limits.ts'

/** Letters that a note has beyond its limit, without the blanks around it, which are not sent; 0 where it fits. */
export function charactersOver(note: string, limit: number = textLimits.comment): number {
  return Math.max(0, note.trim().length - limit)
}

/** Whether a note may be sent. */
export function fitsLimit(note: string, limit?: number): boolean {
  return charactersOver(note, limit) === 0
}
