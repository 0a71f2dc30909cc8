import { Skeleton, Text, Title } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { BuybackStatus } from '#domain/buyback/buyback-status.ts'
import type { StatisticFigure } from '#domain/dashboard/statistics.ts'
import { dashboardDataCall, type DashboardStatisticAnswer } from '#sync/calls/dashboard.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useCachedList } from '#web/local/cache/cached-list.ts'
import { useServerQuery, withOfflineFallback } from '#web/local/cache/offline-fallback.ts'
import { keptFigures } from './kept-figures.ts'
import { WeekPlot } from './week-plot.tsx'
import classes from './statistics.module.css'

/** Statuses of the buybacks that a figure counts, as the list filters them. */
const statusesOf: Readonly<Record<StatisticFigure, readonly BuybackStatus[]>> = {
  awaiting_transit: ['bb_awaiting_inventory'],
  in_transit: ['bb_in_transit'],
  processing: ['bb_in_processing'],
  completed: ['bb_completed', 'bb_completed_by_price', 'bb_completed_with_absorption', 'bb_completed_with_negociation'],
  unfinished: ['bb_not_completed', 'bb_cancelled'],
  predeclared: ['bb_awaiting_store_drop'],
}

/** The figures of the week that is over, each with its course over the weeks before (BB-46, BB-47). */
export function Statistics() {
  const { t } = useTranslation('buyback')
  const http = useHttp()
  const format = useFormat()
  // Both days in the same form: seen from long ago, none of them is near.
  const fullDate = (day: string): string => format.date(day, new Date(0))
  const server = useServerQuery({
    queryKey: ['dashboard', 'data'],
    queryFn: ({ signal }) => http(dashboardDataCall, { signal }),
    staleTime: 300_000,
  })
  const kept = useCachedList(keptFigures, server.isAway)
  const { value: data, error, away } = withOfflineFallback(server, kept)
  const isError = error !== null || away?.face === 'missing' || away?.face === 'failed'
  return (
    <section aria-label={t(($) => $.statistics.title)} className={classes.section}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {t(($) => $.statistics.title)}
        </Title>
        {data?.weekFrom && data.weekTo ? (
          <Text c="dimmed">
            {t(($) => $.statistics.week, { from: fullDate(data.weekFrom), to: fullDate(data.weekTo) })}
          </Text>
        ) : null}
      </div>
      {data === undefined ? (
        isError ? (
          <Text c="dimmed">{t(($) => $.statistics.failed)}</Text>
        ) : (
          <Skeleton height={160} radius="md" />
        )
      ) : data.refreshedAt === null ? (
        <Text c="dimmed">{t(($) => $.statistics.none)}</Text>
      ) : (
        <>
          <ul className={classes.grid}>
            {data.statistics.map((statistic) => (
              <li key={statistic.fileNameFormat}>
                <FigureCard statistic={statistic} />
              </li>
            ))}
          </ul>
          <Text size="sm" c="dimmed">
            {t(($) => $.statistics.refreshed, { date: format.dateTime(data.refreshedAt) })}
          </Text>
        </>
      )}
    </section>
  )
}

function FigureCard({ statistic }: { readonly statistic: DashboardStatisticAnswer }) {
  const { t } = useTranslation('buyback')
  const format = useFormat()
  const { fileNameFormat: figure, total, weeks } = statistic
  const isFlow = figure === 'completed' || figure === 'unfinished'
  return (
    <Link to="/buybacks" search={{ status: statusesOf[figure] }} className={classes.card}>
      <span className={classes.name}>{t(($) => $.statistics.figure[figure])}</span>
      <span className={classes.row}>
        <strong className={classes.total}>{format.number(total)}</strong>
        <WeekPlot name={t(($) => $.statistics.figure[figure])} weeks={weeks} />
      </span>
      <span className={classes.soft}>
        {isFlow ? t(($) => $.statistics.kind.ended) : t(($) => $.statistics.kind.standing)}
      </span>
      <Change difference={total - (weeks.at(-2)?.total ?? total)} />
    </Link>
  )
}

function Change({ difference }: { readonly difference: number }) {
  const { t } = useTranslation('buyback')
  const format = useFormat()
  const Icon = difference === 0 ? IconArrowRight : difference > 0 ? IconArrowUpRight : IconArrowDownRight
  const amount = format.number(Math.abs(difference))
  return (
    <span className={classes.change}>
      <Icon size={16} aria-hidden />
      {difference === 0
        ? t(($) => $.statistics.same)
        : difference > 0
          ? t(($) => $.statistics.more, { difference: amount })
          : t(($) => $.statistics.fewer, { difference: amount })}
    </span>
  )
}
