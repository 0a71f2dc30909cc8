import { travelsByOwnLabel } from './circuit-carrier.ts'
import type { CircuitType } from './circuit-type.ts'

/** Types of a circuit's instructions, each with a picture of its own (CIRC-08). */
export const instructionTypes = [
  'agenda',
  'close',
  'deliver',
  'insert',
  'join',
  'mailbox',
  'post',
  'print',
  'protect',
  'sign',
  'none',
] as const

/** Steps that need a parcel with a label of its own. */
const labelled: readonly string[] = ['print', 'post', 'mailbox']

/**
 * Whether a step is one of a circuit's at all: a product that is handed over at a counter has no label to print and no
 * parcel to post, whatever its circuit was configured with.
 */
export function isStepOf(circuitType: CircuitType, instructionType: string): boolean {
  return travelsByOwnLabel(circuitType) || !labelled.includes(instructionType)
}
