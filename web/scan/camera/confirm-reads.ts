import { resolveCode, isRecognisedCode, type CodeResolution, type ScanPurpose } from '#domain/item/resolve-code.ts'
import type { SymbolRead } from './decode-messages.ts'

/** A read that is certain enough to be a scan. */
export interface ConfirmedRead {
  readonly text: string
  readonly symbology: string | null
  readonly resolution: CodeResolution
}

/** Turns what single frames hold into scans: each once, and none that only one frame shows. */
export interface ReadConfirmer {
  /** The scan that a frame completes, if any. */
  frame(reads: readonly SymbolRead[], purpose: ScanPurpose, atMs: number): ConfirmedRead | null
}

/** Limits of confirming, in reads and milliseconds. */
export const confirmLimits = {
  /** Equal reads that make a scan. */
  equalReads: 2,
  /** Equal reads where the check digit is wrong, nothing on this screen has such a shape, or it is the maker's code. */
  doubtfulReads: 4,
  /** Longest time between two equal reads. */
  withinMs: 1500,
  /** A symbol that was not seen for this long may be scanned again. */
  repeatMs: 1500,
} as const

interface Sighting {
  readonly count: number
  readonly lastMs: number
}

/** Creates a confirmer for one opening of the camera. */
export function createReadConfirmer(): ReadConfirmer {
  let sightings: ReadonlyMap<string, Sighting> = new Map()
  let reported: ReadonlyMap<string, number> = new Map()

  return {
    frame(reads, purpose, atMs) {
      const kept = [...sightings].filter(([, { lastMs }]) => atMs - lastMs <= confirmLimits.withinMs)
      const next = new Map(kept)
      const done = new Map([...reported].filter(([, lastMs]) => atMs - lastMs < confirmLimits.repeatMs))
      const confirmed: Ranked[] = []
      const byText = distinct(reads)
      // What stands beside a scanned code is on the same label: it is no scan while that label stays in view.
      if ([...byText.keys()].some((name) => done.has(name))) for (const name of byText.keys()) done.set(name, atMs)
      for (const [name, read] of byText) {
        if (done.has(name)) continue
        const count = (next.get(name)?.count ?? 0) + 1
        next.set(name, { count, lastMs: atMs })
        const ranked = rank(read, purpose)
        if (count >= ranked.neededReads) confirmed.push(ranked)
      }
      const best = confirmed.toSorted((a, b) => a.neededReads - b.neededReads || a.read.offCenter - b.read.offCenter)[0]
      if (best !== undefined) {
        for (const name of byText.keys()) {
          done.set(name, atMs)
          next.delete(name)
        }
      }
      sightings = next
      reported = done
      if (best === undefined) return null
      return { text: best.read.text, symbology: best.read.symbology, resolution: best.resolution }
    },
  }
}

interface Ranked {
  readonly read: SymbolRead
  readonly resolution: CodeResolution
  readonly neededReads: number
}

// A label with several codes is decided by what the screen asks for, then by what the operator aims at.
function rank(read: SymbolRead, purpose: ScanPurpose): Ranked {
  const resolution = resolveCode(read.text, purpose, { symbology: read.symbology })
  const sound =
    isRecognisedCode(resolution) &&
    resolution.candidates
      .filter(({ kind }, at) => at === 0 || kind === 'imei')
      .every(({ doubts }) => doubts.length === 0) &&
    (purpose === 'product' || !isRetailSymbol(read))
  return { read, resolution, neededReads: sound ? confirmLimits.equalReads : confirmLimits.doubtfulReads }
}

// The maker's own code on a box waits for ours, which a later frame may show; ours begin with 2 (lifecycle, section 4).
function isRetailSymbol({ format, text }: SymbolRead): boolean {
  return /^(EAN|UPC)/.test(format) && !text.startsWith('2')
}

// The same code in two symbols of one label is one read.
function distinct(reads: readonly SymbolRead[]): ReadonlyMap<string, SymbolRead> {
  const byText = new Map<string, SymbolRead>()
  for (const read of reads) {
    const known = byText.get(read.text)
    if (known === undefined || read.offCenter < known.offCenter) byText.set(read.text, read)
  }
  return byText
}
