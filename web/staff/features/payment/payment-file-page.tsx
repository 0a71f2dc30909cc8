import { Alert, Button, Checkbox, Skeleton, Table, Text } from '@mantine/core'
import { IconDownload, IconFileExport, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { downloadPaymentFileCall, type PaymentFileAnswer, type PaymentFileLineAnswer } from '#sync/calls/payment.ts'
import { groupCode } from '#web/lib/format.ts'
import { addressOf, CallError } from '#web/lib/http.ts'
import { useCan, useFormat, useHttp } from '#web/lib/platform.tsx'
import { useFileExport } from '#web/lib/use-file-export.ts'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import { ListSearch } from '#web/staff/ui/list/list-search.tsx'
import { EmptyState, ErrorState } from '#web/staff/ui/states.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { FileState } from './payment-files-page.tsx'
import { matchesTransfer } from './find-transfers.ts'
import { paymentFileQuery } from './payment-calls.ts'
import { SentDialog } from './sent-dialog.tsx'
import classes from './payment.module.css'

const first = listStart([], { perPage: 15 })

/** `/payment-files/{id}`: a file of transfers, its way to the bank, and what the bank refused. */
export function PaymentFilePage({ id, left }: { readonly id: string; readonly left: number }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const found = useQuery(paymentFileQuery(useHttp(), id))
  const crumbs = [{ title: t(($) => $.files.title), to: '/payment-files' as const }]
  if (found.data === undefined) {
    const isUnknown = found.error instanceof CallError && found.error.status === 404
    return (
      <Page title={t(($) => $.file.titleLoading)} icon={IconFileExport} crumbs={crumbs}>
        {isUnknown ? (
          <EmptyState title={t(($) => $.file.unknown.title)} text={t(($) => $.file.unknown.text)} />
        ) : found.isError ? (
          <ErrorState onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton height={420} radius="md" />
        )}
      </Page>
    )
  }
  const { file, lines } = found.data
  return (
    <Page
      title={t(($) => $.file.title, { date: format.dateTime(file.createdAt) })}
      icon={IconFileExport}
      crumbs={crumbs}
      actions={<FileActions file={file} />}
    >
      <div className={classes.stack}>
        {left > 0 && (
          <Alert color="yellow" role="status">
            {t(($) => $.file.left, { count: left })}
          </Alert>
        )}
        <HeldFile file={file} />
        <FileFacts file={file} />
        <Lines file={file} lines={lines} />
      </div>
    </Page>
  )
}

function FileActions({ file }: { readonly file: PaymentFileAnswer }) {
  const { t } = useTranslation(['payment', 'common'])
  const download = useFileExport('application/xml')
  const address = addressOf(downloadPaymentFileCall.path, { params: { file: `${file.id}.xml` } })
  return (
    <>
      <span role="status">{download.hasFailed ? t(($) => $.export.failed, { ns: 'common' }) : ''}</span>
      <Button variant="default" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
        {t(($) => $.file.print)}
      </Button>
      {goesToBank(file) && (
        <Button
          variant={file.sentAt === null ? 'filled' : 'default'}
          leftSection={<IconDownload size={20} aria-hidden />}
          loading={download.done !== null}
          onClick={() => void download.run(address, `pain001-${file.messageId}.xml`)}
        >
          {t(($) => $.file.download)}
        </Button>
      )}
    </>
  )
}

/** Whether the bank may have a file, as far as a second person is asked for. */
function goesToBank({ releaseState }: PaymentFileAnswer): boolean {
  return releaseState === 'not_needed' || releaseState === 'released'
}

function HeldFile({ file }: { readonly file: PaymentFileAnswer }) {
  const { t } = useTranslation('payment')
  const mayRelease = useCan('payment.release')
  if (goesToBank(file)) return null
  const waits = file.releaseState === 'waiting'
  return (
    <Alert color={waits ? 'yellow' : 'red'} role="status" className={classes.noPrint ?? ''}>
      {t(($) => (waits ? $.file.held : $.file.notReleased))}{' '}
      {waits && mayRelease && (
        <AnchorLink to="/payment-releases" underline="always">
          {t(($) => $.file.openReleases)}
        </AnchorLink>
      )}
    </Alert>
  )
}

function LineState(props: { readonly file: PaymentFileAnswer; readonly line: PaymentFileLineAnswer }) {
  const { t } = useTranslation('payment')
  const { file, line } = props
  if (file.releaseState === 'waiting')
    return (
      <StatusBadge
        tone={line.isClosed ? 'problem' : 'waiting'}
        label={t(($) => (line.isClosed ? $.file.closed : $.files.held))}
      />
    )
  if (!goesToBank(file)) return <StatusBadge tone="problem" label={t(($) => $.files.notReleased)} />
  return (
    <StatusBadge
      tone={line.state === 'failed' ? 'problem' : 'success'}
      label={t(($) => (line.state === 'failed' ? $.file.bankRefused : $.detail.attemptState.completed))}
    />
  )
}

function FileFacts({ file }: { readonly file: PaymentFileAnswer }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  return (
    <FactBlock
      title={t(($) => $.file.facts)}
      status={<FileState file={file} />}
      facts={[
        {
          label: t(($) => $.files.total),
          value: <span className={classes.amount}>{format.money(file.totalCents)}</span>,
        },
        { label: t(($) => $.files.transfers), value: format.number(file.count) },
        { label: t(($) => $.files.executeOn), value: format.date(file.executeOn) },
        { label: t(($) => $.files.createdBy), value: file.createdBy },
        { label: t(($) => $.file.message), value: <span translate="no">{file.messageId}</span> },
      ]}
    >
      {file.sentAt === null && goesToBank(file) && (
        <div className={classes.noPrint}>
          <Text mt="md">{t(($) => $.file.next.download)}</Text>
          <Text>{t(($) => $.file.next.confirm)}</Text>
        </div>
      )}
    </FactBlock>
  )
}

function Lines(props: { readonly file: PaymentFileAnswer; readonly lines: readonly PaymentFileLineAnswer[] }) {
  const { file, lines } = props
  const { t } = useTranslation('payment')
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set())
  const [isAsked, setAsked] = useState(false)
  const { state, change } = useListState(first)
  // The printed list is of the whole file, whatever is looked for on screen.
  const found = new Set(lines.filter((line) => matchesTransfer(line, state.search)))
  const isOpen = file.sentAt === null && goesToBank(file)
  const toggle = (paymentId: string, isOn: boolean) => {
    const next = new Set(refused)
    if (isOn) next.add(paymentId)
    else next.delete(paymentId)
    setRefused(next)
  }
  return (
    <>
      {lines.length > first.perPage && (
        <div className={classes.noPrint}>
          <ListSearch label={t(($) => $.file.search)} state={state} onChange={change} scans={ScannedSearch} />
        </div>
      )}
      {found.size === 0 && (
        <div className={classes.noPrint}>
          <EmptyState title={t(($) => $.file.noMatch)} />
        </div>
      )}
      <div className={`${classes.scroll} ${found.size === 0 ? classes.onlyPrint : ''}`}>
        <Table className={classes.table ?? ''} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(($) => $.column.buyback)}</Table.Th>
              <Table.Th>{t(($) => $.make.payee)}</Table.Th>
              <Table.Th>{t(($) => $.file.ibanEnd)}</Table.Th>
              <Table.Th data-align="end">{t(($) => $.column.amount)}</Table.Th>
              <Table.Th>{t(($) => $.file.reference)}</Table.Th>
              <Table.Th>{t(($) => (isOpen ? $.file.bankRefused : $.column.status))}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map((line) => (
              <Table.Tr key={line.paymentId} className={found.has(line) ? '' : (classes.onlyPrint ?? '')}>
                <Table.Td data-label={t(($) => $.column.buyback)} className={classes.code ?? ''} translate="no">
                  {groupCode(line.buybackCode)}
                </Table.Td>
                <Table.Td data-label={t(($) => $.make.payee)}>{line.payeeName}</Table.Td>
                <Table.Td data-label={t(($) => $.file.ibanEnd)} translate="no">
                  {line.ibanEnd}
                </Table.Td>
                <Table.Td data-label={t(($) => $.column.amount)} data-align="end">
                  <Money valueCents={line.amountCents} />
                </Table.Td>
                <Table.Td
                  data-label={t(($) => $.file.reference)}
                  className={`${classes.soft} ${classes.reference}`}
                  translate="no"
                >
                  {line.reference}
                </Table.Td>
                <Table.Td data-label={t(($) => (isOpen ? $.file.bankRefused : $.column.status))}>
                  {isOpen ? (
                    <Checkbox
                      aria-label={t(($) => $.file.refuse, { code: groupCode(line.buybackCode) })}
                      checked={refused.has(line.paymentId)}
                      onChange={(event) => toggle(line.paymentId, event.currentTarget.checked)}
                    />
                  ) : (
                    <LineState file={file} line={line} />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {isOpen && (
        <div className={`${classes.sum} ${classes.noPrint}`}>
          <Text fw={600} role="status">
            {refused.size > 0 ? t(($) => $.files.refused, { count: refused.size }) : ''}
          </Text>
          <Button onClick={() => setAsked(true)}>{t(($) => $.file.confirm)}</Button>
        </div>
      )}
      {isAsked && <SentDialog file={file} lines={lines} refused={refused} onClose={() => setAsked(false)} />}
    </>
  )
}
