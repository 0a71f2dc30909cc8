import { useTranslation } from 'react-i18next'
import type { Cents } from '#domain/kernel/money.ts'
import {
  chooseCircuit,
  chooseShipping,
  circuitOf,
  effectOfCircuit,
  effectOfModifier,
  estimateSoFar,
  paymentModesOf,
  type ChoiceEffect,
} from '#web/buyback/wizard.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { Choices } from './counter-question-step.tsx'
import type { Diag } from './use-diag.ts'

interface Props {
  readonly diag: Diag
}

/** How the product travels (PUB-15). */
export function TransportStep({ diag }: Props) {
  const { t } = useTranslation('counter')
  const journey = useTranslation('journey').t
  const price = useEffectText(diag)
  const { facts, progress } = diag
  return (
    <Choices
      diag={diag}
      title={t(($) => $.options.transport)}
      text={facts.circuits.length === 0 ? <p role="alert">{t(($) => $.options.noCircuit)}</p> : null}
      choices={facts.circuits.map((circuit) => ({
        id: circuit.id,
        name: journey(($) => $.options.circuit[circuit.type]),
        text: circuit.description ?? t(($) => $.options.circuitText[circuit.type]),
        price: price((cents) => effectOfCircuit(cents, circuit)),
      }))}
      chosen={progress.circuitId}
      onChoose={(id) => diag.answer(chooseCircuit(facts, progress, id))}
    />
  )
}

/** Which of several shipping methods a circuit uses. */
export function ShippingStep({ diag }: Props) {
  const journey = useTranslation('journey').t
  const price = useEffectText(diag)
  const circuit = circuitOf(diag.facts, diag.progress)
  return (
    <Choices
      diag={diag}
      title={journey(($) => $.options.shipping)}
      choices={(circuit?.shippingMethods ?? []).map(({ id, description, modifier }) => ({
        id,
        name: description ?? circuit?.name ?? '',
        price: price((cents) => effectOfModifier(cents, 'shipping_method', modifier)),
      }))}
      chosen={diag.progress.shippingMethodId}
      onChoose={(id) => diag.answer(chooseShipping(diag.facts, diag.progress, id))}
    />
  )
}

/** How the customer is paid, and what that means: a voucher or gift card is explained before it is chosen. */
export function PaymentStep({ diag }: Props) {
  const { t } = useTranslation('counter')
  const price = useEffectText(diag)
  return (
    <Choices
      diag={diag}
      title={t(($) => $.options.payment)}
      choices={paymentModesOf(diag.facts, diag.progress).map((mode) => ({
        id: mode.id,
        name: mode.label,
        text: [mode.description, mode.longDescription].find(Boolean) ?? t(($) => $.options.paymentText[mode.type]),
        price: price((cents) => effectOfModifier(cents, 'payment_mode', mode.modifier)),
      }))}
      chosen={diag.progress.paymentModeId}
      onChoose={(paymentModeId) => diag.answer({ ...diag.progress, paymentModeId })}
    />
  )
}

/** Writes what a choice adds to this product's estimate or takes from it; nothing where it does neither. */
function useEffectText({ facts, progress }: Diag): (effectAt: (priceCents: Cents) => ChoiceEffect) => string | null {
  const journey = useTranslation('journey').t
  const format = useFormat()
  const estimate = estimateSoFar(facts.product, progress.answers)
  const signed = (cents: number): string => `${cents > 0 ? '+' : ''}${format.money(cents)}`
  return (effectAt) => {
    if (estimate === null) return null
    const { leastCents, mostCents } = effectAt(estimate.priceCents)
    if (leastCents !== mostCents)
      return journey(($) => $.options.effect, { least: signed(leastCents), most: signed(mostCents) })
    return leastCents === 0 ? null : signed(leastCents)
  }
}
