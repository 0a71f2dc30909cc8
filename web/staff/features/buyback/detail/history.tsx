import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { isByCustomer, useActionText } from '#web/lib/action-text.ts'
import { useFormat } from '#web/lib/platform.tsx'
import timeline from '#web/staff/ui/timeline.module.css'
import classes from './detail.module.css'

/** What happened to the product, the latest first. */
export function History({ lines }: { readonly lines: BuybackAnswer['history'] }) {
  const { t } = useTranslation('buybacks')
  const { t: tw } = useTranslation('warehouse')
  const format = useFormat()
  const actionText = useActionText()
  return (
    <section className={classes.block} aria-label={t(($) => $.detail.history)}>
      <div className={classes.blockHead}>
        <Title order={2} size="h4">
          {t(($) => $.detail.history)}
        </Title>
      </div>
      <ol className={timeline.timeline}>
        {lines.map((line) => {
          const at = line.deviceAt ?? line.serverAt
          const { fromStatus, toStatus } = line
          const nobody = isByCustomer(line.action) ? t(($) => $.detail.byCustomer) : t(($) => $.detail.bySystem)
          return (
            <li key={line.id} className={timeline.event}>
              <p>
                <strong>{actionText(line.action)}</strong>
              </p>
              <p className={classes.soft}>
                <time dateTime={at}>{format.dateTime(at)}</time> · {line.actorName ?? nobody}
              </p>
              {toStatus !== null && toStatus !== fromStatus ? <p>{tw(($) => $.itemStatus[toStatus])}</p> : null}
              {line.comment === null || line.comment === '' ? null : <p className={classes.comment}>{line.comment}</p>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
