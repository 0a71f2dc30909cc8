import { useTranslation } from 'react-i18next'
import { countryNames } from '#domain/kernel/country-names.ts'
import type { Cents } from '#domain/kernel/money.ts'
import {
  chooseCircuit,
  chooseShipping,
  circuitOf,
  effectOfCircuit,
  effectOfModifier,
  estimateSoFar,
  paymentModesOf,
} from '#web/buyback/wizard.ts'
import type { ChoiceEffect, WizardFacts } from '#web/buyback/wizard.ts'
import { useFormat } from '../../kit/site.ts'
import { ChoiceList } from '../../kit/choice-list.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { Notice } from '../../kit/notice.tsx'
import type { Wizard } from './use-wizard.ts'

interface OptionProps {
  readonly facts: WizardFacts
  readonly wizard: Wizard
}

/** How the product travels (PUB-15); `country` is the customer's, where the options are those of it alone. */
export function TransportScreen({ facts, wizard, country }: OptionProps & { readonly country: string | null }) {
  const { t, i18n } = useTranslation('journey')
  const price = useEffectText(facts, wizard)
  const countryName = country === null ? null : countryNames(i18n.language)(country)
  if (facts.circuits.length === 0) return <NowhereThere country={countryName ?? ''} />
  return (
    <ChoiceList
      title={t(($) => $.options.transport)}
      text={
        <>
          <p>{t(($) => $.options.transportText)}</p>
          {countryName === null ? null : <p>{t(($) => $.options.forCountry, { country: countryName })}</p>}
        </>
      }
      choices={facts.circuits.map((circuit) => ({
        id: circuit.id,
        name: t(($) => $.options.circuit[circuit.type]),
        text: circuit.description ?? t(($) => $.options.circuitText[circuit.type]),
        more: circuit.terms,
        price: price((cents) => effectOfCircuit(cents, circuit)),
      }))}
      chosen={wizard.progress.circuitId}
      onChoose={(id) => wizard.answer(chooseCircuit(facts, wizard.progress, id))}
    />
  )
}

/** Nothing is offered where the customer lives. */
function NowhereThere({ country }: { readonly country: string }) {
  const { t } = useTranslation('journey')
  return (
    <>
      <h1 tabIndex={-1}>{t(($) => $.options.transport)}</h1>
      <Notice
        tone="warn"
        title={t(($) => $.options.nowhereTitle, { country })}
        actions={
          <>
            <LinkButton to="/cart/customer-informations">{t(($) => $.options.changeAddress)}</LinkButton>
            <LinkButton to="/buyback/search" quiet>
              {t(($) => $.wizard.otherProduct)}
            </LinkButton>
          </>
        }
      >
        {t(($) => $.options.nowhere)}
      </Notice>
    </>
  )
}

/** Which of several shipping methods a circuit uses. */
export function ShippingScreen({ facts, wizard }: OptionProps) {
  const { t } = useTranslation('journey')
  const price = useEffectText(facts, wizard)
  const circuit = circuitOf(facts, wizard.progress)
  return (
    <ChoiceList
      title={t(($) => $.options.shipping)}
      choices={(circuit?.shippingMethods ?? []).map(({ id, description, modifier }) => ({
        id,
        name: description ?? circuit?.name ?? '',
        price: price((cents) => effectOfModifier(cents, 'shipping_method', modifier)),
      }))}
      chosen={wizard.progress.shippingMethodId}
      onChoose={(id) => wizard.answer(chooseShipping(facts, wizard.progress, id))}
    />
  )
}

/** How the customer is paid. */
export function PaymentScreen({ facts, wizard }: OptionProps) {
  const { t } = useTranslation('journey')
  const price = useEffectText(facts, wizard)
  return (
    <ChoiceList
      title={t(($) => $.options.payment)}
      text={<p>{t(($) => $.options.paymentText)}</p>}
      choices={paymentModesOf(facts, wizard.progress).map(({ id, label, description, longDescription, modifier }) => ({
        id,
        name: label,
        text: description ?? longDescription,
        more: description === null ? null : longDescription,
        price: price((cents) => effectOfModifier(cents, 'payment_mode', modifier)),
      }))}
      chosen={wizard.progress.paymentModeId}
      onChoose={(paymentModeId) => wizard.answer({ ...wizard.progress, paymentModeId })}
    />
  )
}

/** Writes what a choice adds to this product's estimate or takes from it; nothing where it does neither. */
function useEffectText(
  facts: WizardFacts,
  wizard: Wizard,
): (effectAt: (priceCents: Cents) => ChoiceEffect) => string | null {
  const { t } = useTranslation('journey')
  const format = useFormat()
  const estimate = estimateSoFar(facts.product, wizard.progress.answers)
  const signed = (cents: number): string => `${cents > 0 ? '+' : ''}${format.money(cents)}`
  return (effectAt) => {
    if (estimate === null) return null
    const { leastCents, mostCents } = effectAt(estimate.priceCents)
    if (leastCents !== mostCents)
      return t(($) => $.options.effect, { least: signed(leastCents), most: signed(mostCents) })
    return leastCents === 0 ? null : signed(leastCents)
  }
}
