import { useTranslation } from 'react-i18next'
import type { BuybackAnswer } from '#sync/calls/buyback-detail.ts'
import { useFormat } from '#web/lib/platform.tsx'
import classes from './detail.module.css'

/** What the customer receives, line by line: the validated price or else the declared one, and what comes on top. */
export function PriceLines({ buyback }: { readonly buyback: BuybackAnswer }) {
  const { t } = useTranslation('buyback')
  const format = useFormat()
  const { validatedPriceCents: validated, declaredPriceCents: declared, impactPriceEntries, paidPriceCents } = buyback
  const base = validated ?? declared
  const total = paidPriceCents ?? buyback.totalPriceCents
  if (base === null) return null
  return (
    <table className={classes.lines}>
      <caption className="visually-hidden">{t(($) => $.diagnostic.priceLines)}</caption>
      <tbody>
        <tr>
          <th scope="row">
            {validated === null ? t(($) => $.diagnostic.declaredPrice) : t(($) => $.diagnostic.validatedPrice)}
          </th>
          <td>{format.money(base)}</td>
        </tr>
        {impactPriceEntries.map(({ source, label, valueCents }) => (
          <tr key={`${source} ${label}`}>
            <th scope="row">{label}</th>
            <td>{signed(valueCents, format.money)}</td>
          </tr>
        ))}
      </tbody>
      {total !== null && (
        <tfoot>
          <tr>
            <th scope="row">{totalLabel(buyback, t)}</th>
            <td>{format.money(total)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  )
}

/** An amount that says which way it goes. */
export function signed(valueCents: number, money: (cents: number) => string): string {
  return `${valueCents > 0 ? '+' : ''}${money(valueCents)}`
}

function totalLabel(
  { paidPriceCents, paymentStatus }: BuybackAnswer,
  t: ReturnType<typeof useTranslation<'buyback'>>['t'],
): string {
  if (paidPriceCents === null) return t(($) => $.detail.total)
  if (paymentStatus === 'payment_cancelled') return t(($) => $.detail.notPaid)
  return paymentStatus === 'payment_completed' ? t(($) => $.detail.paid) : t(($) => $.detail.toPay)
}
