import { Button, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { StepProgress } from '#web/staff/ui/floor/step-progress.tsx'
import { ImportReport } from './import-report.tsx'
import classes from './import.module.css'

/** The third step: how far the import has come. It goes on without the page. */
export function RunStep(props: {
  readonly found: ImportAnswer
  readonly isAway: boolean
  /** Whether a history shows it besides. */
  readonly hasHistory: boolean
}) {
  const { found, isAway, hasHistory } = props
  const { t } = useTranslation('catalog-import')
  const format = useFormat()
  const total = found.report.lines_count.found
  const done = found.lines_done
  return (
    <div className={classes.stack} role="status">
      <Text fw={600}>{t(($) => $.run.title)}</Text>
      <StepProgress at={done} of={total}>
        {found.started_at === null
          ? t(($) => $.run.waiting)
          : t(($) => $.run.progress, { done: format.number(done), total: format.number(total) })}
      </StepProgress>
      <Text c="dimmed">
        {isAway ? t(($) => $.run.away) : hasHistory ? t(($) => $.run.leave) : t(($) => $.run.leaveOwn)}
      </Text>
    </div>
  )
}

/** The last step: what became of the lines. */
export function DoneStep(props: { readonly found: ImportAnswer; readonly onAgain: () => void }) {
  const { t } = useTranslation('catalog-import')
  return (
    <div className={classes.stack}>
      <ImportReport found={props.found} />
      <div className={classes.buttons}>
        <Button leftSection={<IconUpload size={20} aria-hidden />} onClick={props.onAgain}>
          {t(($) => $.done.again)}
        </Button>
      </div>
    </div>
  )
}
