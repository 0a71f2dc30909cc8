import type { CatalogContent } from './catalog-columns.ts'
import type { ImportChange } from './import-changes.ts'

/** A price that moves furthest, up or down. */
export interface PriceMove {
  readonly line: number
  readonly name: string
  readonly column: string
  readonly before: number
  readonly after: number
}

/** How the prices of a file differ from those that are there. */
export interface PriceSpread {
  readonly rising: number
  readonly falling: number
  /** Prices where there was none, and none where there was one. */
  readonly added: number
  readonly removed: number
  readonly largestRise: PriceMove | null
  readonly largestFall: PriceMove | null
  /** How many move by how much: one more than `distributionBounds`. */
  readonly bins: readonly number[]
}

/** What a trial found: lines of each outcome, and the prices. */
export interface ImportTrial {
  readonly inserted: number
  readonly updated: number
  readonly ignored: number
  readonly prices: PriceSpread
}

/** Bounds in percent between the bins of a distribution: up to -50, up to -20, … , above 50. */
export const distributionBounds = [-50, -20, -10, -5, 0, 5, 10, 20, 50] as const

export const emptyDistribution: PriceSpread = {
  rising: 0,
  falling: 0,
  added: 0,
  removed: 0,
  largestRise: null,
  largestFall: null,
  bins: Array.from({ length: distributionBounds.length + 1 }, () => 0),
}

/** The spread with the prices of further changes. New products have no price that moves. */
export function addToDistribution(
  content: CatalogContent,
  spread: PriceSpread,
  changes: readonly ImportChange[],
): PriceSpread {
  if (content !== 'products') return spread
  let { rising, falling, added, removed, largestRise, largestFall } = spread
  const bins = [...spread.bins]
  for (const { line, name, outcome, before: then, after: now } of changes) {
    if (outcome !== 'updated') continue
    for (const path of Object.keys(now).filter((each) => each.startsWith('prices.'))) {
      const [before, after] = [then[path], now[path]]
      if (typeof before !== 'number') added += 1
      else if (typeof after !== 'number') removed += 1
      else {
        const move = { line, name, column: path.replace('prices.', 'price_'), before, after }
        if (after > before) rising += 1
        else falling += 1
        if (after > before && isFurther(move, largestRise)) largestRise = move
        if (after < before && isFurther(move, largestFall)) largestFall = move
        const bin = binOf(before, after)
        bins[bin] = (bins[bin] ?? 0) + 1
      }
    }
  }
  return { rising, falling, added, removed, largestRise, largestFall, bins }
}

const lengthOf = ({ before, after }: PriceMove): number => Math.abs(after - before)

function isFurther(move: PriceMove, most: PriceMove | null): boolean {
  return most === null || lengthOf(move) > lengthOf(most)
}

/** A price that comes from nothing rises by more than any bound. */
function binOf(before: number, after: number): number {
  if (before === 0) return distributionBounds.length
  const percent = ((after - before) / before) * 100
  // A fall of just a bound is of that bound, and so is a rise.
  const at = distributionBounds.findIndex((bound) => (percent < 0 ? percent <= bound : percent <= bound && bound > 0))
  return at < 0 ? distributionBounds.length : at
}
