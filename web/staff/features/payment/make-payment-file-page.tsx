import { Alert, Button, Skeleton, Text } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { createPaymentFileCall, type DueTransferAnswer, type previewPaymentFileCall } from '#sync/calls/payment.ts'
import { groupCode } from '#web/lib/format.ts'
import { useFormat, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { amountsOf, hasTransferFiles } from '#web/lib/session.ts'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import { DataList, type Column } from '#web/staff/ui/list/data-list.tsx'
import { EmptyState, ErrorState } from '#web/staff/ui/states.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { TruncatedList } from '#web/staff/ui/list/truncated-list.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { matchesTransfer } from './find-transfers.ts'
import { PayerBlock } from './payer-block.tsx'
import { previewQuery } from './payment-calls.ts'
import { usePaymentAction } from './use-payment-action.ts'
import classes from './payment.module.css'

/** `/payment-files/create`: what a file of transfers would hold, and its making. */
export function MakePaymentFilePage() {
  const { t } = useTranslation('payment')
  // A list that is looked at before money moves is as of now.
  const found = useQuery({ ...previewQuery(useHttp()), staleTime: 0 })
  return (
    <Page
      title={t(($) => $.make.title)}
      icon={IconFileExport}
      crumbs={[{ title: t(($) => $.files.title), to: '/payment-files' }]}
    >
      {found.data !== undefined ? (
        <Preview preview={found.data} />
      ) : found.isError ? (
        <ErrorState onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton height={420} radius="md" />
      )}
    </Page>
  )
}

type PreviewAnswer = z.output<typeof previewPaymentFileCall.answer>
const first = listStart([], { perPage: 15 })

function Preview({ preview }: { readonly preview: PreviewAnswer }) {
  const { t } = useTranslation('payment')
  const user = useSignedInUser()
  const { state, change } = useListState(first)
  const columns = useColumns()
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const ready = preview.transfers.filter(({ leftOut }) => leftOut === null)
  const leftOut = preview.transfers.filter((transfer) => transfer.leftOut !== null)
  const chosen = ready.filter(({ paymentId }) => !excluded.has(paymentId))
  const shown = ready.filter((transfer) => matchesTransfer(transfer, state.search))
  const from = (state.page - 1) * state.perPage
  if (!hasTransferFiles(user)) {
    const { currency } = amountsOf(user, null)
    return (
      <EmptyState
        icon={IconFileExport}
        title={t(($) => $.make.empty.title)}
        text={t(($) => $.files.otherCurrency, { currency })}
      />
    )
  }
  return (
    <div className={classes.stack}>
      <PayerBlock payer={preview.payer} waiting={preview.waiting} />
      {leftOut.length > 0 && <LeftOut transfers={leftOut} />}
      <Text>{t(($) => $.make.text)}</Text>
      <DataList
        label={t(($) => $.make.title)}
        rows={shown.slice(from, from + state.perPage)}
        total={shown.length}
        rowKey={({ paymentId }) => paymentId}
        rowName={({ buybackCode }) => buybackCode}
        state={state}
        onChange={change}
        {...(ready.length > 0 && { searchLabel: t(($) => $.make.search), scans: ScannedSearch })}
        columns={columns}
        selection={{
          // What the box at the head unticks must not stay in the file because it stands on another page.
          all: shown.map(({ paymentId }) => paymentId),
          keys: new Set(chosen.map(({ paymentId }) => paymentId)),
          onChange: (keys) =>
            setExcluded(new Set(ready.map(({ paymentId }) => paymentId).filter((paymentId) => !keys.has(paymentId)))),
        }}
        empty={
          ready.length === 0 ? (
            <EmptyState icon={IconFileExport} title={t(($) => $.make.empty.title)} text={t(($) => $.make.empty.text)} />
          ) : (
            <EmptyState icon={IconFileExport} title={t(($) => $.list.noMatch.title)} text={t(($) => $.make.noMatch)} />
          )
        }
      />
      {ready.length > 0 && (
        <SumBar chosen={chosen} executeOn={preview.executeOn} canCreate={preview.payer !== null && chosen.length > 0} />
      )}
    </div>
  )
}

function SumBar(props: {
  readonly chosen: readonly DueTransferAnswer[]
  readonly executeOn: string
  readonly canCreate: boolean
}) {
  const { chosen, executeOn, canCreate } = props
  const { t } = useTranslation('payment')
  const http = useHttp()
  const format = useFormat()
  const navigate = useNavigate()
  const making = usePaymentAction(
    () => http(createPaymentFileCall, { body: { paymentIds: chosen.map(({ paymentId }) => paymentId) } }),
    ({ file, skipped }) =>
      void navigate({
        to: '/payment-files/$id',
        params: { id: file.id },
        search: skipped.length === 0 ? {} : { left: skipped.length },
      }),
  )
  const totalCents = chosen.reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <>
      {making.problem !== null && (
        <Alert color="red" role="alert">
          {making.problem}
        </Alert>
      )}
      <div className={classes.sum}>
        <Text fw={600} role="status">
          {t(($) => $.make.sum, {
            count: chosen.length,
            amount: format.money(totalCents),
            date: format.date(executeOn),
          })}
        </Text>
        <Button loading={making.isPending} disabled={!canCreate} onClick={() => making.run(undefined)}>
          {t(($) => $.make.submit)}
        </Button>
      </div>
    </>
  )
}

function LeftOut({ transfers }: { readonly transfers: readonly DueTransferAnswer[] }) {
  const { t } = useTranslation('payment')
  return (
    <Alert color="yellow" title={t(($) => $.make.leftOut, { count: transfers.length })}>
      <TruncatedList
        label={t(($) => $.make.leftOutList)}
        entries={transfers}
        entryKey={({ paymentId }) => paymentId}
        draw={({ buybackId, buybackCode, payeeName, leftOut }) => (
          <>
            <AnchorLink to="/buyback/$id" params={{ id: buybackId }} underline="always">
              {groupCode(buybackCode)}
            </AnchorLink>{' '}
            {payeeName}
            {leftOut === null ? null : <Text size="sm">{t(($) => $.make.reason[leftOut])}</Text>}
          </>
        )}
      />
    </Alert>
  )
}

function useColumns(): readonly Column<DueTransferAnswer>[] {
  const { t } = useTranslation('payment')
  const format = useFormat()
  return [
    {
      key: 'buyback',
      title: t(($) => $.column.buyback),
      cell: ({ paymentId, buybackCode }) => (
        <AnchorLink to="/payments/$id" params={{ id: paymentId }} className={classes.code ?? ''} underline="always">
          <span translate="no">{groupCode(buybackCode)}</span>
        </AnchorLink>
      ),
    },
    { key: 'payee', title: t(($) => $.make.payee), cell: ({ payeeName }) => payeeName ?? '–' },
    {
      key: 'promisedOn',
      title: t(($) => $.column.promisedOn),
      cell: ({ promisedOn }) => (promisedOn === null ? '–' : format.date(promisedOn)),
    },
    {
      key: 'amount',
      title: t(($) => $.column.amount),
      align: 'end',
      cell: ({ amountCents }) => <Money valueCents={amountCents} />,
    },
  ]
}
