import { useTranslation } from 'react-i18next'
import { impactOn } from '#domain/catalog/price-impact.ts'
import { impactOfModifier, type ConfiguredModifier } from '#domain/circuit/modifier.ts'
import { chooseCircuit, chooseShipping, circuitOf, estimateSoFar, paymentModesOf } from '#web/buyback/wizard.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { Choices } from './question-step.tsx'
import type { Diag } from './use-diag.ts'

interface Props {
  readonly diag: Diag
}

/** How the product travels (PUB-15). */
export function TransportStep({ diag }: Props) {
  const { t } = useTranslation('counter')
  const journey = useTranslation('journey').t
  const price = useModifierPrice(diag)
  const { facts, progress } = diag
  return (
    <Choices
      diag={diag}
      title={t(($) => $.options.transport)}
      text={facts.circuits.length === 0 ? <p role="alert">{t(($) => $.options.noCircuit)}</p> : null}
      choices={facts.circuits.map(({ id, type, description, modifier }) => ({
        id,
        name: journey(($) => $.options.circuit[type]),
        text: description ?? t(($) => $.options.circuitText[type]),
        price: price(modifier),
      }))}
      chosen={progress.circuitId}
      onChoose={(id) => diag.answer(chooseCircuit(facts, progress, id))}
    />
  )
}

/** Which of several shipping methods a circuit uses. */
export function ShippingStep({ diag }: Props) {
  const journey = useTranslation('journey').t
  const price = useModifierPrice(diag)
  const circuit = circuitOf(diag.facts, diag.progress)
  return (
    <Choices
      diag={diag}
      title={journey(($) => $.options.shipping)}
      choices={(circuit?.shippingMethods ?? []).map(({ id, description, modifier }) => ({
        id,
        name: description ?? circuit?.name ?? '',
        price: price(modifier),
      }))}
      chosen={diag.progress.shippingMethodId}
      onChoose={(id) => diag.answer(chooseShipping(diag.facts, diag.progress, id))}
    />
  )
}

/** How the customer is paid, and what that means: a voucher or gift card is explained before it is chosen. */
export function PaymentStep({ diag }: Props) {
  const { t } = useTranslation('counter')
  const price = useModifierPrice(diag)
  return (
    <Choices
      diag={diag}
      title={t(($) => $.options.payment)}
      choices={paymentModesOf(diag.facts, diag.progress).map((mode) => ({
        id: mode.id,
        name: mode.label,
        text: [mode.description, mode.longDescription].find(Boolean) ?? t(($) => $.options.paymentText[mode.type]),
        price: price(mode.modifier),
      }))}
      chosen={diag.progress.paymentModeId}
      onChoose={(paymentModeId) => diag.answer({ ...diag.progress, paymentModeId })}
    />
  )
}

/** Writes what a modifier adds to this product's estimate; nothing where it adds nothing. */
function useModifierPrice({ facts, progress }: Diag): (modifier: ConfiguredModifier | null) => string | null {
  const format = useFormat()
  const estimate = estimateSoFar(facts.product, progress.answers)
  return (modifier) => {
    if (estimate === null) return null
    const impact = impactOn(estimate.priceCents, impactOfModifier(modifier))
    return impact === 0 ? null : `${impact > 0 ? '+' : ''}${format.money(impact)}`
  }
}
