import { useTranslation } from 'react-i18next'
import { countryNames } from '#domain/kernel/country-names.ts'
import { impactOn } from '#domain/catalog/price-impact.ts'
import { impactOfModifier, type ConfiguredModifier } from '#domain/circuit/modifier.ts'
import { chooseCircuit, chooseShipping, circuitOf, estimateSoFar, paymentModesOf } from '#web/buyback/wizard.ts'
import type { WizardFacts } from '#web/buyback/wizard.ts'
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
  const price = useModifierPrice(facts, wizard)
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
      choices={facts.circuits.map(({ id, type, description, terms, modifier }) => ({
        id,
        name: t(($) => $.options.circuit[type]),
        text: description ?? t(($) => $.options.circuitText[type]),
        more: terms,
        price: price(modifier),
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
  const price = useModifierPrice(facts, wizard)
  const circuit = circuitOf(facts, wizard.progress)
  return (
    <ChoiceList
      title={t(($) => $.options.shipping)}
      choices={(circuit?.shippingMethods ?? []).map(({ id, description, modifier }) => ({
        id,
        name: description ?? circuit?.name ?? '',
        price: price(modifier),
      }))}
      chosen={wizard.progress.shippingMethodId}
      onChoose={(id) => wizard.answer(chooseShipping(facts, wizard.progress, id))}
    />
  )
}

/** How the customer is paid. */
export function PaymentScreen({ facts, wizard }: OptionProps) {
  const { t } = useTranslation('journey')
  const price = useModifierPrice(facts, wizard)
  return (
    <ChoiceList
      title={t(($) => $.options.payment)}
      text={<p>{t(($) => $.options.paymentText)}</p>}
      choices={paymentModesOf(facts, wizard.progress).map(({ id, label, description, longDescription, modifier }) => ({
        id,
        name: label,
        text: description ?? longDescription,
        more: description === null ? null : longDescription,
        price: price(modifier),
      }))}
      chosen={wizard.progress.paymentModeId}
      onChoose={(paymentModeId) => wizard.answer({ ...wizard.progress, paymentModeId })}
    />
  )
}

/** Writes what a modifier adds to this product's estimate; nothing where it adds nothing. */
function useModifierPrice(facts: WizardFacts, wizard: Wizard): (modifier: ConfiguredModifier | null) => string | null {
  const format = useFormat()
  const estimate = estimateSoFar(facts.product, wizard.progress.answers)
  return (modifier) => {
    if (estimate === null) return null
    const impact = impactOn(estimate.priceCents, impactOfModifier(modifier))
    return impact === 0 ? null : `${impact > 0 ? '+' : ''}${format.money(impact)}`
  }
}
