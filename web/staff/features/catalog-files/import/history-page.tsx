import { Alert, Button, UnstyledButton } from '@mantine/core'
import { IconDatabaseImport, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isUuid } from '#domain/kernel/uuid.ts'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { DataList, type Column } from '#web/staff/ui/list/data-list.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Page } from '#web/staff/ui/page.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { importsQuery } from './import-calls.ts'
import { ImportPanel } from './import-panel.tsx'
import { ImportStatusBadge } from './import-report.tsx'
import { useImportWords } from './import-wording.ts'
import classes from './import.module.css'

const first = listStart([])

/** `/accounts/{accountId}/catalog-imports` (IO-09 to IO-14): the imports of the account, the latest first. */
export function HistoryPage({ accountId }: { readonly accountId: string }) {
  const { t } = useTranslation('catalog-import')
  const { state, change } = useListState(first)
  const found = useInfiniteQuery(importsQuery(useHttp(), accountId, state.search))
  const [shown, setShown] = useState<ImportAnswer | null>(null)
  const columns = useColumns(setShown)
  const words = useImportWords()
  const isUnknown = !isUuid(accountId) || (found.error instanceof CallError && found.error.status === 404)
  const start = (
    <ButtonLink
      to="/imports/$organizationId"
      params={{ organizationId: accountId }}
      leftSection={<IconDatabaseImport size={20} aria-hidden />}
    >
      {t(($) => $.start)}
    </ButtonLink>
  )
  const rows = found.data && distinct(found.data.pages.flatMap(({ results }) => results))
  if (isUnknown)
    return (
      <Page title={t(($) => $.history)} icon={IconHistory}>
        <EmptyState icon={IconHistory} title={t(($) => $.unknown.title)} text={t(($) => $.unknown.text)} />
      </Page>
    )
  return (
    <Page
      title={t(($) => $.history)}
      icon={IconHistory}
      actions={rows?.length === 0 && state.search === '' ? null : start}
    >
      <DataList
        label={t(($) => $.history)}
        rows={rows}
        total={null}
        error={rows === undefined ? found.error : null}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
        isWhole
        rowKey={({ id }) => id}
        rowName={words.content}
        state={state}
        onChange={change}
        searchLabel={t(($) => $.search)}
        columns={columns}
        onOpen={setShown}
        empty={
          state.search === '' ? (
            <EmptyState
              icon={IconHistory}
              title={t(($) => $.empty.title)}
              text={t(($) => $.empty.text)}
              action={start}
            />
          ) : (
            <EmptyState icon={IconHistory} title={t(($) => $.noMatch.title)} text={t(($) => $.noMatch.text)} />
          )
        }
      />
      <div className={classes.more}>
        {found.isFetchNextPageError && (
          <Alert color="red" role="alert">
            {t(($) => $.moreFailed)}
          </Alert>
        )}
        {found.hasNextPage && (
          <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            {t(($) => $.more)}
          </Button>
        )}
      </div>
      {shown !== null && <ImportPanel accountId={accountId} shown={shown} onClose={() => setShown(null)} />}
    </Page>
  )
}

/** A new import moves the others on: one that comes again with the next page is shown once. */
function distinct(rows: readonly ImportAnswer[]): readonly ImportAnswer[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** Date, source, destination, type with strategy, and status (IO-10). */
function useColumns(open: (row: ImportAnswer) => void): readonly Column<ImportAnswer>[] {
  const { t } = useTranslation('catalog-import')
  const words = useImportWords()
  return [
    {
      key: 'date',
      title: t(($) => $.column.date),
      cell: (row) => (
        <UnstyledButton
          className={classes.open}
          aria-haspopup="dialog"
          aria-label={t(($) => $.open, { content: words.content(row), date: words.moment(row.created_at) })}
          onClick={() => open(row)}
        >
          {words.moment(row.created_at)}
        </UnstyledButton>
      ),
    },
    { key: 'file', title: t(($) => $.check.file), cell: (row) => <span translate="no">{row.file_name}</span> },
    { key: 'source', title: t(($) => $.column.source), cell: words.source },
    { key: 'content', title: t(($) => $.column.content), cell: words.content },
    { key: 'lines', title: t(($) => $.column.lines), cell: words.counts },
    { key: 'status', title: t(($) => $.column.status), cell: (row) => <ImportStatusBadge found={row} /> },
  ]
}
