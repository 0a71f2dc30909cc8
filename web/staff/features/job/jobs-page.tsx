import { Alert, Select, Text, UnstyledButton } from '@mantine/core'
import { IconPlayerPlay, IconRefresh, IconStack2 } from '@tabler/icons-react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { jobStates, type JobState } from '#domain/payment/payment-provider.ts'
import { exportJobsCall, listJobsCall, listQueuesCall, retryJobCall, type JobAnswer } from '#sync/calls/job.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { groupCode } from '#web/lib/format.ts'
import { type Http } from '#web/lib/http.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { Filters } from '#web/staff/ui/page.tsx'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { ListPage, ListExport } from '#web/staff/ui/list/list-page.tsx'
import { useListPage } from '#web/staff/ui/list/use-list-page.ts'
import { jobKey, jobRefetchMs } from './job-key.ts'
import { Tasks } from './tasks.tsx'
import { useJobWords } from './use-job-words.ts'
import classes from './jobs.module.css'
import { jobFilters, jobQuestionOf } from './job-search.ts'

const first = listStart(sortsOf(listJobsCall), { perPage: 15, sort: 'createdAt', order: 'desc' })

const toneOfJob: Readonly<Record<JobState, StatusTone>> = {
  waiting: 'waiting',
  active: 'active',
  failed: 'problem',
  done: 'success',
}

/** `/jobs`: what the server does later, what failed, and another try. */
export function JobsPage() {
  const { t } = useTranslation(['job', 'common'])
  const http = useHttp()
  const list = useListPage({
    first,
    filters: jobFilters,
    questionOf: jobQuestionOf,
    query: (question) => jobsQuery(http, question),
  })
  const { filters, setFilters } = list
  const columns = useColumns()
  const words = useJobWords()
  const { retry, outcome } = useRetry()
  return (
    <ListPage
      title={t(($) => $.title)}
      icon={IconStack2}
      actions={<ListExport list={list} call={exportJobsCall} name={t(($) => $.fileName)} label={t(($) => $.export)} />}
      list={list}
      label={t(($) => $.list)}
      rowKey={({ id }) => id}
      rowName={({ queue, buybackCode }) => `${words.queue(queue)} ${buybackCode ?? ''}`}
      searchLabel={t(($) => $.search)}
      scans={ScannedSearch}
      columns={columns}
      rowActions={[
        {
          label: t(($) => $.retry),
          icon: IconRefresh,
          applies: (job) => job.state === 'failed',
          run: ({ id }) => retry(id),
        },
        {
          label: t(($) => $.runNow),
          icon: IconPlayerPlay,
          applies: (job) => job.state === 'waiting',
          run: ({ id }) => retry(id),
        },
      ]}
      empty={{ title: t(($) => $.empty.title), text: t(($) => $.empty.text) }}
      noMatch={{ title: t(($) => $.noMatch.title), text: t(($) => $.noMatch.text) }}
      below={<Tasks />}
    >
      <Text mb="md">{t(($) => $.text)}</Text>
      <Queues chosen={filters.queue} onChoose={(queue) => setFilters({ queue })} />
      {outcome !== null && (
        <Alert color={outcome.isDone ? 'green' : 'red'} role={outcome.isDone ? 'status' : 'alert'} mb="md">
          {outcome.text}
        </Alert>
      )}
      <Filters>
        <Select
          label={t(($) => $.column.state)}
          placeholder={t(($) => $.filter.any, { ns: 'common' })}
          data={jobStates.map((value) => ({ value, label: t(($) => $.state[value]) }))}
          value={filters.state ?? null}
          clearable
          onChange={(value) => setFilters({ state: jobStates.find((one) => one === value) })}
        />
      </Filters>
    </ListPage>
  )
}

function jobsQuery(http: Http, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: [...jobKey, 'list', query],
    queryFn: ({ signal }) => http(listJobsCall, { query, signal }),
    placeholderData: (before) => before,
    refetchInterval: jobRefetchMs,
  })
}

function useRetry() {
  const { t, i18n } = useTranslation('job')
  const http = useHttp()
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<{ readonly isDone: boolean; readonly text: string } | null>(null)
  const { mutate } = useSingleMutation({
    mutationFn: (id: string) => http(retryJobCall, { params: { id }, body: {} }),
    onSuccess: () => setOutcome({ isDone: true, text: t(($) => $.retried) }),
    onError: (error) => setOutcome({ isDone: false, text: callErrorText(i18n, error) ?? t(($) => $.retryFailed) }),
    onSettled: () => queries.invalidateQueries({ queryKey: jobKey }),
  })
  return { retry: mutate, outcome }
}

/** How each queue stands; choosing one narrows the list to it, choosing it again widens it. */
function Queues(props: {
  readonly chosen: string | undefined
  readonly onChoose: (queue: string | undefined) => void
}) {
  const { chosen, onChoose } = props
  const { t } = useTranslation('job')
  const http = useHttp()
  const format = useFormat()
  const words = useJobWords()
  const { data } = useQuery({
    queryKey: [...jobKey, 'queues'],
    queryFn: ({ signal }) => http(listQueuesCall, { signal }),
    refetchInterval: jobRefetchMs,
  })
  return (
    <ul className={classes.queues} aria-label={t(($) => $.queues)}>
      {data?.queues.map(({ queue, waiting, active, failed, oldestWaitingAt }) => (
        <li key={queue}>
          <UnstyledButton
            id={`field-queue-${queue}`}
            className={classes.queue ?? ''}
            aria-pressed={chosen === queue}
            onClick={() => onChoose(chosen === queue ? undefined : queue)}
          >
            <strong>{words.queue(queue)}</strong>
            <span className={classes.counts}>
              {failed > 0 && <StatusBadge tone="problem" label={t(($) => $.count.failed, { count: failed })} />}
              {active > 0 && <StatusBadge tone="active" label={t(($) => $.count.active, { count: active })} />}
              {waiting > 0 && <StatusBadge tone="waiting" label={t(($) => $.count.waiting, { count: waiting })} />}
              {failed + active + waiting === 0 && <span className={classes.soft}>{t(($) => $.calm)}</span>}
            </span>
            {oldestWaitingAt !== null && (
              <span className={classes.soft}>{t(($) => $.oldest, { date: format.dateTime(oldestWaitingAt) })}</span>
            )}
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

function useColumns(): readonly Column<JobAnswer>[] {
  const { t } = useTranslation('job')
  const format = useFormat()
  const words = useJobWords()
  return [
    {
      key: 'queue',
      title: t(($) => $.column.queue),
      cell: ({ queue, kind }) => (
        <span className={classes.cell}>
          <strong>{words.queue(queue)}</strong>
          {kind !== null && <span className={classes.soft}>{words.kind(kind)}</span>}
        </span>
      ),
    },
    {
      key: 'state',
      title: t(($) => $.column.state),
      cell: ({ state }) => <StatusBadge tone={toneOfJob[state]} label={t(($) => $.state[state])} />,
    },
    {
      key: 'subject',
      title: t(($) => $.column.subject),
      cell: ({ buybackId, buybackCode, paymentId, recipient }) =>
        buybackId === null || buybackCode === null ? (
          (recipient ?? '–')
        ) : (
          <span className={classes.cell}>
            <AnchorLink to="/buyback/$id" params={{ id: buybackId }} underline="always">
              <span translate="no">{groupCode(buybackCode)}</span>
            </AnchorLink>
            {recipient !== null && <span className={classes.soft}>{recipient}</span>}
            {paymentId !== null && (
              <AnchorLink to="/payments/$id" params={{ id: paymentId }} underline="always">
                {t(($) => $.toPayment)}
              </AnchorLink>
            )}
          </span>
        ),
    },
    { key: 'error', title: t(($) => $.column.error), cell: ({ error }) => <Reason error={error} /> },
    {
      key: 'attempts',
      title: t(($) => $.column.attempts),
      align: 'end',
      cell: ({ attempts }) => format.number(attempts),
    },
    {
      key: 'createdAt',
      title: t(($) => $.column.createdAt),
      sortable: true,
      cell: ({ createdAt }) => <DateTime value={createdAt} />,
    },
    {
      key: 'dueAt',
      title: t(($) => $.column.dueAt),
      cell: ({ dueAt }) => (dueAt === null ? '–' : <DateTime value={dueAt} />),
    },
  ]
}

/** Why a job failed in words, and as its operators look it up. */
function Reason({ error }: { readonly error: string | null }) {
  const words = useJobWords()
  if (error === null) return '–'
  const reason = words.reason(error)
  return (
    <span className={classes.cell}>
      {reason === null ? null : <span>{reason}</span>}
      <code className={classes.soft}>{error}</code>
    </span>
  )
}
