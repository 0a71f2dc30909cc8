import { Select, Text } from '@mantine/core'
import { IconArrowsMove, IconBiohazard, IconDoorExit } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod'
import { isCommandCode, productCodes } from '#domain/item/resolve-code.ts'
import { customerAnswers } from '#domain/quarantine/customer-answer.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { listQuarantineCall } from '#sync/calls/quarantine.ts'
import { groupCode } from '#web/lib/format.ts'
import { useCan, useFormat } from '#web/lib/platform.tsx'
import { useMinute } from '#web/lib/use-minute.ts'
import { passedOn } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { CopyFrame } from '#web/staff/ui/copy-frame.tsx'
import { DataList, type Column } from '#web/staff/ui/list/data-list.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { readRows } from '#web/staff/ui/list/list-rows.ts'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { Filters, Page } from '#web/staff/ui/page.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { useFilters } from '#web/staff/ui/list/use-list-page.ts'
import { listFilters } from '#web/staff/ui/list/list-filters.ts'
import { useOpenRow } from '#web/staff/ui/list/use-open-row.ts'
import { AnswerBadge } from './answer-badge.tsx'
import { DeadlineText } from './deadline-text.tsx'
import type { QuarantineRow } from './quarantine-row.ts'
import { ReleasePanel } from './release-panel.tsx'
import { useQuarantine, useQuarantined } from './use-quarantine.ts'
import styles from './quarantine.module.css'

const first = listStart(sortsOf(listQuarantineCall), { perPage: 15, sort: 'waitingSince' })
const quarantineFilters = listFilters(() => ({ answer: z.enum(customerAnswers) }))

/** `/buybacksQuarantine` (WH-13): what stands in quarantine, and its ways out. */
export function QuarantinePage() {
  const { t } = useTranslation('quarantine')
  const nowMs = useMinute()
  const { state, change } = useListState(first)
  const { filters, setFilters } = useFilters(quarantineFilters)
  const answer = filters.answer ?? null
  const [openId, setOpen] = useOpenRow('item')
  const reading = useQuarantine(state, answer, nowMs)
  const mayMove = useCan('item.move')
  // A scanned product is searched for, and opens where it is the only one.
  const [scanned, setScanned] = useState<{ readonly code: string } | null>(null)
  useScanner({
    purpose: 'item',
    isBehindDialogs: true,
    onScan: ({ resolution }) => {
      if (isCommandCode(resolution) || resolution.reserved) return passedOn
      const code = productCodes(resolution)[0] ?? resolution.code
      setScanned({ code })
      change({ search: code })
    },
  })
  const columns = useColumns(nowMs)
  const rows = reading.value?.['hydra:member']
  const only =
    rows?.length === 1 && scanned !== null && state.search === scanned.code && !reading.isPassing ? rows[0] : undefined
  const openOnly = useEffectEvent((id: string) => setOpen(id))
  const onlyId = only?.id
  useEffect(() => {
    if (onlyId !== undefined) openOnly(onlyId)
  }, [onlyId, scanned])
  const { row: listed, item } = useQuarantined(openId, rows?.find(({ id }) => id === openId) ?? null)
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
          <ButtonLink to="/warehouse/move" variant="default" leftSection={<IconArrowsMove size={20} aria-hidden />}>
            {t(($) => $.done.move)}
          </ButtonLink>
        ) : undefined
      }
    >
      <Filters>
        <Select
          label={t(($) => $.column.answer)}
          data={[
            { value: 'all', label: t(($) => $.allAnswers) },
            ...customerAnswers.map((value) => ({ value, label: t(($) => $.answer[value]) })),
          ]}
          value={answer ?? 'all'}
          allowDeselect={false}
          onChange={(value) => setFilters({ answer: customerAnswers.find((one) => one === value) })}
        />
      </Filters>
      <CopyFrame reading={reading} note={t(($) => $.copyNote)}>
        <DataList
          label={t(($) => $.title)}
          {...readRows(reading)}
          rowKey={({ id }) => id}
          rowName={({ code }) => groupCode(code)}
          state={state}
          onChange={change}
          searchLabel={t(($) => $.search)}
          onOpen={({ id }) => setOpen(id)}
          columns={columns}
          actions={[{ label: t(($) => $.release.title), icon: IconDoorExit, run: ({ id }) => setOpen(id) }]}
          empty={
            answer === null && state.search === '' ? (
              <EmptyState icon={IconBiohazard} title={t(($) => $.empty)} text={t(($) => $.emptyText)} />
            ) : (
              <EmptyState title={t(($) => $.noMatch)} />
            )
          }
        />
      </CopyFrame>
      {open !== null && (
        <ReleasePanel key={open.id} row={open} item={item} nowMs={nowMs} onClose={() => setOpen(null)} />
      )}
    </Page>
  )
}

function useColumns(nowMs: number): readonly Column<QuarantineRow>[] {
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
      key: 'declaredPrice',
      title: t(($) => $.column.declared),
      sortable: true,
      align: 'end',
      cell: (row) => (row.declaredCents === null ? '–' : <Money valueCents={row.declaredCents} />),
    },
    {
      key: 'controlledPrice',
      title: t(($) => $.column.controlled),
      sortable: true,
      align: 'end',
      cell: (row) => (row.controlledCents === null ? '–' : <Money valueCents={row.controlledCents} />),
    },
    { key: 'answer', title: t(($) => $.column.answer), cell: (row) => <AnswerBadge row={row} nowMs={nowMs} /> },
    {
      key: 'deadline',
      title: t(($) => $.column.deadline),
      sortable: true,
      cell: (row) => <DeadlineText row={row} nowMs={nowMs} />,
    },
  ]
}
