/** Reasons why the administration of stocks is refused (STOCK-05 to STOCK-09); answers of the API carry them. */
export const stockErrors = ['STOCK_NAME_TAKEN', 'STOCK_NATIVE_FIXED', 'STOCK_IN_USE'] as const
export type StockError = (typeof stockErrors)[number]
