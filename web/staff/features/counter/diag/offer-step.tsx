import { Alert, Button } from '@mantine/core'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFull, mayAddAnother } from '#domain/cart/cart.ts'
import { cartBuybackOf } from '#web/buyback/cart-buyback.ts'
import { forgetProgress } from '#web/buyback/progress-storage.ts'
import { circuitOf, isWithoutOffer, offerOf, paymentOf, shippingOf } from '#web/buyback/wizard.ts'
import { useFormat, usePlatform } from '#web/lib/platform.tsx'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { useAnswerKeys } from '#web/staff/ui/floor/answer-keys.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { finalizes, useCounterCart } from '../sale/use-counter-cart.ts'
import { modifierPriceLines } from './counter-price-lines.tsx'
import type { Diag } from './use-diag.ts'
import classes from '../counter.module.css'

/** The offer: what was answered, and the way into the cart. */
export function OfferStep(props: {
  readonly diag: Diag
  readonly catalog: CounterCatalog
  readonly buybackId: string | null
}) {
  const { t } = useTranslation('counter')
  const journey = useTranslation('journey').t
  const format = useFormat()
  const { storage } = usePlatform()
  const navigate = useNavigate()
  const { diag, catalog, buybackId } = props
  const { facts, progress, predeclared, line } = diag
  const cart = useCounterCart(catalog)
  // One id for this offer: pressed twice, it is in the cart once.
  const [ownId] = useState(() => crypto.randomUUID())
  const offer = offerOf(facts, progress)
  const isBusy = predeclared !== null && cart.cart.cartBuybacks.length > 0 && !finalizes(cart.cart, predeclared.itemId)
  const isNew = buybackId === null && line === null
  const isFinalizing = isNew && cart.cart.preDeclaredBuybackId !== null
  const isTaken = isNew && !isFinalizing && isFull(cart.cart)
  const isZero = offer.ok
    ? offer.value.totalCents === 0 && facts.product.buybackZeroNotAllowed
    : offer.error === 'OPTIONS_MISSING' && isWithoutOffer(facts, progress)
  const mayAdd = offer.ok && !isZero && !isBusy && !isFinalizing && !isTaken
  const onward = line === null ? '/cart/customer-infos' : '/cart/summary'
  const mayAddMore = isNew && mayAddAnother(cart.cart)
  const add = (next: '/cart/customer-infos' | '/cart/summary' | '/buyback/create'): void => {
    if (!offer.ok || !mayAdd) return
    const lines = modifierPriceLines(offer.value.lines, circuitOf(facts, progress), journey)
    const inCartId = line?.inCartId ?? predeclared?.itemId ?? ownId
    const buyback = cartBuybackOf(facts, progress, { inCartId, offer: offer.value, lines })
    const isKept = buybackId === null ? cart.add(buyback) : cart.takePredeclared(buyback, buybackId)
    if (line === null && isKept) forgetProgress(storage, facts.product.id)
    void navigate({ to: next })
  }
  useAnswerKeys({ onEnter: () => add(onward), onBack: diag.back })
  useScanner({
    purpose: 'any',
    onScan: ({ resolution: { command } }) => {
      if (command === 'CONFIRM') return add(onward)
      if (command === 'NEXT' && mayAddMore) return add('/buyback/create')
      return command === 'CANCEL' ? diag.back() : meaningless
    },
  })
  return (
    <>
      <h2 tabIndex={-1} className={classes.title}>
        {offer.ok && !isZero
          ? t(($) => $.offer.title, { price: format.money(offer.value.totalCents) })
          : t(($) => $.offer.refused)}
      </h2>
      {isZero ? (
        <Refused text={journey(($) => $.offer.zeroRefused)} />
      ) : !offer.ok ? (
        <Refused text={journey(($) => $.refused[offer.error])} />
      ) : (
        <p className={classes.hint}>{t(($) => $.offer.text)}</p>
      )}
      <Answers diag={diag} />
      {isBusy ? <CartBusy text={t(($) => $.offer.busy)} /> : null}
      {isFinalizing ? <CartBusy text={t(($) => $.offer.finalizing)} /> : null}
      {isTaken ? <CartBusy text={t(($) => $.offer.full, { count: cart.cart.maxNbOfItems })} /> : null}
      {mayAdd ? (
        <div className={classes.actions}>
          {mayAddMore ? (
            <Button
              size="xl"
              variant="default"
              leftSection={<IconShoppingCartPlus size={24} aria-hidden />}
              onClick={() => add('/buyback/create')}
            >
              {t(($) => $.offer.another)}
            </Button>
          ) : null}
          <Button size="xl" onClick={() => add(onward)}>
            {line === null ? t(($) => $.offer.add) : t(($) => $.offer.replace)}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Refused({ text }: { readonly text: string }) {
  const { t } = useTranslation('counter')
  return (
    <Alert color="red" variant="light" role="alert">
      <p className={classes.line}>{text}</p>
      <ButtonLink to="/buyback-not-eligible" variant="default" size="md" mt="xs">
        {t(($) => $.offer.tellCustomer)}
      </ButtonLink>
    </Alert>
  )
}

function CartBusy({ text }: { readonly text: string }) {
  const { t } = useTranslation('counter')
  return (
    <Alert color="orange" variant="light" role="alert" mt="md">
      <p className={classes.line}>{text}</p>
      <ButtonLink to="/cart/summary" variant="default" mt="xs">
        {t(($) => $.offer.seeCart)}
      </ButtonLink>
    </Alert>
  )
}

function Answers({ diag }: { readonly diag: Diag }) {
  const { t } = useTranslation('counter')
  const journey = useTranslation('journey').t
  const { facts, progress, screens, goTo } = diag
  const circuit = circuitOf(facts, progress)
  const valueOf = (screen: string): { readonly label: string; readonly value: string } | null => {
    if (screen === 'imei') return { label: journey(($) => $.imei.label), value: progress.imei ?? '' }
    if (screen === 'transport')
      return {
        label: t(($) => $.options.transport),
        value: circuit ? journey(($) => $.options.circuit[circuit.type]) : '',
      }
    if (screen === 'shipping')
      return { label: journey(($) => $.options.shipping), value: shippingOf(facts, progress)?.description ?? '' }
    if (screen === 'payment')
      return { label: t(($) => $.options.payment), value: paymentOf(facts, progress)?.label ?? '' }
    const question = facts.product.terms.questionnaire.questions.find(({ id }) => `question:${id}` === screen)
    if (question === undefined) return null
    const chosen = progress.answers.find(({ questionId }) => questionId === question.id)
    return { label: question.title, value: question.answers.find(({ id }) => id === chosen?.answerId)?.name ?? '' }
  }
  return (
    <ul className={classes.answers} aria-label={journey(($) => $.offer.answers)}>
      {screens.flatMap((screen, at) => {
        const row = valueOf(screen)
        if (row === null) return []
        return [
          <li key={screen}>
            <span className={classes.answer}>
              <span className={classes.soft}>{row.label}</span>
              <strong>{row.value}</strong>
            </span>
            <Button
              variant="subtle"
              size="md"
              onClick={() => goTo(at)}
              aria-label={journey(($) => $.offer.changeOf, { question: row.label })}
            >
              {journey(($) => $.offer.change)}
            </Button>
          </li>,
        ]
      })}
    </ul>
  )
}
