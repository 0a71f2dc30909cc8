import { useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScanPurpose } from '#domain/item/resolve-code.ts'
import { CameraScan } from './camera-scan.tsx'
import type { Scan } from './scan.ts'
import { meaningless, type ScanAnswer } from './scanner-hub.ts'
import css from './scan-panel.module.css'
import { TypedCode } from './typed-code.tsx'
import { ScannerContext } from './use-scanner.ts'

/** What a screen asks of the panel. */
export interface ScanPanelProps {
  readonly purpose: ScanPurpose
  /**
   * Called once for each code that the camera reads or a person types, but those of stations, which lead there; hardware
   * scanners come through `useScanner`.
   */
  readonly onCode: (scan: Scan) => ScanAnswer
  /** Whether the camera looks on without reading, as behind a question. */
  readonly paused?: boolean
}

/** Camera and typing in one panel, without a skin of its own: it takes the colours of the page around it. */
export function ScanPanel({ purpose, onCode, paused = false }: ScanPanelProps) {
  const { t } = useTranslation('scan')
  const hub = useContext(ScannerContext)
  const [last, setLast] = useState<string | null>(null)
  const take = (scan: Scan): void => {
    if (hub?.leads(scan.text) === true) return
    setLast(scan.text)
    if (onCode(scan) === meaningless) hub?.tellMeaningless()
  }

  return (
    <section className={css.panel} aria-label={t(($) => $.panel.title)}>
      <CameraScan purpose={purpose} paused={paused} onScan={take} />
      <TypedCode purpose={purpose} onCode={take} />
      <p className={css.last} aria-live="polite">
        {last !== null && (
          <>
            {t(($) => $.panel.last)} <bdi className={css.code}>{last}</bdi>
          </>
        )}
      </p>
    </section>
  )
}
