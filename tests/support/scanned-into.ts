import { createScannerHub } from '#web/scan/scanner-hub.ts'

/** A hub of scans for the components of one test, and a scanner that reads into it. */
export function scannedInto() {
  const hub = createScannerHub({ target: document, nowMs: () => performance.now() })
  const found = { via: 'keys', firstKey: 0, accepted: true } as const
  const scan = (text: string, alternative: string | null = null): void =>
    hub.receive({ ...found, text, alternative, atMs: performance.now() })
  return { hub, scan }
}
