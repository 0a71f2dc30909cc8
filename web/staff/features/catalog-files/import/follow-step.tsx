import { Button, Text } from '@mantine/core'
import { IconPlayerStop, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { StepProgress } from '#web/staff/ui/floor/step-progress.tsx'
import { ActProblem, UndoBlock, WaitingPlace } from './import-act.tsx'
import type { ImportTarget } from './import-calls.ts'
import { ImportReport } from './import-report.tsx'
import { ChangesList } from './changes-list.tsx'
import type { ImportActs } from './use-import-acts.ts'
import classes from './import.module.css'

/** The third step: how far the import has come. It goes on without the page. */
export function RunStep(props: {
  readonly found: ImportAnswer
  readonly isAway: boolean
  /** Whether a history shows it besides. */
  readonly hasHistory: boolean
  readonly acts: ImportActs
}) {
  const { found, isAway, hasHistory, acts } = props
  const { t } = useTranslation('catalog-import')
  const format = useFormat()
  const total = found.report.lines_count.found
  const done = found.lines_done
  const isTrial = found.status === 'trying'
  const waits = !isTrial && found.started_at === null
  return (
    <div className={classes.stack} role="status">
      <Text fw={600}>{t(($) => (isTrial ? $.trial.running : $.run.title))}</Text>
      <StepProgress at={done} of={total}>
        {waits ? (
          <WaitingPlace found={found} />
        ) : (
          t(($) => $.run.progress, { done: format.number(done), total: format.number(total) })
        )}
      </StepProgress>
      <Text c="dimmed">
        {isAway
          ? t(($) => $.run.away)
          : isTrial
            ? t(($) => $.trial.nothing)
            : hasHistory
              ? t(($) => $.run.leave)
              : t(($) => $.run.leaveOwn)}
      </Text>
      <ActProblem acts={acts} />
      <div>
        <Button
          variant="default"
          loading={acts.isActing}
          leftSection={<IconPlayerStop size={20} aria-hidden />}
          onClick={acts.cancel}
        >
          {t(($) => (isTrial ? $.act.cancelTrial : $.act.cancel))}
        </Button>
      </div>
    </div>
  )
}

/** The last step: what became of the lines. */
export function DoneStep(props: {
  readonly found: ImportAnswer
  readonly way: ImportTarget
  readonly acts: ImportActs
  readonly onAgain: () => void
}) {
  const { t } = useTranslation('catalog-import')
  return (
    <div className={classes.stack}>
      <ImportReport found={props.found} accountId={props.way.accountId} />
      <UndoBlock found={props.found} acts={props.acts} />
      {props.found.changes_count > 0 && props.found.forgotten_at === null && (
        <ChangesList way={props.way} found={props.found} />
      )}
      <div className={classes.buttons}>
        <Button leftSection={<IconUpload size={20} aria-hidden />} onClick={props.onAgain}>
          {t(($) => $.done.again)}
        </Button>
      </div>
    </div>
  )
}
