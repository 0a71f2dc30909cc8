import { useEffect, useState, type ReactNode } from 'react'
import { takeEarlyKeys } from './early-keys.ts'
import { createScannerHub } from './scanner-hub.ts'
import { ScannerContext } from './use-scanner.ts'

/** Starts the page's one scanner hub and hands it to every component below. */
export function ScannerProvider({ children }: { readonly children: ReactNode }) {
  const [hub] = useState(() => createScannerHub({ target: document, nowMs: () => performance.now() }))
  useEffect(() => {
    hub.start(takeEarlyKeys())
    return () => hub.stop()
  }, [hub])
  return <ScannerContext value={hub}>{children}</ScannerContext>
}
