/** Why a dispatch rule or the account's dispatch is refused by its administration. */
export const dispatchErrors = [
  'DISPATCH_VALUE_UNKNOWN',
  'DISPATCH_WAREHOUSE_UNKNOWN',
  'DISPATCH_RULES_CHANGED',
] as const
export type DispatchError = (typeof dispatchErrors)[number]
