/** Limits of free texts in characters (specification, constants). */
export const textLimits = { comment: 255, name: 255, externalId: 45, email: 254 } as const
