/** Circuit types: channel (store, web) with deposit (collect, drop, drop_label, post). */
export const circuitTypes = [
  'store_drop',
  'store_drop_label',
  'store_collect',
  'web_drop',
  'web_post',
  'web_drop_label',
  'web_collect',
] as const
export type CircuitType = (typeof circuitTypes)[number]
