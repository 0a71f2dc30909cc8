import { lazy, Suspense, useCallback, useRef, useState, type ReactNode } from 'react'
import { usePlatform } from '#web/lib/platform.tsx'
import { useIsOnline } from '#web/local/engine/engine-context.tsx'
import {
  PrintContext,
  UnaskedPrintContext,
  type PrintRequest,
  type UnaskedPrinting,
} from '#web/staff/ui/print/use-print.ts'
import { printsUnasked } from './print-choice.ts'

// Dialog, layout and barcodes come when something is printed for the first time; the service worker has them by then.
const PrintPage = lazy(() => import('./print-page.tsx').then((module) => ({ default: module.PrintPage })))

/** Lets every screen print: at once where this device has chosen how, else after a dialog. */
export function PrintProvider({ children }: { readonly children: ReactNode }) {
  const { storage } = usePlatform()
  const online = useIsOnline()
  const [asked, setAsked] = useState<{ readonly request: PrintRequest; readonly turn: number } | null>(null)
  const turns = useRef(0)
  const print = useCallback((request: PrintRequest) => {
    turns.current += 1
    setAsked({ request, turn: turns.current })
  }, [])
  const isBusy = asked !== null
  const unasked = useCallback<UnaskedPrinting>(
    (request) => (printsUnasked(storage, request, online) ? (isBusy ? 'later' : 'now') : 'never'),
    [storage, online, isBusy],
  )
  const end = (turn: number): void => setAsked((now) => (now?.turn === turn ? null : now))
  return (
    <PrintContext value={print}>
      <UnaskedPrintContext value={unasked}>{children}</UnaskedPrintContext>
      {asked !== null && (
        <Suspense>
          <PrintPage key={asked.turn} request={asked.request} onEnd={() => end(asked.turn)} />
        </Suspense>
      )}
    </PrintContext>
  )
}
