/**
 * How many letters two words differ by: letters put in, left out, replaced, or two neighbours swapped. Answers at most
 * `limit` + 1, which stands for anything further away.
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1]
      const replaced = last[at - 1]! + (isSame ? 0 : 1)
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      const swapped = isSwapped ? beforeLast[at - 2]! + 1 : replaced
      current.push(Math.min(replaced, swapped, last[at]! + 1, current[at - 1]! + 1))
    }
    beforeLast = last
    last = current
  }
  return Math.min(last[other.length]!, limit + 1)
}
