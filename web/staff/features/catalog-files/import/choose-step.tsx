import { Alert, Button, FileInput, Radio, Select, Stack, Text } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypeCsv, IconUpload } from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { catalogContents, type CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { importLimits, strategiesOf, type ImportStrategy } from '#domain/catalog-files/catalog-import.ts'
import { fileColumns, isTranslated } from '#domain/catalog-files/translated-columns.ts'
import { workbookType } from '#domain/kernel/workbook-type.ts'
import { useTextLanguage } from '#web/staff/ui/form/use-text-languages.ts'
import { allowSameFile } from '#web/staff/ui/form/chosen-file.ts'
import { catalogTemplateCall } from '#sync/calls/catalog-export.ts'
import { languageAtom } from '#web/lib/session.ts'
import { useFileExport } from '#web/lib/use-file-export.ts'
import type { ChosenFile } from './import-calls.ts'
import { templateOf } from './template.ts'
import classes from './import.module.css'

/** What is chosen so far. */
export interface FileDraft extends Pick<ChosenFile, 'content' | 'strategy'> {
  readonly file: File | null
}

/** The first step: what is imported, how its lines find what they are about, and the file (IO-04, IO-05). */
export function ChooseStep(props: {
  readonly draft: FileDraft
  /** Whether what the file holds is no question. */
  readonly isFixed: boolean
  readonly problem: string | null
  readonly onChange: (draft: FileDraft) => void
  readonly onDone: (chosen: ChosenFile) => void
}) {
  const { t } = useTranslation('catalog-import')
  const { draft, onChange } = props
  const { content, strategy, file } = draft
  const [isAsked, setAsked] = useState(false)
  const example = useTextColumn(content)
  const languagesHint = strategy === 'recommerce' ? [] : [t(($) => $.choose.languagesHint, { column: example })]
  const fault =
    file === null
      ? isAsked
        ? t(($) => $.choose.missing)
        : null
      : isTooLarge(file)
        ? t(($) => $.choose.tooLarge)
        : null
  const choose = (next: CatalogContent): void =>
    onChange({ ...draft, content: next, strategy: strategiesOf[next].includes(strategy) ? strategy : 'generic' })
  return (
    <form
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
        if (file !== null && !isTooLarge(file)) props.onDone({ content, strategy, file, sheet: null })
      }}
    >
      {props.problem !== null && (
        <Alert color="red" role="alert">
          {props.problem}
        </Alert>
      )}
      {!props.isFixed && (
        <>
          <Select
            size="md"
            label={t(($) => $.choose.content)}
            data={catalogContents.map((one) => ({ value: one, label: t(($) => $.content[one]) }))}
            value={content}
            allowDeselect={false}
            onChange={(value) => {
              const next = catalogContents.find((one) => one === value)
              if (next !== undefined) choose(next)
            }}
          />
          <StrategyField
            content={content}
            strategy={strategy}
            onChange={(next) => onChange({ ...draft, strategy: next })}
          />
        </>
      )}
      <FileInput
        size="md"
        label={t(($) => $.choose.file)}
        description={[t(($) => $.choose.fileHint), ...languagesHint].join(' ')}
        placeholder={t(($) => $.choose.choose)}
        accept={`.csv,.xlsx,.txt,.tsv,text/csv,${workbookType}`}
        fileInputProps={allowSameFile}
        leftSection={<IconFileTypeCsv size={20} aria-hidden />}
        withAsterisk
        clearable
        value={file}
        error={fault}
        onChange={(next) => onChange({ ...draft, file: next })}
      />
      <div className={classes.buttons}>
        <Button type="submit" leftSection={<IconUpload size={20} aria-hidden />}>
          {t(($) => $.choose.check)}
        </Button>
        {!props.isFixed && <WorkbookTemplate content={content} strategy={strategy} />}
        <Template content={content} strategy={strategy} />
      </div>
    </form>
  )
}

/** The first column of a text in another language than the account's. */
function useTextColumn(content: CatalogContent): string {
  const own = useTextLanguage()
  return fileColumns(content, own).find((column) => isTranslated(content, column)) ?? ''
}

function isTooLarge({ size }: File): boolean {
  return size > importLimits.bytes
}

function StrategyField(props: {
  readonly content: CatalogContent
  readonly strategy: ImportStrategy
  readonly onChange: (strategy: ImportStrategy) => void
}) {
  const { t } = useTranslation('catalog-import')
  const { content } = props
  const strategies = strategiesOf[content]
  return (
    <Radio.Group
      size="md"
      label={t(($) => $.choose.strategy)}
      value={props.strategy}
      onChange={(value) => {
        const next = strategies.find((one) => one === value)
        if (next !== undefined) props.onChange(next)
      }}
    >
      <Stack gap="sm" mt="xs">
        {strategies.map((one) => (
          <Radio
            key={one}
            size="md"
            value={one}
            label={t(($) => $.strategy[one])}
            description={t(($) =>
              one === 'generic' ? $.choose.strategyText.generic[content] : $.choose.strategyText[one],
            )}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** The head of such a file, for a spreadsheet. */
function Template(kind: { readonly content: CatalogContent; readonly strategy: ImportStrategy }) {
  const { t } = useTranslation('catalog-import')
  const language = useAtomValue(languageAtom)
  const own = useTextLanguage()
  return (
    <Button
      component="a"
      variant="default"
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(templateOf({ ...kind, own }, language))}`}
      download={`${kind.content}-${kind.strategy}.csv`}
      leftSection={<IconFileTypeCsv size={20} aria-hidden />}
    >
      {t(($) => $.choose.template)}
    </Button>
  )
}

/** A workbook for such a file, with a sheet that explains the columns. */
function WorkbookTemplate({
  content,
  strategy,
}: {
  readonly content: CatalogContent
  readonly strategy: ImportStrategy
}) {
  const { t } = useTranslation('catalog-import')
  const language = useAtomValue(languageAtom)
  const { done, hasFailed, run } = useFileExport(workbookType)
  return (
    <>
      <Button
        variant="default"
        loading={done !== null}
        leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
        onClick={() =>
          void run(
            `${catalogTemplateCall.path.replace('{content}', content)}?strategy=${strategy}&language=${language}`,
            `${content}-${strategy}.xlsx`,
          )
        }
      >
        {t(($) => $.choose.templateBook)}
      </Button>
      {hasFailed && <Text c="red">{t(($) => $.check.technical)}</Text>}
    </>
  )
}
