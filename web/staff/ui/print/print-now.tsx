import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import type { Sheet } from '#domain/document/sheet.ts'
import { SheetPages } from './sheet-pages.tsx'

/** Hands a sheet to the browser's printing, once, and says when its dialog is over. */
export function PrintNow({ sheet, onDone }: { readonly sheet: Sheet; readonly onDone: () => void }) {
  const begun = useRef(false)
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    // Two frames later the pages are drawn.
    const frame = requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        if (begun.current) return
        begun.current = true
        const end = (): void => done.current()
        window.addEventListener('afterprint', end, { once: true })
        window.print()
      }),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  return createPortal(
    <div className="print-pages" aria-hidden>
      <SheetPages sheet={sheet} />
    </div>,
    document.body,
  )
}
