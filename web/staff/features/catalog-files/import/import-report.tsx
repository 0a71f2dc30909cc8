import { Alert, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { linesIn, unchangedOf } from '#domain/catalog-files/catalog-import.ts'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { useColumnLabel } from './column-labels.ts'
import { ImportFiles } from './import-files.tsx'
import { statusTone, undoTone, useImportWords } from './import-wording.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import classes from './import.module.css'

/** How an import stands, as a word on the colour of its meaning (IO-08). */
export function ImportStatusBadge({ found: { status, started_at, undo } }: { readonly found: ImportAnswer }) {
  const { t } = useTranslation('catalog-import')
  if (undo !== null) return <StatusBadge tone={undoTone[undo.status]} label={t(($) => $.undo.status[undo.status])} />
  if (status === 'in_progress' && started_at === null)
    return <StatusBadge tone="waiting" label={t(($) => $.status.waiting)} />
  return <StatusBadge tone={statusTone[status]} label={t(($) => $.status[status])} />
}

/** What became of the lines of a file: their counts, and the error or the lines that were left out (IO-07, IO-12). */
export function ImportReport({
  found,
  accountId,
}: {
  readonly found: ImportAnswer
  /** The account whose import it is, which may have its files; null of a buyer's own list. */
  readonly accountId: string | null
}) {
  const { t } = useTranslation('catalog-import')
  const format = useFormat()
  const words = useImportWords()
  const { error, lines_count: count } = found.report
  const rows = [
    ['found', count.found],
    ['inserted', count.inserted],
    ['updated', count.updated],
    ...(found.status === 'in_progress' || found.status === 'error' || found.status === 'cancelled'
      ? []
      : ([['unchanged', unchangedOf(count)]] as const)),
    ['ignored', count.ignored],
  ] as const
  return (
    <div className={classes.stack}>
      {error !== null && (
        <Alert color="red" role="alert" title={t(($) => $.done.error)}>
          {words.failure(error)}
        </Alert>
      )}
      <FactBlock
        title={t(($) => $.report.title)}
        status={<ImportStatusBadge found={found} />}
        facts={rows.map(([name, value]) => ({ label: t(($) => $.report[name]), value: format.number(value) }))}
      />
      {found.lines_differing > 0 && (
        <Alert color="yellow" role="status">
          {t(($) => $.report.differing, {
            count: found.lines_differing,
            formatted: format.number(found.lines_differing),
          })}
        </Alert>
      )}
      {accountId !== null && found.has_file && <ImportFiles accountId={accountId} found={found} />}
      {count.ignored > 0 && <IgnoredLines found={found} />}
      {found.report.notices.length > 0 && <Notices found={found} />}
    </div>
  )
}

function LineReference({ reference }: { readonly reference: string | null }) {
  if (reference === null) return null
  return (
    <bdi className={classes.reference} translate="no">
      {reference}
    </bdi>
  )
}

/** A column as people call it, and as a file has it. */
function LineColumn({ content, column }: Pick<ImportAnswer, 'content'> & { readonly column: string | null }) {
  const label = useColumnLabel(content)
  if (column === null) return null
  const words = label(column)
  return (
    <span className={classes.field}>
      {words !== column && <>{words} </>}
      <code translate="no">{column}</code>
    </span>
  )
}

function LineValue({ value }: { readonly value: string | null }) {
  const { t } = useTranslation('catalog-import')
  if (value === null) return null
  return (
    <span className={classes.value}>
      <span className={classes.soft}>{t(($) => $.report.value)}</span> <bdi translate="no">{value}</bdi>
    </span>
  )
}

/** What is to be known of lines that were read all the same: a mangled number has left the value that was there. */
function Notices({ found }: { readonly found: ImportAnswer }) {
  const { t } = useTranslation('catalog-import')
  const format = useFormat()
  const words = useImportWords()
  const { shown, others, showAll } = useTruncatedList(found.report.notices)
  return (
    <section className={classes.stack} aria-label={t(($) => $.notice.title)}>
      <Title order={2} size="h4">
        {t(($) => $.notice.title)}
      </Title>
      <Text c="dimmed" size="sm">
        {t(($) => $.notice.text)}
      </Text>
      <ul className={classes.ignored}>
        {shown.map((line) => (
          <li key={`${line.line} ${line.code} ${line.field ?? ''}`}>
            <span className={classes.line}>
              {t(($) => $.column.line)} {format.number(line.line)}
              <LineReference reference={line.reference} />
            </span>
            <LineColumn content={found.content} column={line.field} />
            <span className={classes.reason}>{words.notice(line)}</span>
            <LineValue value={line.value} />
          </li>
        ))}
      </ul>
      <ShowMoreButton others={others} onShow={showAll} />
    </section>
  )
}

function IgnoredLines({ found }: { readonly found: ImportAnswer }) {
  const { t } = useTranslation('catalog-import')
  const format = useFormat()
  const words = useImportWords()
  const { ignored_lines: lines, lines_count: count } = found.report
  const { shown, others, showAll } = useTruncatedList(lines)
  return (
    <section className={classes.stack} aria-label={t(($) => $.report.ignoredLines)}>
      <Title order={2} size="h4">
        {t(($) => $.report.ignoredLines)}
      </Title>
      {linesIn(lines) < count.ignored && (
        <Text c="dimmed" size="sm">
          {t(($) => $.report.first, { shown: format.number(linesIn(lines)), total: format.number(count.ignored) })}
        </Text>
      )}
      <ul className={classes.ignored}>
        {shown.map((line) => (
          <li key={`${line.line} ${line.code} ${line.field ?? ''}`}>
            <span className={classes.line}>
              {t(($) => $.column.line)} {format.number(line.line)}
              <LineReference reference={line.reference} />
            </span>
            {line.field === null ? (
              <span className={classes.soft}>{t(($) => $.report.wholeLine)}</span>
            ) : (
              <LineColumn content={found.content} column={line.field} />
            )}
            <span className={classes.reason}>{words.reason(found.content, line)}</span>
            <LineValue value={line.value} />
          </li>
        ))}
      </ul>
      <ShowMoreButton others={others} onShow={showAll} />
    </section>
  )
}
