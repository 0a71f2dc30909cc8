export interface Verdict {
  readonly state: 'caught' | 'passed' | 'broken'
  readonly by?: { readonly file: string; readonly test: string; readonly reason: string }
  readonly why?: string
}
export function verdictOf(runner: string, report: string, tree: string, endedWell: boolean): Verdict
