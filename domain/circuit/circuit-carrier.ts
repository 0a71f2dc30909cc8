import type { CircuitType } from './circuit-type.ts'

/** Circuits whose product a carrier takes from the customer, so that a label without postage carries it nowhere. */
const carriedTypes: readonly CircuitType[] = ['web_post', 'web_collect']

/** Whether the product of a circuit travels from the customer to the warehouse by a carrier alone. */
export function isCarried(type: CircuitType): boolean {
  return carriedTypes.includes(type)
}

/** Whether a product travels in a parcel of its own, with a label: everything but what a store packs. */
export function travelsByOwnLabel(type: CircuitType): boolean {
  return type !== 'store_drop' && type !== 'web_drop'
}

/** What decides who makes the label of a circuit's parcels. */
export interface CircuitCarriage {
  readonly type: CircuitType
  /** Whether the label of the program, which is without postage, was chosen. */
  readonly ownLabel: boolean
  /** Whether an active carrier serves the circuit. */
  readonly isServed: boolean
  /** For each active shipping method of the circuit, whether an active carrier serves it. */
  readonly methodsServed: readonly boolean[]
}

/** Whether customers would get a label that nobody takes: neither a carrier's, nor one that was chosen without postage. */
export function lacksCarrier({ type, ownLabel, isServed, methodsServed }: CircuitCarriage): boolean {
  if (!isCarried(type) || ownLabel || isServed) return false
  return methodsServed.length === 0 || methodsServed.includes(false)
}
