import { useTranslation } from 'react-i18next'
import type { PriceImpact } from '#domain/catalog/price-impact.ts'
import { useFormat } from '#web/lib/platform.tsx'

/** Says what an answer does to the price; null for nothing. */
export function useImpactText(): (impact: PriceImpact) => string | null {
  const { t, i18n } = useTranslation('catalog')
  const format = useFormat()
  const signed = (cents: number): string => `${cents > 0 ? '+' : ''}${format.money(cents)}`
  return (impact) => {
    if (impact.type === 'none') return null
    if (impact.type === 'amount') return signed(impact.amountCents)
    const share = new Intl.NumberFormat(i18n.language, { style: 'percent', signDisplay: 'exceptZero' }).format(
      impact.percent / 100,
    )
    if (impact.capCents === null) return share
    return t(($) => $.impact.capped, { share, amount: format.money(Math.abs(impact.capCents)) })
  }
}
