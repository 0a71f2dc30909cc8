import { Alert, Button, Loader, Text } from '@mantine/core'
import { IconArrowLeft, IconDatabaseImport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { columnsRead } from '#domain/catalog-files/import-columns.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { useTextLanguage } from '#web/staff/ui/form/use-text-languages.ts'
import { useColumnLabel } from './column-labels.ts'
import { ColumnsTable } from './columns-table.tsx'
import type { ChosenFile } from './import-calls.ts'
import type { Lacking } from './use-file-import.ts'
import { useImportWords } from './import-wording.ts'
import classes from './import.module.css'

/** The second step: the file is on its way, and then what the server makes of it, its columns above all (IO-03). */
export function CheckStep(props: {
  readonly chosen: ChosenFile
  /** Null while the file is on its way. */
  readonly checked: CheckedFile | null
  readonly problem: string | null
  /** The columns of a file that lacks one by which its lines are found, until one is said to be it. */
  readonly lacking: Lacking | null
  /** Says what a column is, for this file and later ones. */
  readonly onMatch: (name: string, column: string | null) => void
  readonly isMatching: boolean
  readonly isSending: boolean
  readonly onBack: () => void
  readonly onImport: () => void
}) {
  const { t } = useTranslation(['catalog-import', 'common'])
  const format = useFormat()
  const words = useImportWords()
  const { chosen, checked, lacking } = props
  const own = useTextLanguage()
  const table = (head: CheckedFile['columns']['head']) => (
    <ColumnsTable
      content={chosen.content}
      head={head}
      columns={columnsRead({ ...chosen, own })}
      onMatch={props.onMatch}
      isMatching={props.isMatching}
    />
  )
  if (lacking !== null)
    return (
      <div className={classes.stack}>
        <Alert color="red" role="alert">
          {lacking.problem}
        </Alert>
        {table(lacking.head)}
        <div>
          <Button variant="default" leftSection={<IconArrowLeft size={20} aria-hidden />} onClick={props.onBack}>
            {t(($) => $.check.other)}
          </Button>
        </div>
      </div>
    )
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
  const { lines, format: fileFormat, encoding, delimiter, sheet, head_line: headLine, hidden_lines: hidden } = checked
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
          { label: t(($) => $.check.format), value: t(($) => $.check.formatOf[fileFormat]) },
          ...(encoding === null
            ? []
            : [{ label: t(($) => $.check.encoding), value: <span translate="no">{encoding.toUpperCase()}</span> }]),
          ...(delimiter === null
            ? []
            : [{ label: t(($) => $.check.delimiter), value: delimiter === '\t' ? t(($) => $.check.tab) : delimiter }]),
          ...(sheet === null ? [] : [{ label: t(($) => $.check.sheet), value: <span translate="no">{sheet}</span> }]),
        ]}
      />
      <ReadingNotes encoding={encoding} headLine={headLine} hidden={hidden} />
      <ColumnWarnings content={chosen.content} columns={checked.columns} />
      {table(checked.columns.head)}
      <div className={classes.buttons}>
        <Button
          loading={props.isSending}
          leftSection={<IconDatabaseImport size={20} aria-hidden />}
          onClick={props.onImport}
        >
          {t(($) => $.check.try, { count: lines, formatted: format.number(lines) })}
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

/** What a reader of the file has taken for granted, for who knows the file. */
function ReadingNotes(props: {
  readonly encoding: CheckedFile['encoding']
  readonly headLine: number
  readonly hidden: number
}) {
  const { t } = useTranslation('catalog-import')
  const format = useFormat()
  const { encoding, headLine, hidden } = props
  const notes = [
    ...(encoding === 'windows-1252' ? [t(($) => $.check.guessed)] : []),
    ...(encoding === 'macintosh' ? [t(($) => $.check.guessedMac)] : []),
    ...(encoding === 'ibm850' ? [t(($) => $.check.guessedDos)] : []),
    ...(headLine > 1 ? [t(($) => $.check.headLine, { line: format.number(headLine) })] : []),
    ...(hidden > 0 ? [t(($) => $.check.hidden, { count: hidden, formatted: format.number(hidden) })] : []),
  ]
  return notes.map((note) => (
    <Alert key={note} color="yellow" role="status">
      {note}
    </Alert>
  ))
}

function ColumnWarnings(props: { readonly content: CatalogContent; readonly columns: CheckedFile['columns'] }) {
  const { t, i18n } = useTranslation('catalog-import')
  const label = useColumnLabel(props.content)
  const { unknown, missing, duplicated } = props.columns
  if (unknown.length + missing.length + duplicated.length === 0) return null
  // As words in a sentence.
  const listed = new Intl.ListFormat(i18n.language).format(missing.map(label))
  return (
    <Alert color="yellow" role="status" title={t(($) => $.check.warnings)}>
      <ul className={classes.warnings}>
        {unknown.length > 0 && <li>{t(($) => $.check.unknown, { columns: unknown.join(', ') })}</li>}
        {missing.length > 0 && <li>{t(($) => $.check.absent, { count: missing.length, columns: listed })}</li>}
        {duplicated.length > 0 && <li>{t(($) => $.check.duplicated, { columns: duplicated.join(', ') })}</li>}
      </ul>
    </Alert>
  )
}
