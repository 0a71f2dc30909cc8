import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { refurbCosts } from '#domain/refurb/refurb-step.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import type { ShownItem } from './shown-item.ts'
import classes from './detail.module.css'

/** What an item was bought for and what its refurbishment costs (STOCK-13). */
export function EconomyTab({ item }: { readonly item: ShownItem }) {
  const { t } = useTranslation('item')
  const costs = refurbCosts(item.facts.steps)
  const amount = (cents: number | null) => (cents === null ? null : <Money valueCents={cents} />)
  const paid = item.paidCents
  const waitsForPrice = paid === null && item.buybackStatus !== 'bb_cancelled'
  const absorbed = item.facts.control?.absorbedCents ?? 0
  return (
    <div className={classes.stack}>
      <div className={classes.columns}>
        <FactBlock
          title={t(($) => $.economy.purchase)}
          facts={[
            { label: t(($) => $.economy.declared), value: amount(item.declaredPriceCents) },
            { label: t(($) => $.economy.controlled), value: amount(item.controlledPriceCents) },
            { label: t(($) => $.economy.validated), value: amount(item.validatedPriceCents) },
            { label: t(($) => $.economy.absorbed), value: absorbed > 0 ? amount(absorbed) : null },
            { label: t(($) => $.economy.paid), value: amount(paid) },
          ]}
        />
        <FactBlock
          title={t(($) => $.economy.refurb)}
          facts={[
            { label: t(($) => $.economy.planned), value: amount(costs.plannedCents) },
            { label: t(($) => $.economy.completed), value: amount(costs.completedCents) },
            { label: t(($) => $.economy.total), value: paid === null ? null : amount(paid + costs.completedCents) },
          ]}
        />
      </div>
      {waitsForPrice ? <Text c="dimmed">{t(($) => $.economy.notFinal)}</Text> : null}
    </div>
  )
}
