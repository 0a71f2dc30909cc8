import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { isByCustomer, useActionText, useCustomerReason } from '#web/lib/action-text.ts'
import { shownTime, useSecondTimeText } from '#web/lib/action-time.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { joinWithDots } from '#web/staff/ui/join-with-dots.ts'
import timeline from '#web/staff/ui/timeline.module.css'
import classes from './detail.module.css'

/** What happened to the product, the latest first. */
export function History({ lines }: { readonly lines: BuybackAnswer['history'] }) {
  const { t } = useTranslation('buyback')
  const { t: tw } = useTranslation('warehouse')
  const format = useFormat()
  const actionText = useActionText()
  const customerReason = useCustomerReason()
  const otherTime = useSecondTimeText()
  return (
    <section className={classes.block} aria-label={t(($) => $.detail.history)}>
      <div className={classes.blockHead}>
        <Title order={2} size="h4">
          {t(($) => $.detail.history)}
        </Title>
      </div>
      <ol className={timeline.timeline}>
        {lines.map((line) => {
          const time = shownTime(line)
          const { fromStatus, toStatus } = line
          const nobody = isByCustomer(line.action) ? t(($) => $.detail.byCustomer) : t(($) => $.detail.bySystem)
          const both = bothPrices(line.details)
          const reason = customerReason(line.details)
          return (
            <li key={line.id} className={timeline.event}>
              <p>
                <strong>{actionText(line.action)}</strong>
              </p>
              <p className={classes.soft}>
                <time dateTime={time.at}>{format.dateTime(time.at)}</time> ·{' '}
                {joinWithDots([line.actorName ?? nobody, otherTime(time)])}
              </p>
              {toStatus !== null && toStatus !== fromStatus ? <p>{tw(($) => $.itemStatus[toStatus])}</p> : null}
              {reason === null ? null : <p>{reason}</p>}
              {both === null ? null : (
                <p>
                  {t(($) => $.detail.bothPrices, {
                    promised: format.money(both.promisedCents),
                    price: format.money(both.priceCents),
                  })}
                </p>
              )}
              {line.comment === null || line.comment === '' ? null : <p className={classes.comment}>{line.comment}</p>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** The promised price and the one that counted instead; null where the promise was kept, or none was made. */
function bothPrices(
  details: BuybackAnswer['history'][number]['details'],
): { readonly promisedCents: number; readonly priceCents: number } | null {
  const { promisedPriceCents: promisedCents, priceCents } = details ?? {}
  if (typeof promisedCents !== 'number' || typeof priceCents !== 'number') return null
  return promisedCents === priceCents ? null : { promisedCents, priceCents }
}
