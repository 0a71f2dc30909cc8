import { useState, type ReactNode } from 'react'
import type { Config } from '#sync/wire/pull.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import type { Scan } from '#web/scan/scan.ts'
import { refusalStyle } from './expedition-feedback.ts'
import { PackingFeedback } from './packing-feedback.tsx'
import type { PackingResult } from './packing-state.ts'

/** A scan that a screen without a session refuses. */
export interface RefusedScan {
  readonly isShown: boolean
  /** Says why, on the screen and by ear. */
  readonly refuse: (scan: Scan, reason: string) => void
  readonly acknowledge: () => void
  /** To be drawn over the screen. */
  readonly face: ReactNode
}

/** Says of a scan that it is refused, as packing does. */
export function useRefusedScan(config: Config): RefusedScan {
  const feedback = useFeedback()
  const [shown, setShown] = useState<PackingResult | null>(null)
  const acknowledge = (): void => setShown(null)
  return {
    isShown: shown !== null,
    refuse({ atMs, resolution }, reason) {
      const { kind, sound } = refusalStyle(reason)
      feedback.play(kind, sound)
      const outcome = { kind: 'refused', reason, warehouseId: null } as const
      setShown({ id: String(atMs), code: resolution.code, product: null, outcome })
    },
    acknowledge,
    face: shown !== null && <PackingFeedback result={shown} config={config} onEnd={acknowledge} />,
  }
}
