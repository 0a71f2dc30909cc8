import { Alert, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ItemHistoryAnswer } from '#sync/calls/item.ts'
import { newestArgs } from '#sync/operations/registry.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import type { OpRow } from '#web/local/outbox/outbox-database.ts'
import { RowsSkeleton } from '#web/staff/ui/states.tsx'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import { shownTime, useSecondTimeText } from '#web/lib/action-time.ts'
import { actionOfOperation, isByCustomer, useActionText, useCustomerReason } from '#web/lib/action-text.ts'
import type { ShownItem } from './shown-item.ts'
import { useItemHistory } from '#web/local/copy/use-item-history.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import classes from './detail.module.css'

/** Lines that the server tells at most. */
const historyLimit = 500

/** What happened to an item, newest first: what waits on this device, then what the server tells or told. */
export function HistoryTab({ item }: { readonly item: ShownItem }) {
  const { t } = useTranslation('item')
  const { t: tc } = useTranslation('common')
  const format = useFormat()
  const { history, state, readAtMs, own, problem, retry } = useItemHistory(item.id)
  const lines = history?.lines ?? []
  const { shown, others, showAll } = useTruncatedList(lines)
  const at = readAtMs === null ? '' : format.dateTime(new Date(readAtMs))
  return (
    <div className={classes.stack}>
      {problem === null ? null : (
        <Alert color="blue" variant="light" role="status" className={classes.notice}>
          <p>{problem === 'offline' ? t(($) => $.history.offline) : t(($) => $.history.failed)}</p>
          {state === 'missing' ? <p>{t(($) => $.history.ownOnly)}</p> : null}
          {state === 'kept' ? <p>{t(($) => $.history.asRead, { at })}</p> : null}
          {state === 'changed' ? <p>{t(($) => $.history.changed, { at })}</p> : null}
          <Button variant="default" size="xs" mt="xs" onClick={retry}>
            {tc(($) => $.action.retry)}
          </Button>
        </Alert>
      )}
      <ol className={classes.timeline} aria-label={t(($) => $.tab.history)}>
        {own.map((op) => (
          <OwnLine key={op.opId} op={op} />
        ))}
        {shown.map((line) => (
          <ServerLine key={line.id} line={line} />
        ))}
      </ol>
      <ShowMoreButton others={others} onShow={showAll} />
      {state === 'loading' && history === null ? <RowsSkeleton rows={4} /> : null}
      {state === 'missing' && own.length === 0 ? <p>{t(($) => $.history.empty)}</p> : null}
      {others === 0 && lines.length >= historyLimit ? <p>{t(($) => $.history.limit)}</p> : null}
    </div>
  )
}

const ownTones: Readonly<Record<OpRow['state'], StatusTone>> = {
  pending: 'waiting',
  held: 'waiting',
  tray: 'problem',
  applied: 'neutral',
  discarded: 'neutral',
}

function OwnLine({ op }: { readonly op: OpRow }) {
  const { t } = useTranslation('item')
  const format = useFormat()
  const actionText = useActionText()
  const reasonText = useReasonText()
  const stocks = useStocks()
  const words = {
    pending: t(($) => $.history.waiting),
    held: t(($) => $.history.held),
    tray: t(($) => $.history.refused),
    applied: t(($) => $.history.own),
    discarded: t(($) => $.history.refused),
  }
  const args = newestArgs(op.op)
  const stockId = args['stockId']
  const code = op.outcome?.code ?? null
  return (
    <li className={classes.event} data-own="">
      <p className={classes.eventTitle}>
        <strong>{actionText(actionOfOperation(op.op.type, args))}</strong>
        <StatusBadge tone={ownTones[op.state]} label={words[op.state]} />
      </p>
      <p className={classes.soft}>
        <time dateTime={op.op.capturedAt}>{format.dateTime(op.op.capturedAt)}</time>{' '}
        {op.author.name === '' ? null : t(($) => $.history.by, { name: op.author.name })}
      </p>
      {typeof stockId === 'string' ? (
        <Change label={t(($) => $.column.stock)} text={stocks.nameOf(stockId) ?? ''} />
      ) : null}
      {typeof args['comment'] === 'string' ? <p className={classes.comment}>{args['comment']}</p> : null}
      {code !== null && op.state !== 'applied' ? <p>{reasonText(code)}</p> : null}
    </li>
  )
}

function ServerLine({ line }: { readonly line: ItemHistoryAnswer }) {
  const { t } = useTranslation('item')
  const { t: tw } = useTranslation('warehouse')
  const format = useFormat()
  const actionText = useActionText()
  const stocks = useStocks()
  const { fromStatus, toStatus, fromStockId, toStockId, details } = line
  const time = shownTime(line)
  const otherTime = useSecondTimeText()(time)
  const status = (one: typeof toStatus): string => (one === null ? '' : tw(($) => $.itemStatus[one]))
  const change = (from: string | null, to: string | null): string =>
    from === null || from === '' ? (to ?? '') : t(($) => $.history.statusChange, { from, to: to ?? '' })
  const statusText = status(fromStatus) === status(toStatus) ? '' : change(status(fromStatus), status(toStatus))
  const stockText = fromStockId === toStockId ? '' : change(stocks.nameOf(fromStockId), stocks.nameOf(toStockId) ?? '')
  const reason = useCustomerReason()(details)
  const nobody = isByCustomer(line.action) ? t(($) => $.history.customer) : t(($) => $.history.system)
  const step = details?.['stepName'] ?? details?.['name']
  return (
    <li className={classes.event}>
      <p className={classes.eventTitle}>
        <strong>{actionText(line.action)}</strong>
        {typeof step === 'string' ? <span>{step}</span> : null}
      </p>
      <p className={classes.soft}>
        <time dateTime={time.at}>{format.dateTime(time.at)}</time>{' '}
        {t(($) => $.history.by, { name: line.actorName ?? nobody })}
        {line.warehouseId === null ? null : ` · ${stocks.warehouseOf(line.warehouseId) ?? ''}`}
      </p>
      {otherTime === null ? null : <p className={classes.soft}>{otherTime}</p>}
      {details?.['isRepeat'] === true ? <p className={classes.soft}>{t(($) => $.history.repeat)}</p> : null}
      {reason === null ? null : <p className={classes.soft}>{reason}</p>}
      {statusText === '' ? null : <Change label={t(($) => $.column.status)} text={statusText} />}
      {stockText === '' ? null : <Change label={t(($) => $.column.stock)} text={stockText} />}
      {line.comment === null || line.comment === '' ? null : <p className={classes.comment}>{line.comment}</p>}
    </li>
  )
}

function Change({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <p className={classes.change}>
      <span className={classes.soft}>{label}</span> {text}
    </p>
  )
}
