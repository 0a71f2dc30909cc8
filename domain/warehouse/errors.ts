/** Reasons why floor work is refused; stable, shown and translated by code. */
export const warehouseErrors = [
  'ITEM_UNKNOWN',
  'ITEM_CODE_AMBIGUOUS',
  'ITEM_STATUS_NOT_ELIGIBLE',
  'ITEM_ALREADY_CHECKED_IN',
  'ITEM_NOT_ASSIGNED',
  'ITEM_NOT_REGISTERED',
  'CHECKIN_DISABLED',
  'CHECKIN_OTHER_WAREHOUSE',
  'CONTROL_COMMENT_MISSING',
  'CONTROL_PRODUCT_UNKNOWN',
  'CONTROL_QUESTIONS_UNKNOWN',
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
