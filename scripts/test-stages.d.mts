export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}
interface Runner {
  readonly playwright?: boolean
}
export function countsOf(stage: Runner, report: string): Counts
export function failuresOf(stage: Runner, report: string): readonly string[]
export function flakyOf(stage: Runner, report: string): readonly string[]
