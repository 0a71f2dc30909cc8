import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'

/** An item that is not in the copy, with the questions that it names. */
export interface KnownItem {
  readonly item: ItemRow
  readonly questionnaires: NonNullable<Config['questionnaires']>
}
