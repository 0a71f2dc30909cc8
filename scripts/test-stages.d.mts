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
export function retryCommand(
  stage: Runner & { readonly countsAsOne?: boolean; readonly isFinal?: boolean },
  report: string,
  again: string,
): readonly string[] | null
export function unhandledIn(report: string): string
export function mergeReport(report: string, again: string): void
interface Shared {
  readonly vitest: string
  readonly files: () => readonly string[]
}
export function quickCommand(
  together: readonly Shared[],
  report: string,
  changed: readonly string[] | null,
): readonly string[]
export function splitReport(together: readonly Shared[], report: string, reportOf: (stage: Shared) => string): void
export function halfOf(files: readonly string[], commit: string): readonly string[]
export function halfNumber(commit: string): 0 | 1 | null
export function commit(): string
export function chosenStages(args: readonly string[]): readonly { readonly name: string }[]
