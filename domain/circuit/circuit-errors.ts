/** Why a circuit is not enabled or disabled; stable, shown and translated by code. */
export const circuitErrors = [
  /** A category still uses it (CIRC-11). */
  'CIRCUIT_IN_USE',
  /** Another store drop circuit is active for the same categories (CIRC-12). */
  'CIRCUIT_STORE_DROP_TAKEN',
  /** A drop of what was sold on the web needs the store drop of the same categories (CIRC-13). */
  'CIRCUIT_STORE_DROP_MISSING',
  /** Nobody would carry what is posted or collected: no carrier makes its label, and its own one was not chosen. */
  'CIRCUIT_CARRIER_MISSING',
  /** What is archived does not change any more. */
  'CIRCUIT_ARCHIVED',
  /** A circuit that is not archived still offers the shipping method. */
  'SHIPPING_METHOD_IN_USE',
  'SHIPPING_METHOD_ARCHIVED',
  /** A file is none of relay points; `details.fault` says why. */
  'RELAY_FILE_INVALID',
  /** Lines of a file of relay points cannot be read; `details.lines` says which and why. */
  'RELAY_FILE_LINES',
  /** Parcels of the shipping method are not handed over at points. */
  'RELAY_METHOD_UNFIT',
  /** An enabled circuit has no other payment mode. */
  'PAYMENT_MODE_IN_USE',
  'PAYMENT_MODE_ARCHIVED',
] as const
export type CircuitError = (typeof circuitErrors)[number]
