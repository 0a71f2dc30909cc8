import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFull, type ReplacedBuyback } from '#domain/cart/cart.ts'
import { relayPointText } from '#domain/circuit/relay-points.ts'
import { slotText } from '#domain/circuit/pickup-slots.ts'
import { forgetProgress } from '#web/buyback/progress-storage.ts'
import { isHeld } from '#web/buyback/checkout-record.ts'
import { cartBuybackOf } from '#web/buyback/cart-buyback.ts'
import {
  circuitOf,
  isWithoutOffer,
  offerOf,
  paymentOf,
  relayPointOf,
  slotOf,
  storeOf,
  type WizardFacts,
} from '#web/buyback/wizard.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { Assurances } from '../../kit/assurances.tsx'
import { Button } from '../../kit/button.tsx'
import { useCart } from '../../kit/cart.tsx'
import { newId } from '../../kit/cart-store.ts'
import { LinkButton } from '../../kit/link.tsx'
import { Notice } from '../../kit/notice.tsx'
import { PriceLines } from '../../kit/price-lines.tsx'
import { useFormat } from '../../kit/site.ts'
import { useOpenSale } from '../../kit/take-out-dialog.tsx'
import { usePreload } from '../../kit/use-preload.ts'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import { KeepPrice } from './keep-price.tsx'
import { estimateLines, modifierPriceLines } from './estimate-lines.ts'
import type { WizardAsks } from './wizard-asks.ts'
import type { Wizard } from './use-wizard.ts'
import type { WizardSearch } from './wizard-search.ts'
import classes from './wizard.module.css'

/** The offer: its price line by line, what was answered, and the way into the cart. */
export function OfferScreen(props: {
  readonly facts: WizardFacts
  readonly asks: WizardAsks
  readonly wizard: Wizard
  readonly search: WizardSearch
  /** The predeclared buyback that this offer takes the place of. */
  readonly replaces: ReplacedBuyback | null
}) {
  const { t } = useTranslation('journey')
  const format = useFormat()
  const { facts, wizard, search } = props
  const { cart, isRead, add, open } = useCart()
  const go = useSiteNavigate()
  const seeSale = useOpenSale()
  usePreload('/cart/customer-informations')
  // One id for this offer: pressed twice, it is in the cart once.
  const [ownId] = useState(newId)
  const offer = offerOf(facts, wizard.progress)
  if (!offer.ok && offer.error === 'OPTIONS_MISSING' && isWithoutOffer(facts, wizard.progress))
    return <ZeroOffer facts={facts} />
  if (!offer.ok) {
    const code = offer.error
    return (
      <>
        <h1 tabIndex={-1}>{t(($) => $.offer.refusedTitle)}</h1>
        <Notice
          tone="bad"
          isAlert
          actions={<LinkButton to="/buyback/search">{t(($) => $.wizard.otherProduct)}</LinkButton>}
        >
          {t(($) => $.refused[code])}
        </Notice>
      </>
    )
  }
  const { estimate, lines, totalCents } = offer.value
  const named = modifierPriceLines(lines, circuitOf(facts, wizard.progress), t)
  if (totalCents === 0) return <ZeroOffer facts={facts} />
  const changed = cart.cartBuybacks.find(({ inCartId }) => inCartId === search.inCartId)
  const waits = changed !== undefined && isHeld(browserStorage(), changed.inCartId)
  const isIn = cart.cartBuybacks.some(({ inCartId }) => inCartId === ownId)
  const put = (): void => {
    const inCartId = changed?.inCartId ?? ownId
    const replaces = changed?.replaces ?? props.replaces
    const buyback = cartBuybackOf(facts, wizard.progress, { inCartId, offer: offer.value, lines: named })
    if (!add(replaces === null ? buyback : { ...buyback, replaces })) return seeSale()
    forgetProgress(browserStorage(), facts.product.id, search.inCartId)
    const left = wizard.leave()
    if (changed !== undefined) return void left.then(() => go(search.fromPath ?? '/home'))
    const back = search.goToCartFromOtherRoute ? (search.fromPath ?? '/home') : '/home'
    void left.then(() => go(back)).then(open)
  }
  return (
    <>
      <h1 tabIndex={-1} className={classes.offer}>
        {t(($) => $.offer.title)} <strong>{format.money(totalCents)}</strong>
      </h1>
      <p className={classes.hint}>
        {t(($) => $.offer.promise)}
        {facts.product.buyer ? ` ${t(($) => $.offer.buyer, { name: facts.product.buyer })}` : null}
      </p>
      <section className={classes.box} aria-labelledby="offer-price">
        <h2 id="offer-price">{t(($) => $.offer.price)}</h2>
        <PriceLines
          hasBase
          lines={[...estimateLines(facts.product, estimate, t), ...named]}
          sum={{ label: t(($) => $.price.total), valueCents: totalCents }}
        />
      </section>
      <Answers facts={facts} wizard={wizard} />
      {waits ? (
        <Notice
          tone="warn"
          title={t(($) => $.cart.heldTitle)}
          actions={<Button onClick={seeSale}>{t(($) => $.cart.heldSee)}</Button>}
        >
          {t(($) => $.cart.heldText, { name: facts.product.label })}
        </Notice>
      ) : isFull(cart) && changed === undefined && !isIn ? (
        <Notice tone="warn" actions={<Button onClick={open}>{t(($) => $.offer.seeCart)}</Button>}>
          {t(($) => $.offer.full, { count: cart.maxNbOfItems })}
        </Notice>
      ) : (
        <div className={`${classes.onward} ${classes.inReach}`}>
          <Button onClick={put} disabled={!isRead}>
            {changed === undefined ? t(($) => $.offer.add) : t(($) => $.offer.update)}
          </Button>
        </div>
      )}
      <Assurances />
      <KeepPrice facts={facts} progress={wizard.progress} offer={offer.value} lockPrice={props.asks.lockPrice} />
    </>
  )
}

function ZeroOffer({ facts }: { readonly facts: WizardFacts }) {
  const { t } = useTranslation('journey')
  const isRefused = facts.product.buybackZeroNotAllowed
  return (
    <>
      <h1 tabIndex={-1}>{t(($) => $.offer.zeroTitle)}</h1>
      <p className={classes.hint}>{isRefused ? t(($) => $.offer.zeroRefused) : t(($) => $.offer.zeroText)}</p>
      <div className={classes.onward}>
        <LinkButton to={isRefused ? '/buyback/search' : '/buyback/zero'}>
          {isRefused ? t(($) => $.wizard.otherProduct) : t(($) => $.offer.zeroMore)}
        </LinkButton>
      </div>
    </>
  )
}

function Answers({ facts, wizard }: { readonly facts: WizardFacts; readonly wizard: Wizard }) {
  const { t, i18n } = useTranslation('journey')
  const { progress, screens, goTo } = wizard
  const circuit = circuitOf(facts, progress)
  const rows = screens.flatMap((screen, at) => {
    if (screen === 'imei') return [{ at, label: t(($) => $.imei.label), value: progress.imei ?? '' }]
    if (screen === 'transport')
      return [
        {
          at,
          label: t(($) => $.options.transport),
          value: circuit === null ? '' : t(($) => $.options.circuit[circuit.type]),
        },
      ]
    const slot = screen === 'slot' ? slotOf(facts, progress) : null
    if (slot !== null) return [{ at, label: t(($) => $.options.slot), value: slotText(slot, i18n.language) }]
    const point = screen === 'relay' ? relayPointOf(facts, progress) : null
    if (point !== null) return [{ at, label: t(($) => $.options.relayPoint), value: relayPointText(point) }]
    if (screen === 'store')
      return [{ at, label: t(($) => $.options.store), value: storeOf(facts, progress)?.label ?? '' }]
    if (screen === 'payment')
      return [{ at, label: t(($) => $.options.payment), value: paymentOf(facts, progress)?.label ?? '' }]
    const question = facts.product.terms.questionnaire.questions.find(({ id }) => `question:${id}` === screen)
    if (question === undefined) return []
    const chosen = progress.answers.find(({ questionId }) => questionId === question.id)
    const value = question.answers.find(({ id }) => id === chosen?.answerId)?.name ?? ''
    return [{ at, label: question.title, value }]
  })
  return (
    <section className={classes.box} aria-labelledby="offer-answers">
      <h2 id="offer-answers">{t(($) => $.offer.answers)}</h2>
      <ul className={classes.answers}>
        {rows.map(({ at, label, value }) => (
          <li key={at}>
            <span>
              <span className={classes.asked}>{label}</span>
              <span>{value}</span>
            </span>
            <Button kind="plain" onClick={() => goTo(at)} aria-label={t(($) => $.offer.changeOf, { question: label })}>
              {t(($) => $.offer.change)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
