import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listTasksCall } from '#sync/calls/job.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { jobKey, jobRefetchMs } from './job-key.ts'
import { useJobWords } from './use-job-words.ts'
import classes from './jobs.module.css'

/** What the server does again and again, and how the last round of each went. */
export function Tasks() {
  const { t } = useTranslation('job')
  const http = useHttp()
  const format = useFormat()
  const words = useJobWords()
  const { data } = useQuery({
    queryKey: [...jobKey, 'tasks'],
    queryFn: ({ signal }) => http(listTasksCall, { signal }),
    refetchInterval: jobRefetchMs,
  })
  if (data === undefined || data.tasks.length === 0) return null
  return (
    <section>
      <Title order={2} mt="xl" mb="xs">
        {t(($) => $.tasks.title)}
      </Title>
      <Text mb="md">{t(($) => $.tasks.text)}</Text>
      <ul className={classes.queues} aria-label={t(($) => $.tasks.title)}>
        {data.tasks.map(({ task, endedAt, error }) => (
          <li key={task} className={classes.queue}>
            <strong>{words.task(task)}</strong>
            {error !== null && (
              <span className={classes.counts}>
                <StatusBadge tone="problem" label={t(($) => $.state.failed)} />
                <span className={classes.soft}>{words.reason(error) ?? error}</span>
              </span>
            )}
            <span className={classes.soft}>
              {endedAt === null ? t(($) => $.tasks.never) : t(($) => $.tasks.ended, { date: format.dateTime(endedAt) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
