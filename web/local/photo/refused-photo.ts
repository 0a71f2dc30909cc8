import { typeHolds } from '#domain/access/permission.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import type { PhotoRow } from './photo-database.ts'

/** A photo that the server does not take, as the page shows it. */
export interface RefusedPhoto {
  readonly id: string
  /** The item's code; null where this device does not know the item. */
  readonly code: string | null
  readonly product: string | null
  /** The question that the photo answers; null for a photo of the product as a whole, or a question that is unknown. */
  readonly question: string | null
  readonly takenAtMs: number
  readonly reason: string
  /** Whether the signed-in person may send it again or delete it. */
  readonly mayResolve: boolean
}

/** What a photo on this device is shown as to a person. */
export function refusedPhoto(
  row: PhotoRow,
  item: ItemRow | null,
  config: Pick<Config, 'questionnaires'> | null,
  person: Author | null,
): RefusedPhoto {
  const questions = (config?.questionnaires ?? []).flatMap((each) => each.questions)
  return {
    id: row.id,
    code: item?.code ?? item?.buybackCode ?? null,
    product: item === null ? null : productName(item),
    question: questions.find(({ id }) => id === row.questionId)?.title ?? null,
    takenAtMs: row.takenAtMs,
    reason: row.code ?? 'SYNC_NEEDS_A_PERSON',
    mayResolve: person !== null && (person.userId === row.userId || looksAfter(person, item)),
  }
}

// An item stands in this person's copy only where it is one of their account's and place.
function looksAfter(person: Author, item: ItemRow | null): boolean {
  return item !== null && typeHolds(person.userType, 'stock.manage')
}
