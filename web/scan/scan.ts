import type { CodeResolution } from '#domain/item/resolve-code.ts'

/** How a code arrived. */
export const scanSources = ['wedge', 'camera', 'typed'] as const
export type ScanSource = (typeof scanSources)[number]

/** One code that arrived, with what it may be on the screen that receives it. */
export interface Scan {
  /** The characters as they came, without a symbology identifier. */
  readonly text: string
  readonly source: ScanSource
  /** AIM symbology identifier (`]C1`, `]d2`, …) where the scanner or the decoder gave one. */
  readonly symbology: string | null
  /** When its last character came, on the page's monotonic clock (`performance.now()`); the same clock as events. */
  readonly atMs: number
  readonly resolution: CodeResolution
  /** Another reading of the same keys that also has the shape of a code; to look up where the first is unknown. */
  readonly alternative: CodeResolution | null
}
