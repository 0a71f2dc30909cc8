import { Alert, Button, Loader, Text } from '@mantine/core'
import { IconArrowLeft, IconDatabaseImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import type { ChosenFile } from './import-calls.ts'
import { useImportWords } from './import-words.ts'
import classes from './import.module.css'

/** The second step: the file is on its way, and then what the server makes of it, its columns above all (IO-03). */
export function CheckStep(props: {
  readonly chosen: ChosenFile
  /** Null while the file is on its way. */
  readonly checked: CheckedFile | null
  readonly problem: string | null
  readonly isSending: boolean
  /** Whether the lines are tried before anything is written. */
  readonly isTried: boolean
  readonly onBack: () => void
  readonly onImport: () => void
}) {
  const { t } = useTranslation(['catalog-import', 'common'])
  const format = useFormat()
  const words = useImportWords()
  const { chosen, checked } = props
  if (checked === null)
    return (
      <div className={classes.stack}>
        <div className={classes.buttons} role="status">
          <Loader size="sm" aria-hidden />
          <Text>{t(($) => $.check.pending)}</Text>
        </div>
        <div>
          <Button variant="default" onClick={props.onBack}>
            {t(($) => $.action.cancel, { ns: 'common' })}
          </Button>
        </div>
      </div>
    )
  const { lines, encoding, delimiter } = checked
  return (
    <div className={classes.stack}>
      {props.problem !== null && (
        <Alert color="red" role="alert">
          {props.problem}
        </Alert>
      )}
      <FactBlock
        title={t(($) => $.check.title)}
        facts={[
          { label: t(($) => $.check.file), value: <span translate="no">{chosen.file.name}</span> },
          { label: t(($) => $.check.content), value: words.content(chosen) },
          { label: t(($) => $.check.lines), value: format.number(lines) },
          { label: t(($) => $.check.encoding), value: <span translate="no">{encoding.toUpperCase()}</span> },
          { label: t(($) => $.check.delimiter), value: delimiter === '\t' ? t(($) => $.check.tab) : delimiter },
        ]}
      />
      {encoding === 'windows-1252' && (
        <Alert color="yellow" role="status">
          {t(($) => $.check.guessed)}
        </Alert>
      )}
      <ColumnWarnings columns={checked.columns} />
      <div className={classes.buttons}>
        <Button
          loading={props.isSending}
          leftSection={<IconDatabaseImport size={20} aria-hidden />}
          onClick={props.onImport}
        >
          {t(($) => (props.isTried ? $.check.try : $.check.import), { count: lines, formatted: format.number(lines) })}
        </Button>
        <Button
          variant="default"
          disabled={props.isSending}
          leftSection={<IconArrowLeft size={20} aria-hidden />}
          onClick={props.onBack}
        >
          {t(($) => $.check.other)}
        </Button>
      </div>
    </div>
  )
}

function ColumnWarnings({ columns }: { readonly columns: CheckedFile['columns'] }) {
  const { t } = useTranslation('catalog-import')
  const told = [
    [columns.unknown, 'unknown'],
    [columns.missing, 'absent'],
    [columns.duplicated, 'duplicated'],
  ] as const
  const warnings = told.filter(([names]) => names.length > 0)
  if (warnings.length === 0) return null
  return (
    <Alert color="yellow" role="status" title={t(($) => $.check.warnings)}>
      <ul className={classes.warnings}>
        {warnings.map(([names, name]) => (
          <li key={name}>{t(($) => $.check[name], { columns: names.join(', ') })}</li>
        ))}
      </ul>
    </Alert>
  )
}
