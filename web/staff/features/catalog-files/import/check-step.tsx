import { Alert, Button, Loader, NativeSelect, Text } from '@mantine/core'
import { IconArrowLeft, IconDatabaseImport } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { columnsRead } from '#domain/catalog-files/import-columns.ts'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { shortListLimit } from '#web/lib/shorten.ts'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
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
  /** What is open of a file until a person says it: by which column its lines are found, or which sheet is meant. */
  readonly lacking: Lacking | null
  /** Says what a column is, for this file and later ones. */
  readonly onMatch: (name: string, column: string | null) => void
  /** Reads another sheet of the workbook. */
  readonly onSheet: (sheet: string) => void
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
          {lacking.head.length > 0 ? lacking.problem : t(($) => $.check.sheetOpen)}
        </Alert>
        <SheetField {...lacking} isChosen={chosen.sheet !== null} isOff={props.isMatching} onChange={props.onSheet} />
        {lacking.head.length > 0 && table(lacking.head)}
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
        ]}
      />
      <SheetField
        sheet={sheet}
        sheets={checked.sheets}
        isChosen={chosen.sheet !== null}
        isOff={props.isMatching || props.isSending}
        onChange={props.onSheet}
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

/** The sheet of a workbook that is read; another one may be chosen where several have lines. */
function SheetField(props: {
  readonly sheet: string | null
  readonly sheets: readonly string[]
  /** Whether the user has chosen the sheet, and goes on from here. */
  readonly isChosen: boolean
  readonly isOff: boolean
  readonly onChange: (sheet: string) => void
}) {
  const { t } = useTranslation('catalog-import')
  const field = useRef<HTMLSelectElement>(null)
  const { sheet, sheets, isChosen } = props
  // The step is drawn again once the sheet has been read.
  useEffect(() => {
    if (isChosen) field.current?.focus()
  }, [isChosen])
  if (sheets.length < 2) return null
  const common = {
    size: 'md',
    label: t(($) => $.check.sheet),
    description: sheet === null ? undefined : t(($) => $.check.sheetHint, { count: sheets.length }),
    translate: 'no',
    disabled: props.isOff,
  } as const
  if (sheets.length > shortListLimit)
    return (
      <TruncatedSelect
        {...common}
        placeholder={t(($) => $.check.sheetChoose)}
        allowDeselect={false}
        data={sheets}
        value={sheet}
        onChange={(chosen) => chosen !== null && props.onChange(chosen)}
      />
    )
  return (
    <NativeSelect
      {...common}
      ref={field}
      value={sheet ?? ''}
      data={[
        ...(sheet === null ? [{ value: '', label: t(($) => $.check.sheetChoose), disabled: true }] : []),
        ...sheets.map((one) => ({ value: one, label: one })),
      ]}
      onChange={({ currentTarget: { value } }) => props.onChange(value)}
    />
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
