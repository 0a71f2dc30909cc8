import { choosesStore, isAdminType } from '#domain/organization/user-type.ts'
import type { PlaceChoice } from '#sync/wire/pull.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'

/** The id of the place that an author has chosen. */
export function choiceOf({ chosenWarehouseId, chosenStoreId }: Author): string | undefined {
  return chosenWarehouseId ?? chosenStoreId
}

/** What a pull says of the place that its author has chosen. */
export function placeAsked({ chosenWarehouseId, chosenStoreId }: Author): PlaceChoice {
  if (chosenWarehouseId !== undefined) return { warehouseId: chosenWarehouseId }
  return chosenStoreId === undefined ? {} : { storeId: chosenStoreId }
}

/** An author with another chosen place, or none; an author with a fixed place stays unchanged. */
export function withChoice(author: Author, placeId: string | undefined): Author {
  if (isAdminType(author.userType)) {
    const { chosenWarehouseId: _before, ...rest } = author
    return placeId === undefined ? rest : { ...rest, chosenWarehouseId: placeId }
  }
  if (!choosesStore(author.userType)) return author
  const { chosenStoreId: _before, storeIds: _stores, ...rest } = author
  return placeId === undefined ? rest : { ...rest, storeIds: [placeId], chosenStoreId: placeId }
}
