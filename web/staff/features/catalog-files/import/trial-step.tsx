import { Alert, Button } from '@mantine/core'
import { IconArrowLeft, IconDatabaseImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { ActProblem } from './import-act.tsx'
import { ChangesList } from './changes-list.tsx'
import type { ImportTarget } from './import-calls.ts'
import { ImportReport } from './import-report.tsx'
import { PriceSpread } from './price-spread.tsx'
import type { ImportActs } from './use-import-acts.ts'
import classes from './import.module.css'

/** What an import will do, before anything is written: counts, prices, each change, and the refused lines. */
export function TrialStep(props: {
  readonly found: ImportAnswer
  readonly way: ImportTarget
  readonly acts: ImportActs
  readonly onOther: () => void
}) {
  const { found, way, acts } = props
  const { t } = useTranslation('catalog-import')
  const format = useFormat()
  const { trial } = found
  if (trial === null) return null
  const count = trial.inserted + trial.updated
  const isRefused = trial.ignored > 0 && trial.ignored === found.report.lines_count.found
  return (
    <div className={classes.stack}>
      <Alert color={count > 0 ? 'blue' : isRefused ? 'red' : 'yellow'} role="status" title={t(($) => $.trial.title)}>
        {count > 0
          ? t(($) => $.trial.text)
          : isRefused
            ? t(($) => $.failure.IMPORT_ALL_REFUSED)
            : t(($) => $.trial.none)}
      </Alert>
      <ActProblem acts={acts} />
      <div className={classes.buttons}>
        <Button
          disabled={count === 0}
          loading={acts.isActing}
          leftSection={<IconDatabaseImport size={20} aria-hidden />}
          onClick={acts.start}
        >
          {t(($) => $.trial.start, { count, formatted: format.number(count) })}
        </Button>
        <Button
          variant="default"
          disabled={acts.isActing}
          leftSection={<IconArrowLeft size={20} aria-hidden />}
          onClick={props.onOther}
        >
          {t(($) => $.check.other)}
        </Button>
      </div>
      <ImportReport found={found} accountId={way.accountId} />
      <PriceSpread prices={trial.prices} />
      {found.changes_count > 0 && <ChangesList way={way} found={found} />}
    </div>
  )
}
