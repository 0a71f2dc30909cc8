/** Limits of free texts in characters (specification, constants). */
export const textLimits = { comment: 255, name: 255, externalId: 45, email: 254 } as const

/** How many characters a text takes. */
export interface TextBounds {
  readonly min: number
  readonly max: number
}

/** What a text input takes where nothing else is said of it (CART-23). */
export const defaultText = { min: 2, max: 255 } as const satisfies TextBounds
