/** Why a circuit is not enabled or disabled; stable, shown and translated by code. */
export const circuitErrors = [
  /** A category still uses it (CIRC-11). */
  'CIRCUIT_IN_USE',
  /** Another store drop circuit is active for the same categories (CIRC-12). */
  'CIRCUIT_STORE_DROP_TAKEN',
  /** A drop of what was sold on the web needs the store drop of the same categories (CIRC-13). */
  'CIRCUIT_STORE_DROP_MISSING',
] as const
/** One reason. */
export type CircuitError = (typeof circuitErrors)[number]
