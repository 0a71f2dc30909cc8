import { useTranslation } from 'react-i18next'
import type { PaymentReleaseAnswer } from '#sync/calls/payment-release.ts'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { Money } from '#web/staff/ui/money.tsx'
import { StatusBadge } from '#web/staff/ui/status-badge.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { toneOfRelease, useRuleText } from './payment-release-texts.ts'
import classes from './payment.module.css'

interface CellProps {
  readonly release: PaymentReleaseAnswer
}

/** Columns of what waits, or waited, for a second person. */
export function useReleaseColumns(): readonly Column<PaymentReleaseAnswer>[] {
  const { t } = useTranslation('payment')
  return [
    { key: 'subject', title: t(($) => $.release.column.subject), cell: (row) => <SubjectCell release={row} /> },
    {
      key: 'amount',
      title: t(($) => $.column.amount),
      sortable: true,
      align: 'end',
      cell: ({ amountCents }) => (amountCents === null ? '–' : <Money valueCents={amountCents} />),
    },
    {
      key: 'madeAt',
      title: t(($) => $.release.column.madeAt),
      sortable: true,
      cell: (row) => <MadeCell release={row} />,
    },
    { key: 'state', title: t(($) => $.release.column.state), cell: (row) => <StateCell release={row} /> },
  ]
}

function SubjectCell({ release }: CellProps) {
  const { t } = useTranslation('payment')
  return (
    <span className={classes.cell}>
      <span>{t(($) => $.release.subject[release.subject])}</span>
      <span className={classes.soft}>
        <Detail release={release} />
      </span>
      {release.note !== null && <span className={classes.soft}>{release.note}</span>}
    </span>
  )
}

function Detail({ release }: CellProps) {
  const { t } = useTranslation('payment')
  const ruleText = useRuleText()
  const { paymentId, fileId, buybackCode, customerName, customerEmail, count, payer, rule } = release
  if (paymentId !== null)
    return (
      <>
        <AnchorLink to="/payments/$id" params={{ id: paymentId }} underline="always">
          <span translate="no">{groupCode(buybackCode ?? '')}</span>
        </AnchorLink>
        {customerName !== null && ` ${customerName}`}
        {customerEmail !== null && (
          <>
            {', '}
            <span translate="no">{customerEmail}</span>
          </>
        )}
      </>
    )
  if (fileId !== null)
    return (
      <AnchorLink to="/payment-files/$id" params={{ id: fileId }} underline="always">
        {t(($) => $.release.transfers, { count: count ?? 0 })}
      </AnchorLink>
    )
  if (payer !== null)
    return (
      <>
        {payer.name}, <span translate="no">{payer.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
      </>
    )
  return rule === null ? null : ruleText(rule.releaseAboveCents)
}

function MadeCell({ release: { madeAt, madeBy, subject } }: CellProps) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  return (
    <span className={classes.cell}>
      <span>{format.dateTime(madeAt)}</span>
      <span className={classes.soft}>
        {madeBy ?? (subject === 'payout' || subject === 'same_imei' ? t(($) => $.release.byItself) : '–')}
      </span>
    </span>
  )
}

function StateCell({ release }: CellProps) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { state, bar, decidedAt, decidedBy, reason } = release
  const decided = [decidedBy, decidedAt === null ? null : format.dateTime(decidedAt)].filter((part) => part !== null)
  return (
    <span className={`${classes.cell} ${classes.status}`}>
      <StatusBadge tone={toneOfRelease[state]} label={t(($) => $.release.state[state])} />
      {bar !== null && <span className={classes.soft}>{t(($) => $.release.bar[bar])}</span>}
      {decided.length > 0 && <span className={classes.soft}>{decided.join(', ')}</span>}
      {reason !== null && <span className={classes.soft}>{reason}</span>}
    </span>
  )
}
