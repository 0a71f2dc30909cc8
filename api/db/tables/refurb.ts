import type { Generated } from 'kysely'

/** Work that an item may need, and the stock where it is done. */
export interface RefurbStepTable {
  readonly account_id: string
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly warehouse_id: string
  readonly stock_id: string
  readonly manager_cancels: Generated<boolean>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}

/** What a step costs in a warehouse. */
export interface RefurbStepCostTable {
  readonly account_id: string
  readonly step_id: string
  readonly warehouse_id: string
  readonly cost_cents: number
}

/** A question of the refurb diagnosis. */
export interface RefurbQuestionTable {
  readonly account_id: string
  readonly id: string
  readonly label: string
  readonly type: 'unique' | 'multiple'
  readonly position: number
  /** The one product that it is asked of; null: of every product. */
  readonly product_id: Generated<string | null>
  readonly created_at: Generated<Date>
  readonly version: Generated<number>
}

/** An answer of a refurb question. */
export interface RefurbAnswerTable {
  readonly account_id: string
  readonly id: string
  readonly question_id: string
  readonly label: string
  readonly position: number
}

/** Steps that an answer makes due. */
export interface RefurbAnswerStepTable {
  readonly account_id: string
  readonly answer_id: string
  readonly step_id: string
  readonly position: number
}
