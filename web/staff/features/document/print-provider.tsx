import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react'
import { PrintContext, type PrintRequest } from '#web/staff/ui/use-print.ts'

// Dialog, layout and barcodes come when something is printed for the first time; the service worker has them by then.
const PrintDesk = lazy(() => import('./print-desk.tsx').then((module) => ({ default: module.PrintDesk })))

/** Lets every screen print: at once where this device has chosen how, else after a dialog. */
export function PrintProvider({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<{ readonly request: PrintRequest; readonly turn: number } | null>(null)
  const print = useCallback(
    (request: PrintRequest) => setAsked((before) => ({ request, turn: (before?.turn ?? 0) + 1 })),
    [],
  )
  return (
    <PrintContext value={print}>
      {children}
      {asked !== null && (
        <Suspense>
          <PrintDesk key={asked.turn} request={asked.request} />
        </Suspense>
      )}
    </PrintContext>
  )
}
