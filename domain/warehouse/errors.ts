/** Reasons why floor work is refused; stable, shown and translated by code. */
export const warehouseErrors = [
  'ITEM_UNKNOWN',
  'ITEM_CODE_AMBIGUOUS',
  'ITEM_STATUS_NOT_ELIGIBLE',
  'ITEM_ALREADY_CHECKED_IN',
  'CHECKIN_DISABLED',
  'CHECKIN_OTHER_WAREHOUSE',
  'STOCK_UNKNOWN',
  'STOCK_NOT_ALLOWED',
  'UNDO_NOT_LATEST',
  'UNDO_NOT_ACTOR',
  'UNDO_NOT_POSSIBLE',
  'ROUND_UNKNOWN',
  'ROUND_ALREADY_ENDED',
  'ROUND_COUNT_DIFFERS',
  'ROUND_HAS_REFUSED',
] as const
/** One reason. */
export type WarehouseError = (typeof warehouseErrors)[number]
