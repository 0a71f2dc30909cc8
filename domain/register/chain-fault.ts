/**
 * What may be wrong with a line of the register: it is missing, changed, moved to another time than it says, or does not
 * follow the line before.
 */
export const chainFaults = ['missing', 'changed', 'moved', 'not_joined'] as const
export type ChainFaultReason = (typeof chainFaults)[number]
