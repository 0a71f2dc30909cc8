import { Alert, Button, Select, Text } from '@mantine/core'
import { IconArrowsMove, IconBiohazard, IconDoorExit } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { groupCode } from '#web/lib/format.ts'
import { useCan, useFormat } from '#web/lib/platform.tsx'
import { DataList, type Column } from '#web/staff/ui/data-list.tsx'
import { EmptyState, ErrorState } from '#web/staff/ui/faces.tsx'
import { listStart, useListState } from '#web/staff/ui/list-state.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { Filters, Page } from '#web/staff/ui/page.tsx'
import { AnswerBadge } from './answer-badge.tsx'
import { listRows, quarantineSorts } from './quarantine-list.ts'
import { customerAnswers, type QuarantineRow } from './quarantine-row.ts'
import { ReleasePanel } from './release-panel.tsx'
import { useQuarantine } from './use-quarantine.ts'
import styles from './quarantine.module.css'

const first = listStart(quarantineSorts, { perPage: 15, sort: 'waitingSince' })

/** `/buybacksQuarantine` (WH-13): what waits in quarantine, and its ways out. */
export function QuarantinePage() {
  const { t, i18n } = useTranslation('quarantine')
  const { state, change } = useListState(first)
  const [answer, setAnswer] = useAddress('answer')
  const [openId, setOpen] = useAddress('item')
  const quarantine = useQuarantine()
  const mayMove = useCan('item.move')
  const columns = useColumns()
  const wanted = customerAnswers.find((one) => one === answer) ?? null
  const found = quarantine.rows === undefined ? undefined : listRows(quarantine.rows, state, wanted)
  const shown = found?.slice((state.page - 1) * state.perPage, state.page * state.perPage)
  const listed = quarantine.rows?.find(({ id }) => id === openId) ?? null
  // A released item has left the list; its panel goes on telling where the product belongs.
  const [kept, setKept] = useState<QuarantineRow | null>(null)
  if (listed !== null && listed !== kept) setKept(listed)
  const open = listed ?? (kept?.id === openId ? kept : null)
  return (
    <Page
      title={t(($) => $.title)}
      icon={IconBiohazard}
      actions={
        mayMove ? (
          <Button
            component={Link}
            to="/warehouse/move"
            variant="default"
            leftSection={<IconArrowsMove size={20} aria-hidden />}
          >
            {t(($) => $.done.move)}
          </Button>
        ) : undefined
      }
    >
      {quarantine.isByCopy && quarantine.error === null && (
        <Alert color="yellow" mb="md" role="status">
          {t(($) => $.byCopy)}
        </Alert>
      )}
      <Filters>
        <Select
          label={t(($) => $.column.answer)}
          data={[
            { value: 'all', label: t(($) => $.allAnswers) },
            ...customerAnswers.map((value) => ({ value, label: t(($) => $.answer[value]) })),
          ]}
          value={wanted ?? 'all'}
          allowDeselect={false}
          onChange={(value) => setAnswer(value === 'all' ? null : value)}
        />
      </Filters>
      {quarantine.error !== null ? (
        <ErrorState {...withText(callErrorText(i18n, quarantine.error))} onRetry={quarantine.refetch} />
      ) : (
        <DataList
          label={t(($) => $.title)}
          rows={shown}
          total={found?.length ?? null}
          rowKey={({ id }) => id}
          rowName={({ code }) => groupCode(code)}
          state={state}
          onChange={change}
          searchLabel={t(($) => $.search)}
          onOpen={({ id }) => setOpen(id)}
          columns={columns}
          actions={[{ label: t(($) => $.release.title), icon: IconDoorExit, run: ({ id }) => setOpen(id) }]}
          empty={
            quarantine.rows?.length === 0 ? (
              <EmptyState icon={IconBiohazard} title={t(($) => $.empty)} text={t(($) => $.emptyText)} />
            ) : (
              <EmptyState title={t(($) => $.noMatch)} />
            )
          }
        />
      )}
      {open !== null && (
        <ReleasePanel
          key={open.id}
          row={open}
          item={quarantine.items.get(open.id) ?? null}
          onClose={() => setOpen(null)}
        />
      )}
    </Page>
  )
}

function useColumns(): readonly Column<QuarantineRow>[] {
  const { t } = useTranslation('quarantine')
  const format = useFormat()
  return [
    {
      key: 'name',
      title: t(($) => $.column.product),
      sortable: true,
      cell: (row) => (
        <span className={styles.text}>
          <strong>{row.name ?? t(($) => $.unnamed)}</strong>
          <Text size="sm" c="dimmed">
            {groupCode(row.code)}
          </Text>
        </span>
      ),
    },
    {
      key: 'waitingSince',
      title: t(($) => $.column.waitingSince),
      sortable: true,
      cell: (row) => format.date(new Date(row.waitingSinceMs)),
    },
    {
      key: 'declared',
      title: t(($) => $.column.declared),
      sortable: true,
      align: 'end',
      cell: (row) => (row.declaredCents === null ? '–' : <Money valueCents={row.declaredCents} />),
    },
    {
      key: 'controlled',
      title: t(($) => $.column.controlled),
      sortable: true,
      align: 'end',
      cell: (row) => (row.controlledCents === null ? '–' : <Money valueCents={row.controlledCents} />),
    },
    { key: 'answer', title: t(($) => $.column.answer), cell: (row) => <AnswerBadge row={row} /> },
    {
      key: 'deadline',
      title: t(($) => $.column.deadline),
      sortable: true,
      cell: (row) => (row.deadlineMs === null ? '–' : format.date(new Date(row.deadlineMs))),
    },
  ]
}

const withText = (text: string | null) => (text === null ? {} : { text })

/** A value of the address, and how it changes. */
function useAddress(name: string): readonly [string | null, (value: string | null) => void] {
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const value = search[name]
  const set = (next: string | null): void => {
    const change = ((before: object) => ({ ...before, [name]: next ?? undefined })) as never
    void navigate({ to: '.', search: change, replace: true, resetScroll: false })
  }
  return [typeof value === 'string' && value !== '' ? value : null, set]
}
