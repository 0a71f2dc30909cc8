import { createContext, useContext, useEffect, useInsertionEffect, useRef } from 'react'
import { isCommandCode, type ScanPurpose } from '#domain/item/resolve-code.ts'
import { focusInDialog, isPageCovered, isWindowOpen } from '#web/lib/open-dialog.ts'
import type { Scan } from './scan.ts'
import { passedOn, type ScanAnswer, type ScanListener, type ScannerHub } from './scanner-hub.ts'
import { takesText } from './wedge.ts'

/** The page's hub; the entry that has a scanner provides it and starts it. */
export const ScannerContext = createContext<ScannerHub | null>(null)

/** What a component wants to hear. */
export interface UseScanner {
  readonly purpose: ScanPurpose
  /**
   * Called once for each scan, outside of drawing; answers `passedOn` to leave the scan to the listener below, and
   * `meaningless` where a command does nothing here.
   */
  readonly onScan: (scan: Scan) => ScanAnswer
  readonly enabled?: boolean
  readonly layer?: 'screen' | 'dialog'
  /**
   * Hears nothing while a dialog stands over the page, but for a panel that has `besideListMark`: a text field of either
   * keeps what is scanned into it, and any other scan is told to do nothing there.
   */
  readonly isBehindDialogs?: boolean
}

/**
 * Hears hardware scanners for as long as the component is mounted, without any focus. The component mounted last is on
 * top and gets the scan; a dialog also gets command barcodes before the screens behind it.
 */
export function useScanner(wanted: UseScanner): void {
  const { purpose, onScan, enabled = true, layer = 'screen', isBehindDialogs = false } = wanted
  const hub = useContext(ScannerContext)
  const latest = useRef<ScanListener>({ purpose, onScan, enabled, layer })
  const isBehind = useRef(isBehindDialogs)
  useInsertionEffect(() => {
    latest.current = { purpose, onScan, enabled, layer }
    isBehind.current = isBehindDialogs
  })
  useEffect(() => {
    // A dialog opens and closes without a drawing of what is behind it: the page itself says whether one stands.
    const state = (): ScanListener => {
      const listener = latest.current
      if (isBehind.current && takesText(focusInDialog())) return { ...listener, enabled: false }
      if (isBehind.current && isPageCovered()) return { ...listener, isCovered: true }
      return listener.layer === 'screen' && isWindowOpen() ? withoutCommands(listener) : listener
    }
    return hub?.register(state)
  }, [hub])
  useEffect(() => {
    if (enabled) hub?.listensNow()
  }, [hub, enabled])
}

/** A command answers what is in sight: on a screen behind a window it presses no button. */
function withoutCommands(listener: ScanListener): ScanListener {
  return { ...listener, onScan: (scan) => (isCommandCode(scan.resolution) ? passedOn : listener.onScan(scan)) }
}

/** Says that a command does nothing here, for what is found out after the scan has been taken. */
export function useTellMeaningless(): () => void {
  const hub = useContext(ScannerContext)
  return () => hub?.tellMeaningless()
}
