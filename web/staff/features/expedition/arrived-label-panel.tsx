import { useTranslation } from 'react-i18next'
import { groupCode } from '#web/lib/format.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { PackageView } from '#web/local/copy/package-view.ts'
import { FloorPanel } from '#web/staff/ui/floor/floor-parts.tsx'
import { LabelButton } from './label-button.tsx'
import { MissingLabel } from './missing-label.tsx'
import { useArrivedLabel } from './use-arrived-label.ts'
import { usePackagePapers } from './use-package-papers.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import styles from './expedition.module.css'

/** The label that has arrived for one of several packages: printed by itself, or offered. */
export function ArrivedLabelPanel(props: { readonly engine: Engine; readonly views: readonly PackageView[] }) {
  const { t } = useTranslation('expedition')
  const { offered, printed } = useArrivedLabel(props.views)
  const view = offered ?? printed
  const papers = usePackagePapers(view)
  if (view === null) return null
  const { id, number } = view.row
  const text = offered === null ? 'printedOf' : 'readyOf'
  return (
    <FloorPanel label={t(($) => $.label.title)}>
      <p role="status" className={styles.plain}>
        {t(($) => $.label[text], { number: groupCode(number ?? '') })}
      </p>
      {offered !== null && (
        <div className={`${arrange.row} ${styles.prints}`}>
          <LabelButton key={id} isOffered onClick={() => papers.print?.('package_label')} />
        </div>
      )}
      <MissingLabel view={view} papers={papers} engine={props.engine} />
    </FloorPanel>
  )
}
