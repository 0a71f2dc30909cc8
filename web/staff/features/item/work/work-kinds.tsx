import {
  IconBiohazard,
  IconChecklist,
  IconChevronRight,
  IconCircleCheck,
  IconPackage,
  IconPackageImport,
  IconPlayerPause,
  IconRestore,
  IconStethoscope,
  IconTool,
  IconTruckDelivery,
  IconTruckReturn,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { WorkKind } from '#domain/item/next-work.ts'
import { useFormat } from '#web/lib/platform.tsx'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import styles from './work.module.css'

const icons: Readonly<Record<WorkKind, TablerIcon>> = {
  check_in: IconPackageImport,
  test: IconChecklist,
  release: IconBiohazard,
  reintegrate: IconRestore,
  send_back: IconTruckReturn,
  diagnose: IconStethoscope,
  finish_diagnosis: IconPlayerPause,
  steps: IconTool,
  confirm_steps: IconCircleCheck,
  pack: IconPackage,
  forward: IconTruckDelivery,
}

/** The kinds of work that there is, each with its count. */
export function WorkKinds(props: {
  readonly kinds: readonly WorkKind[]
  readonly counts: ReadonlyMap<WorkKind, number>
  readonly onChoose: (kind: WorkKind) => void
}) {
  const { t } = useTranslation('item')
  const format = useFormat()
  const shown = props.kinds.filter((kind) => (props.counts.get(kind) ?? 0) > 0)
  return (
    <ul className={rows.list} aria-label={t(($) => $.work.kinds)}>
      {shown.map((kind) => {
        const Icon = icons[kind]
        const total = format.number(props.counts.get(kind) ?? 0)
        return (
          <li key={kind}>
            <button
              type="button"
              className={`${rows.row} ${rows.box} ${styles.kind}`}
              onClick={() => props.onChoose(kind)}
            >
              <Icon size={28} stroke={1.75} aria-hidden />
              <span className={styles.kindName}>{t(($) => $.work.kind[kind])}</span>
              <span className={styles.count}>{total}</span>
              <IconChevronRight size={24} aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
