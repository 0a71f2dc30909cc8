import type { CircuitType } from './circuit-type.ts'

/** What the type of a shipping method is called outside (CIRC-17), by the type of circuit as which it is kept. */
export const shippingMethodTypes = {
  store_drop: 'STORE_DROP',
  store_drop_label: 'STORE_DROP_LABEL',
  store_collect: 'STORE_COLLECT',
  web_drop: 'WEB_DROP',
  web_post: 'WEB_POST',
  web_drop_label: 'WEB_DROP_LABEL',
  web_collect: 'WEB_COLLECT',
} as const satisfies Readonly<Record<CircuitType, string>>
export type ShippingMethodType = (typeof shippingMethodTypes)[CircuitType]

/** The type of circuit that the type of a shipping method stands for, in either spelling. */
export function circuitTypeOf(type: ShippingMethodType | CircuitType): CircuitType {
  return type.toLowerCase() as CircuitType
}
