import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFull, type ChosenStore } from '#domain/cart/cart.ts'
import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import type { FoundRelayPoint, RelayPoint } from '#domain/circuit/relay-points.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { CircuitOption, PublicProduct, PublicStore } from '#sync/calls/public-catalog.ts'
import type { QuoteAnswer } from '#sync/calls/quote.ts'
import { keepProgress } from '#web/buyback/progress-storage.ts'
import { quoteOptions, quotedCartBuyback } from '#web/buyback/quote-buyback.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { Button } from '../../kit/button.tsx'
import { useCart } from '../../kit/cart.tsx'
import { newId } from '../../kit/cart-store.ts'
import { Notice } from '../../kit/notice.tsx'
import { PriceLines } from '../../kit/price-lines.tsx'
import { ProductPicture } from '../../kit/product-picture.tsx'
import { useFormat } from '../../kit/site.ts'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import { StoreChoice } from '../../kit/store-choice.tsx'
import type { MailLink } from './mail-quote.tsx'
import { ShareQuote } from './share-quote.tsx'
import classes from './quote.module.css'

const SlotChoice = lazy(async () => ({ default: (await import('../../kit/slot-choice.tsx')).SlotChoice }))

const RelayPointChoice = lazy(async () => ({
  default: (await import('../../kit/relay-point-choice.tsx')).RelayPointChoice,
}))

/** A locked offer behind its private link, with its product and options as they are today. */
export interface QuoteProps {
  readonly quote: QuoteAnswer
  /** Null where it cannot be sold any more. */
  readonly product: PublicProduct | null
  readonly circuits: readonly CircuitOption[]
  /** The stores that products are brought to. */
  readonly readStores: () => Promise<readonly PublicStore[]>
  readonly mailLink: MailLink
  /** When a shipping method collects products. */
  readonly readSlots: (shippingMethodId: string) => Promise<readonly PickupSlot[]>
  /** Where the parcels of a shipping method may be handed over near a place. */
  readonly readRelayPoints: (shippingMethodId: string, near: string) => Promise<readonly FoundRelayPoint[]>
}

/** A price that is kept: what it was made of, until when it holds, and the way into the cart at that price. */
export function QuoteScreen(props: QuoteProps) {
  const { t } = useTranslation('tracking')
  const format = useFormat()
  const { quote } = props
  const name = productName({ brand: quote.product.brand, productLabel: quote.product.label }) ?? quote.product.label
  return (
    <article className={classes.quote}>
      <header className={classes.head}>
        <div className={classes.thumb}>
          <ProductPicture image={quote.product.image} category={props.product?.categoryName ?? ''} isEager />
        </div>
        <p>
          <strong>{name}</strong>
          <span>{t(($) => $.quote.madeOn, { day: format.longDate(quote.createdAt) })}</span>
        </p>
      </header>
      {quote.isSold === true ? (
        <Sold {...props} />
      ) : quote.isExpired ? (
        <Expired {...props} />
      ) : (
        <Kept {...props} name={name} />
      )}
      <Answers {...props} />
      <p className={classes.reference}>{t(($) => $.quote.reference, { version: quote.priceVersion })}</p>
    </article>
  )
}

/** A price that has become a trade-in already: it counts for one. */
function Sold({ quote, product }: QuoteProps) {
  const { t } = useTranslation('tracking')
  const again = useAgain(quote)
  return (
    <section>
      <h1 className={classes.offer}>{t(($) => $.quote.soldTitle)}</h1>
      <p className={classes.until}>{t(($) => $.quote.soldText)}</p>
      {product === null ? null : (
        <div className={classes.actions}>
          <Button onClick={again}>{t(($) => $.quote.again)}</Button>
        </div>
      )}
    </section>
  )
}

function Kept(props: QuoteProps & { readonly name: string }) {
  const { quote, circuits, name } = props
  const { t } = useTranslation(['tracking', 'journey'])
  const format = useFormat()
  const options = quoteOptions(quote, circuits)
  const priced = quote.lines.filter(({ impactCents }) => impactCents !== 0)
  return (
    <>
      <section>
        <h1 className={classes.offer}>
          {t(($) => $.quote.title)} <strong>{format.money(quote.totalPriceCents)}</strong>
        </h1>
        <p className={classes.until}>{t(($) => $.quote.until, { day: format.longDate(quote.expiresAt) })}</p>
      </section>
      <IntoCart {...props} />
      <ShareQuote name={name} mailLink={props.mailLink} />
      <section className={classes.box} aria-labelledby="quote-price">
        <h2 id="quote-price">{t(($) => $.quote.price)}</h2>
        <PriceLines
          hasBase
          lines={[
            { label: t(($) => $.grade[quote.grade], { ns: 'journey' }), valueCents: quote.gradePriceCents },
            ...priced.map(({ answer, impactCents }) => ({ label: answer, valueCents: impactCents })),
            ...quote.impactPriceEntries.map(({ source, label, valueCents }) => ({
              label:
                source === 'circuit' && options !== null
                  ? t(($) => $.options.circuit[options.circuit.type], { ns: 'journey' })
                  : label,
              valueCents,
            })),
          ]}
          sum={{ label: t(($) => $.quote.total), valueCents: quote.totalPriceCents }}
        />
      </section>
    </>
  )
}

function IntoCart({ quote, product, circuits, readStores, readSlots, readRelayPoints }: QuoteProps) {
  const { t } = useTranslation('tracking')
  const { cart, isRead, add, open, readAgain } = useCart()
  const again = useAgain(quote)
  const [asks, setAsks] = useState<'store' | 'slot' | 'relay' | null>(null)
  const inCart = cart.cartBuybacks.some(({ quoteToken }) => quoteToken === quote.token)
  const seeCart = <Button onClick={open}>{t(($) => $.quote.seeCart)}</Button>
  if (inCart) return <Notice tone="good" title={t(($) => $.quote.inCart)} actions={seeCart} />
  if (product === null) return <Notice tone="warn">{t(($) => $.quote.gone)}</Notice>
  const options = quoteOptions(quote, circuits)
  if (options === null)
    return (
      <Notice tone="warn" actions={<Button onClick={again}>{t(($) => $.quote.again)}</Button>}>
        {t(($) => $.quote.optionsGone)}
      </Notice>
    )
  if (isFull(cart))
    return (
      <Notice tone="warn" actions={seeCart}>
        {t(($) => $.quote.full, { count: cart.maxNbOfItems })}
      </Notice>
    )
  const put = (chosen: {
    readonly store?: ChosenStore
    readonly pickup?: PickupSlot
    readonly relayPoint?: RelayPoint
  }): void => {
    // The price counts for one product, whichever press or tab put it in.
    if (!readAgain().cartBuybacks.some(({ quoteToken }) => quoteToken === quote.token))
      add(quotedCartBuyback(quote, { product, options, store: null, ...chosen, inCartId: newId() }))
    open()
  }
  if (asks === 'store')
    return <StoreChoice heading="h2" readStores={readStores} chosen={null} onChoose={(store) => put({ store })} />
  if (asks === 'slot')
    return (
      <Suspense>
        <SlotChoice
          heading="h2"
          readSlots={() => readSlots(options.shipping.id)}
          chosen={null}
          onChoose={(pickup) => put({ pickup })}
        />
      </Suspense>
    )
  if (asks === 'relay')
    return (
      <Suspense>
        <RelayPointChoice
          heading="h2"
          readPoints={(near) => readRelayPoints(options.shipping.id, near)}
          chosen={null}
          onChoose={(relayPoint) => put({ relayPoint })}
        />
      </Suspense>
    )
  const begin = (): void => {
    if (options.circuit.type === 'web_drop') setAsks('store')
    else if (options.shipping.hasSlots === true) setAsks('slot')
    else if (options.shipping.hasRelayPoints === true) setAsks('relay')
    else put({})
  }
  return (
    <div className={classes.actions}>
      <Button onClick={begin} disabled={!isRead}>
        {t(($) => $.quote.add)}
      </Button>
    </div>
  )
}

function Expired({ quote, product }: QuoteProps) {
  const { t } = useTranslation('tracking')
  const format = useFormat()
  const again = useAgain(quote)
  const today = product === null ? null : quote.currentEstimatedPriceCents
  return (
    <>
      <section>
        <h1>{t(($) => $.quote.expiredTitle)}</h1>
        <p className={classes.until}>{t(($) => $.quote.expiredText, { day: format.longDate(quote.expiresAt) })}</p>
      </section>
      <dl className={classes.both}>
        <div>
          <dt>{t(($) => $.quote.then)}</dt>
          <dd>
            <s>{format.money(quote.estimatedPriceCents)}</s>
          </dd>
        </div>
        <div>
          <dt>{t(($) => $.quote.today)}</dt>
          <dd>{today === null ? '–' : <strong>{format.money(today)}</strong>}</dd>
        </div>
      </dl>
      {product === null ? (
        <Notice tone="warn">{t(($) => $.quote.gone)}</Notice>
      ) : today === null ? (
        <Notice tone="warn" actions={<Button onClick={again}>{t(($) => $.quote.again)}</Button>}>
          {t(($) => $.quote.askedAnew)}
        </Notice>
      ) : (
        <div className={classes.actions}>
          <Button onClick={again}>{t(($) => $.quote.goToday)}</Button>
        </div>
      )}
    </>
  )
}

function Answers({ quote, circuits }: QuoteProps) {
  const { t } = useTranslation(['tracking', 'journey'])
  const options = quoteOptions(quote, circuits)
  const rows = [
    ...(quote.imei === null ? [] : [{ label: t(($) => $.quote.imei), value: quote.imei }]),
    ...quote.lines.map(({ title, answer }) => ({ label: title, value: answer })),
    ...(options === null
      ? []
      : [
          {
            label: t(($) => $.quote.transport),
            value: t(($) => $.options.circuit[options.circuit.type], { ns: 'journey' }),
          },
          { label: t(($) => $.quote.payment), value: options.payment.label },
        ]),
  ]
  if (rows.length === 0) return null
  return (
    <section className={classes.box} aria-labelledby="quote-answers">
      <h2 id="quote-answers">{t(($) => $.quote.answers)}</h2>
      <dl className={classes.answers}>
        {rows.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/**
 * Opens the wizard with the answers of the offer: at the first question that has to be answered again, else at today's
 * offer.
 */
function useAgain({ product: { id, slug }, answers, imei, options }: QuoteAnswer): () => void {
  const go = useSiteNavigate()
  return () => {
    const chosen = options ?? { circuitId: null, shippingMethodId: null, paymentModeId: null }
    keepProgress(browserStorage(), { productId: id, imei, answers, ...chosen, store: null }, new Date(), 'public')
    void go(`/buyback/create/${id}/${slug}`, { step: 999 })
  }
}
