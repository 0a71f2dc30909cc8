export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}
interface Runner {
  readonly vitest?: string
  readonly playwright?: boolean
}
export function countsOf(stage: Runner, report: string): Counts
export function countsOfRun(
  stage: Runner,
  report: string,
  run: { readonly endedWell: boolean; readonly isNarrowed: boolean },
): Counts
export function failuresOf(stage: Runner, report: string): readonly string[]
export function flakyOf(stage: Runner, report: string): readonly string[]
