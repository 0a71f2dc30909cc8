import { useCallback, useContext, useState } from 'react'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { createLeaving, type Leaving, type ForwardedScan } from './leaving.ts'

/** Gives a scan back to the hub, which keeps it for the screen that comes. */
export function useForwardScan(): (scan: ForwardedScan) => void {
  const hub = useContext(ScannerContext)
  return useCallback(
    ({ text, symbology, alternative }) =>
      hub?.receive({
        text: `${symbology ?? ''}${text}`,
        via: 'text',
        atMs: performance.now(),
        firstKey: -1,
        accepted: true,
        alternative: alternative?.text ?? null,
      }),
    [hub],
  )
}

/** The ways that lead on from a screen without a session. */
export function useLeaving(): Leaving {
  const handOn = useForwardScan()
  const [leaving] = useState(() => createLeaving(handOn))
  return leaving
}
