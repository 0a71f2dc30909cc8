/** Bounds of the age classes in days: each class holds what is younger than its bound, the last one the rest. */
export const ageBoundsDays = [7, 30, 90] as const

/** The class of an age in days, from 0 for the youngest. */
function ageClass(days: number): number {
  const found = ageBoundsDays.findIndex((bound) => days < bound)
  return found === -1 ? ageBoundsDays.length : found
}
