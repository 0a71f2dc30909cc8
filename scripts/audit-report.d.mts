export type Rating = 'critical' | 'high' | 'moderate' | 'low' | 'info'
/** A published weakness of a package. */
export interface Finding {
  readonly name: string
  readonly severity: Rating
  readonly title: string
  readonly url: string
}
export interface JudgedFinding extends Finding {
  readonly since: string
  readonly until: string
  readonly isOverdue: boolean
}
export const limitDays: Readonly<Record<Rating, number>>
export function findingsOf(text: string): Finding[] | null
export function hasOutcome(report: string): boolean
export function knownSince(report: string): ReadonlyMap<string, string>
export function judge(findings: readonly Finding[], known: ReadonlyMap<string, string>, today: string): JudgedFinding[]
export function writeReport(audit: {
  readonly today: string
  readonly packages: number
  readonly lock: string
  readonly rows: readonly JudgedFinding[] | null
}): string
