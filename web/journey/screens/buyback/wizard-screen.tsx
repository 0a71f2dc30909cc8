import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReplacedBuyback } from '#domain/cart/cart.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { relayPointOf, shippingOf, slotOf, stepOf, type WizardFacts } from '#web/buyback/wizard.ts'
import { BackIcon } from '../../kit/icons.tsx'
import { Button } from '../../kit/button.tsx'
import { Way } from '../../kit/link.tsx'
import { ProductPicture } from '../../kit/product-picture.tsx'
import { ImeiScreen } from './imei-screen.tsx'
import { ExpiredPromise } from './expired-promise.tsx'
import { OfferScreen } from './offer-screen.tsx'
import { StoreChoice } from '../../kit/store-choice.tsx'
import { PaymentScreen, ShippingScreen, TransportScreen } from './option-screens.tsx'
import { PriceBar } from './price-bar.tsx'
import { QuestionScreen } from './question-screen.tsx'
import { SameImei } from './same-imei.tsx'
import type { WizardAsks } from './wizard-asks.ts'
import { useCountryFacts } from './use-country-facts.ts'
import { useWizard, type Wizard } from './use-wizard.ts'
import type { WizardSearch } from './wizard-search.ts'
import classes from './wizard.module.css'

const loadSlots = async () => ({ default: (await import('../../kit/slot-choice.tsx')).SlotChoice })
const SlotChoice = lazy(loadSlots)

const loadPoints = async () => ({ default: (await import('../../kit/relay-point-choice.tsx')).RelayPointChoice })
const RelayPointChoice = lazy(loadPoints)

/** One question a screen, with the price always in sight (PUB-13 to PUB-15). */
export function WizardScreen(props: {
  readonly facts: WizardFacts
  readonly asks: WizardAsks
  readonly search: WizardSearch
  readonly predeclaredBuybackId: string | null
}) {
  const { asks, search, predeclaredBuybackId } = props
  const { facts, country, isPending } = useCountryFacts(props.facts, asks)
  const { t } = useTranslation('journey')
  const wizard = useWizard(facts, search)
  const [replaces, setReplaces] = useState<ReplacedBuyback | null>(null)
  const heading = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  const [first] = useState(wizard.screen)
  useEffect(() => {
    // The page itself begins at its top; each later question is read out from its title.
    if (isFirst.current) isFirst.current = false
    else heading.current?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [wizard.screen])
  const methods = facts.circuits.flatMap(({ shippingMethods }) => shippingMethods)
  const hasSlots = methods.some((method) => method.hasSlots === true)
  const hasPoints = methods.some((method) => method.hasRelayPoints === true)
  useEffect(() => {
    // A network that goes while the questions are answered does not end them.
    if (hasSlots) loadSlots().catch(() => undefined)
    if (hasPoints) loadPoints().catch(() => undefined)
  }, [hasSlots, hasPoints])
  const { imei, inCartId } = search
  const isCarried = imei !== undefined && wizard.progress.imei === imei && wizard.screen !== 'imei'
  return (
    <div className={classes.wizard}>
      <WizardHead facts={facts} wizard={wizard} search={search} />
      {isCarried ? (
        <SameImei key={imei} imei={imei} isInOtherBuyback={asks.isInOtherBuyback} inCartId={inCartId} />
      ) : null}
      <div
        className={wizard.screen === first ? classes.screen : `${classes.screen} ${classes.next}`}
        ref={heading}
        key={wizard.screen}
      >
        {isPending && stepOf(wizard.screen) === 'options' ? (
          <p role="status">{t(($) => $.layout.loading)}</p>
        ) : (
          <Screen facts={facts} country={country} asks={asks} wizard={wizard} search={search} replaces={replaces} />
        )}
      </div>
      {predeclaredBuybackId === null ? null : (
        <ExpiredPromise buybackId={predeclaredBuybackId} promiseOf={asks.promiseOf} onToday={setReplaces} />
      )}
      {wizard.screen === 'offer' ? null : <PriceBar facts={facts} progress={wizard.progress} />}
    </div>
  )
}

function Screen(props: {
  readonly facts: WizardFacts
  readonly country: string | null
  readonly asks: WizardAsks
  readonly wizard: Wizard
  readonly search: WizardSearch
  readonly replaces: ReplacedBuyback | null
}) {
  const { screen, progress, answer } = props.wizard
  if (screen === 'imei') return <ImeiScreen {...props} inCartId={props.search.inCartId} />
  if (screen === 'transport') return <TransportScreen {...props} />
  if (screen === 'shipping') return <ShippingScreen {...props} />
  if (screen === 'slot')
    return (
      <Suspense>
        <SlotChoice
          readSlots={() => props.asks.slots(shippingOf(props.facts, progress)?.id ?? '')}
          chosen={slotOf(props.facts, progress)}
          onChoose={(pickup) => answer({ ...progress, pickup })}
        />
      </Suspense>
    )
  if (screen === 'relay')
    return (
      <Suspense>
        <RelayPointChoice
          readPoints={(near) => props.asks.relayPoints(shippingOf(props.facts, progress)?.id ?? '', near)}
          chosen={relayPointOf(props.facts, progress)}
          onChoose={(relayPoint) => answer({ ...progress, relayPoint })}
        />
      </Suspense>
    )
  if (screen === 'store')
    return (
      <StoreChoice
        readStores={props.asks.stores}
        chosen={progress.store}
        onChoose={(store) => answer({ ...progress, store })}
      />
    )
  if (screen === 'payment') return <PaymentScreen {...props} />
  if (screen === 'offer') return <OfferScreen {...props} />
  return <QuestionScreen {...props} questionId={screen.slice('question:'.length)} />
}

function WizardHead(props: { readonly facts: WizardFacts; readonly wizard: Wizard; readonly search: WizardSearch }) {
  const { t } = useTranslation('journey')
  const { facts, wizard, search } = props
  const { product } = facts
  const { at, screens } = wizard
  const category = product.categoryPath.at(-1)
  const wayBack =
    search.fromPath === undefined && category !== undefined
      ? { to: '/buyback/search/products', search: { category: category.id } }
      : { to: search.fromPath ?? '/buyback/search' }
  return (
    <header className={classes.head}>
      {at > 0 ? (
        <Button kind="plain" onClick={() => wizard.goTo(at - 1)}>
          <BackIcon />
          {t(($) => $.wizard.back)}
        </Button>
      ) : (
        <Way className={classes.back ?? ''} {...wayBack}>
          <BackIcon />
          {t(($) => $.wizard.otherProduct)}
        </Way>
      )}
      <div className={classes.product}>
        <div className={classes.thumb}>
          <ProductPicture image={product.image} category={product.categoryName} isEager />
        </div>
        <p>
          <strong>{productName({ brand: product.brand, productLabel: product.label })}</strong>
          <span>{t(($) => $.wizard.step[stepOf(wizard.screen)])}</span>
        </p>
      </div>
      <progress
        className={classes.progress}
        value={at + 1}
        max={screens.length}
        aria-label={t(($) => $.wizard.progress, { at: at + 1, of: screens.length })}
      />
    </header>
  )
}
