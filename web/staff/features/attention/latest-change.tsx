import { useTranslation } from 'react-i18next'
import { itemStepStatuses, type ItemStepStatus } from '#domain/refurb/refurb-step.ts'
import type { ItemHistoryAnswer } from '#sync/calls/item.ts'
import { isByCustomer, useActionText } from '#web/lib/action-text.ts'
import { shownTime, useSecondTimeText } from '#web/lib/action-time.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useItemHistory } from '#web/local/copy/use-item-history.ts'
import { useStocks } from '#web/local/copy/use-stocks.ts'
import { joinWithDots } from '#web/staff/ui/join-with-dots.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'

/**
 * What was last done to an item, to one step of it, or to the package that it lies in: by whom, when, and from what to what. Nothing where neither the
 * server answers nor the device has kept its history.
 */
export function LatestChange(props: {
  readonly itemId: string
  readonly stepId: string | null
  readonly packageId?: string | undefined
}) {
  const { t } = useTranslation('item')
  const sync = useTranslation('sync')
  const warehouse = useTranslation('warehouse')
  const format = useFormat()
  const actionText = useActionText()
  const stocks = useStocks()
  const otherTime = useSecondTimeText()
  const { history } = useItemHistory(props.itemId)
  const isOfStep = ({ details }: ItemHistoryAnswer) =>
    (props.stepId === null || details?.['stepId'] === props.stepId) &&
    (props.packageId === undefined || details?.['packageId'] === props.packageId)
  const [line, before] = (history?.lines ?? []).filter(isOfStep)
  if (line === undefined) return null
  const time = shownTime(line)
  const status = (name: ItemHistoryAnswer['toStatus']) =>
    name === null ? null : warehouse.t(($) => $.itemStatus[name])
  const step = (name: ItemStepStatus | null) => (name === null ? null : t(($) => $.stepStatus[name]))
  const pairs = [
    [status(line.fromStatus), status(line.toStatus)],
    [stocks.nameOf(line.fromStockId), stocks.nameOf(line.toStockId)],
    ...(props.stepId === null ? [] : [[step(stepStatusOf(before)), step(stepStatusOf(line))]]),
  ]
  const changes = pairs.flatMap(([from, to]) => {
    if (from === to || typeof to !== 'string') return []
    return typeof from === 'string' ? t(($) => $.history.statusChange, { from, to }) : to
  })
  const nobody = isByCustomer(line.action) ? t(($) => $.history.customer) : t(($) => $.history.system)
  return (
    <>
      <dt>{sync.t(($) => $.attention.latest)}</dt>
      <dd>
        {[actionText(line.action), ...changes].join(' · ')}
        <br />
        <span className={words.soft}>
          {joinWithDots([line.actorName ?? nobody, format.dateTime(time.at), otherTime(time)])}
        </span>
      </dd>
    </>
  )
}

function stepStatusOf(line: ItemHistoryAnswer | undefined): ItemStepStatus | null {
  return itemStepStatuses.find((name) => name === line?.details?.['status']) ?? null
}
