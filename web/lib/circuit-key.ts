/** Under which everything read of circuits and payment modes is kept: each names the other. */
export const circuitKey = ['circuit'] as const
