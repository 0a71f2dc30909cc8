/** What may be wrong with a line of the register: it is missing, changed, or does not follow the line before. */
export const chainFaults = ['missing', 'changed', 'not_joined'] as const
/** One fault. */
export type ChainFaultReason = (typeof chainFaults)[number]
