import { IconFileExport } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { sortsOf } from '#sync/calls/list.ts'
import { exportPaymentFilesCall, listPaymentFilesCall, type PaymentFileAnswer } from '#sync/calls/payment.ts'
import { useFormat, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { amountsOf, hasTransferFiles } from '#web/lib/session.ts'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { listStart } from '#web/staff/ui/list/list-state.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { PrintListButton } from '#web/staff/ui/list/print-list-button.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { AnchorLink, ButtonLink } from '#web/staff/ui/router-link.tsx'
import { ListPage, ListExport } from '#web/staff/ui/list/list-page.tsx'
import { useListPage } from '#web/staff/ui/list/use-list-page.ts'
import { askedWordsOnly, unfiltered } from '#web/staff/ui/list/list-filters.ts'
import { paymentFilesQuery } from './payment-calls.ts'
import classes from './payment.module.css'

const first = listStart(sortsOf(listPaymentFilesCall), { perPage: 15, sort: 'createdAt', order: 'desc' })

/** `/payment-files`: the files of bank transfers, the latest first. */
export function PaymentFilesPage() {
  const { t } = useTranslation('payment')
  const http = useHttp()
  const navigate = useNavigate()
  const columns = useFileColumns()
  const list = useListPage({
    first,
    filters: unfiltered,
    questionOf: askedWordsOnly('q'),
    query: (question) => paymentFilesQuery(http, question),
  })
  const user = useSignedInUser()
  const { currency } = amountsOf(user, null)
  const hasFiles = hasTransferFiles(user)
  const create = hasFiles ? (
    <ButtonLink to="/payment-files/create" leftSection={<IconFileExport size={20} aria-hidden />}>
      {t(($) => $.files.create)}
    </ButtonLink>
  ) : null
  const isEmpty = !list.isFiltered && list.found.data?.['hydra:member'].length === 0
  const actions = (
    <>
      <ListExport
        list={list}
        call={exportPaymentFilesCall}
        name={t(($) => $.files.fileName)}
        label={t(($) => $.list.export)}
      />
      <PrintListButton />
      {create}
    </>
  )
  return (
    <ListPage
      title={t(($) => $.files.title)}
      icon={IconFileExport}
      actions={isEmpty ? null : actions}
      list={list}
      rowKey={({ id }) => id}
      rowName={({ messageId }) => messageId}
      searchLabel={t(($) => $.files.search)}
      scans={ScannedSearch}
      columns={columns}
      onOpen={({ id }) => void navigate({ to: '/payment-files/$id', params: { id } })}
      empty={{
        title: t(($) => $.files.empty.title),
        text: hasFiles ? t(($) => $.files.empty.text) : t(($) => $.files.otherCurrency, { currency }),
        action: create,
      }}
      noMatch={{ title: t(($) => $.files.noMatch.title), text: t(($) => $.files.noMatch.text) }}
    />
  )
}

function useFileColumns(): readonly Column<PaymentFileAnswer>[] {
  const { t } = useTranslation('payment')
  const format = useFormat()
  return [
    {
      key: 'createdAt',
      title: t(($) => $.files.createdAt),
      sortable: true,
      cell: ({ id, createdAt }) => (
        <AnchorLink to="/payment-files/$id" params={{ id }} underline="always">
          {format.dateTime(createdAt)}
        </AnchorLink>
      ),
    },
    { key: 'createdBy', title: t(($) => $.files.createdBy), cell: ({ createdBy }) => createdBy ?? '–' },
    { key: 'executeOn', title: t(($) => $.files.executeOn), cell: ({ executeOn }) => format.date(executeOn) },
    {
      key: 'transfers',
      title: t(($) => $.files.transfers),
      align: 'end',
      cell: ({ count }) => format.number(count),
    },
    {
      key: 'total',
      title: t(($) => $.files.total),
      sortable: true,
      align: 'end',
      cell: ({ totalCents }) => <Money valueCents={totalCents} />,
    },
    { key: 'state', title: t(($) => $.files.state), cell: (file) => <FileState file={file} /> },
  ]
}

/** Whether the bank has a file, and how much of it the bank refused. */
export function FileState({ file: { sentAt, refused, releaseState } }: { readonly file: PaymentFileAnswer }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  if (releaseState === 'waiting') return <StatusBadge tone="waiting" label={t(($) => $.files.held)} />
  if (releaseState === 'refused' || releaseState === 'withdrawn')
    return <StatusBadge tone="problem" label={t(($) => $.files.notReleased)} />
  return (
    <span className={`${classes.cell} ${classes.status}`}>
      {sentAt === null ? (
        <StatusBadge tone="waiting" label={t(($) => $.files.waiting)} />
      ) : (
        <StatusBadge tone="success" label={t(($) => $.files.sent, { date: format.date(sentAt) })} />
      )}
      {refused > 0 && <span className={classes.late}>{t(($) => $.files.refused, { count: refused })}</span>}
    </span>
  )
}
