import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Engine } from '#web/local/engine/engine.ts'
import type { PackageContent } from '#web/local/copy/package-view.ts'
import { FloorAction, FloorPanel } from '#web/staff/ui/floor/floor-parts.tsx'
import { FailedLabel } from './failed-label.tsx'
import { LabelButton } from './label-button.tsx'
import { MissingLabel } from './missing-label.tsx'
import type { PackagePapers } from './use-package-papers.ts'
import { useHasNumber } from './use-packages.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './expedition.module.css'

/** Where the label of a package stands: until it has arrived, the packing slip is printed instead. */
export function LabelPanel(props: {
  readonly engine: Engine
  readonly view: PackageContent
  readonly papers: PackagePapers
  /** Whether the label that has just arrived waits for a press, or was printed by itself. */
  readonly arrival?: 'offered' | 'printed' | null
}) {
  const { t } = useTranslation('expedition')
  const { engine, view, papers, arrival = null } = props
  const { print } = papers
  const { row, pending } = view
  const hasNumber = useHasNumber(engine, row.id)
  const isOpen = row.status === 'open'
  const state = pending > 0 ? 'none' : (row.labelState ?? 'none')
  const closed = state === 'ready' && arrival === 'printed' ? 'printed' : state
  const text = isOpen ? (hasNumber === false ? 'noNumber' : 'open') : closed

  return (
    <FloorPanel label={t(($) => $.label.title)}>
      <p role="status" className={state === 'failed' || text === 'noNumber' ? words.error : styles.plain}>
        {t(($) => $.label[text])}
      </p>
      {state === 'failed' && <FailedLabel packageId={row.id} />}
      {!isOpen && print !== null && (
        <div className={`${arrange.row} ${styles.prints}`}>
          {state === 'ready' && (
            <LabelButton isOffered={arrival === 'offered'} onClick={() => print('package_label')} />
          )}
          <FloorAction tone="quiet" icon={IconPrinter} onClick={() => print('packing_slip')}>
            {t(($) => $.label.printSlip)}
          </FloorAction>
        </div>
      )}
      <MissingLabel papers={papers} view={view} engine={engine} />
    </FloorPanel>
  )
}
