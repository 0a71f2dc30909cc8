/**
 * Refurb steps and questions of a client that has no warehouse yet. A step needs a stock to be worked in, so that the
 * plan waits for the first warehouse, whose workbench then takes them all.
 */
export interface RefurbPlan {
  /** Name of the stock that the steps are worked in. */
  readonly bench: string
  readonly steps: readonly { readonly key: string; readonly name: string; readonly description: string | null }[]
  readonly questions: readonly {
    readonly label: string
    readonly type: 'unique' | 'multiple'
    /** Each with the keys of the steps that it makes due, in order. */
    readonly answers: readonly { readonly label: string; readonly steps: readonly string[] }[]
  }[]
}
