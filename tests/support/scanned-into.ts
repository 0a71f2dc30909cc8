import { createScannerHub } from '#web/scan/scanner-hub.ts'

/** A hub of scans for the components of one test, and a scanner that reads into it. */
export function scannedInto() {
  const hub = createScannerHub({ target: document, nowMs: () => performance.now() })
  const found = { via: 'keys', firstKey: 0, accepted: true, alternative: null } as const
  const scan = (text: string): void => hub.receive({ ...found, text, atMs: performance.now() })
  return { hub, scan }
}
