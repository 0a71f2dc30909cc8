/** Longest text that an account writes for its customers, in UTF-16 units. */
export const legalTextLength = 200_000
