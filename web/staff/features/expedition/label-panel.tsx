import { IconPrinter } from '@tabler/icons-react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '#web/lib/reason-text.ts'
import type { Engine } from '#web/local/engine.ts'
import type { PackageContent } from '#web/local/package-view.ts'
import { FloorAction, FloorPanel } from '#web/staff/ui/floor-parts.tsx'
import { PrintContext } from '#web/staff/ui/use-print.ts'
import { useHasNumber } from './use-packages.ts'
import arrange from '#web/staff/ui/floor-arrange.module.css'
import words from '#web/staff/ui/floor-text.module.css'
import styles from './expedition.module.css'

/** Where the label of a package stands: until it has arrived, the packing slip is printed instead. */
export function LabelPanel(props: { readonly engine: Engine; readonly view: PackageContent }) {
  const { t } = useTranslation('expedition')
  const reasonText = useReasonText()
  const { engine, view } = props
  const print = use(PrintContext)
  const { row, pending } = view
  const hasNumber = useHasNumber(engine, row.id)
  const isOpen = row.status === 'open'
  const state = pending > 0 ? 'none' : (row.labelState ?? 'none')
  const text = isOpen ? (hasNumber === false ? 'noNumber' : 'open') : state

  return (
    <FloorPanel label={t(($) => $.label.title)}>
      <p className={state === 'failed' || text === 'noNumber' ? words.error : styles.plain}>
        {t(($) => $.label[text])}
      </p>
      {state === 'failed' && <p className={words.error}>{reasonText('SHIPMENT_ERROR')}</p>}
      {!isOpen && print !== null && (
        <div className={`${arrange.row} ${styles.prints}`}>
          {state === 'ready' && (
            <FloorAction
              tone="quiet"
              icon={IconPrinter}
              onClick={() => print({ kind: 'package_label', id: row.id, isFile: row.isCarrierLabel === true })}
            >
              {t(($) => $.label.printLabel)}
            </FloorAction>
          )}
          <FloorAction tone="quiet" icon={IconPrinter} onClick={() => print({ kind: 'packing_slip', id: row.id })}>
            {t(($) => $.label.printSlip)}
          </FloorAction>
        </div>
      )}
    </FloorPanel>
  )
}
