import { Alert, Button, Drawer, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { ChangesList } from './changes-list.tsx'
import { RunStep } from './follow-step.tsx'
import { UndoBlock } from './import-act.tsx'
import { catalogImportTarget, importQuery, isWorkedOn } from './import-calls.ts'
import { ImportReport } from './import-report.tsx'
import { useImportWords } from './import-wording.ts'
import { useImportActs } from './use-import-acts.ts'
import classes from './import.module.css'

/** The side panel of an import (IO-12): what it was, when, its counts, and the error or the lines left out. */
export function ImportPanel(props: {
  readonly accountId: string
  /** The import as the list has it, until it is read whole. */
  readonly shown: ImportAnswer
  readonly onClose: () => void
}) {
  const { t } = useTranslation(['catalog-import', 'common'])
  const words = useImportWords()
  const read = useQuery(importQuery(useHttp(), props.accountId, props.shown.id))
  const found = read.data ?? props.shown
  const way = catalogImportTarget(props.accountId)
  const acts = useImportActs(way, found.id)
  const when = (moment: string | null) => (moment === null ? t(($) => $.panel.notYet) : words.moment(moment))
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="right"
      size={640}
      title={t(($) => $.panel.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.panel.close), size: 'xl' }}
    >
      <div className={classes.stack}>
        <FactBlock
          title={t(($) => $.panel.general)}
          facts={[
            { label: t(($) => $.column.source), value: words.source(found) },
            { label: t(($) => $.column.destination), value: found.destination_account.common_name },
            { label: t(($) => $.column.content), value: words.content(found) },
            { label: t(($) => $.check.file), value: <span translate="no">{found.file_name}</span> },
          ]}
        />
        <FactBlock
          title={t(($) => $.panel.dates)}
          facts={[
            { label: t(($) => $.panel.created), value: when(found.created_at) },
            { label: t(($) => $.panel.queued), value: when(found.queued_at) },
            { label: t(($) => $.panel.started), value: when(found.started_at) },
            { label: t(($) => $.panel.ended), value: when(found.ended_at) },
          ]}
        />
        {read.isError && (
          <Alert color="yellow" role="alert">
            <Text size="sm">{t(($) => $.panel.unread)}</Text>
            <Button variant="default" size="sm" mt="sm" loading={read.isFetching} onClick={() => void read.refetch()}>
              {t(($) => $.action.retry, { ns: 'common' })}
            </Button>
          </Alert>
        )}
        {isWorkedOn(found) && found.undo === null && (
          <RunStep found={found} isAway={read.error !== null} hasHistory acts={acts} />
        )}
        <ImportReport found={found} accountId={props.accountId} />
        <UndoBlock found={found} acts={acts} />
        {found.changes_count > 0 && found.forgotten_at === null && found.status !== 'in_progress' && (
          <ChangesList way={way} found={found} />
        )}
      </div>
    </Drawer>
  )
}
