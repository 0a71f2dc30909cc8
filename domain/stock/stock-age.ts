/** Bounds of the age classes in days: each class holds what is younger than its bound, the last one the rest. */
export const ageBoundsDays = [7, 30, 90] as const
