import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CartBuyback } from '#domain/cart/cart.ts'
import { confirmLines } from '#web/buyback/checkout-record.ts'
import type { CreationRefusal, CurrentPrices } from '#web/buyback/creation-refusal.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { Button } from '../../kit/button.tsx'
import { useCart } from '../../kit/cart.tsx'
import { Notice } from '../../kit/notice.tsx'
import { PriceLines } from '../../kit/price-lines.tsx'
import { useFormat } from '../../kit/site.ts'
import { TakeOutDialog } from '../../kit/take-out-dialog.tsx'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import { lineName } from './cart-line.tsx'
import { ChangeButton } from './change-button.tsx'
import { ReselectHandover, handoverAsked, type HandoverReads } from './reselect-handover.tsx'
import classes from './checkout.module.css'

/** A product that was not taken: why, with both prices where that is it, and what helps. */
export function RefusedLine(props: {
  readonly line: CartBuyback
  readonly refusal: CreationRefusal
  readonly reads: HandoverReads
  /** Told once nothing is to be asked about this product any more. */
  readonly onSettled: () => void
}) {
  const { t } = useTranslation(['checkout', 'journey'])
  const format = useFormat()
  const { cart, add } = useCart()
  const go = useSiteNavigate()
  const { line, refusal, reads, onSettled } = props
  const { code, cure, current } = refusal
  const [isLeaving, setLeaving] = useState(false)
  const asks = handoverAsked(line, code)
  // What is pressed says what it is about: that is the customer's word for the product as it is now.
  const settle = (changed: CartBuyback): void => {
    add(changed)
    confirmLines(browserStorage(), cart.cartId, [line.inCartId])
    onSettled()
  }
  const take = (prices: CurrentPrices): void =>
    settle(pricedAnew(line, prices, (type) => t(($) => $.options.circuit[type], { ns: 'journey' })))
  return (
    <li className={classes.refused}>
      <h2>{lineName(line)}</h2>
      <Notice tone={cure === 'newPrice' ? 'warn' : 'bad'}>
        {code === null ? t(($) => $.refused.other) : t(($) => $.refused[code])}
      </Notice>
      {current === null ? null : (
        <div className={classes.both}>
          <section>
            <h3>{t(($) => $.sending.before)}</h3>
            <LinePrices line={line} />
          </section>
          <section>
            <h3>{t(($) => $.sending.now)}</h3>
            <LinePrices
              line={pricedAnew(line, current, (type) => t(($) => $.options.circuit[type], { ns: 'journey' }))}
            />
          </section>
        </div>
      )}
      {asks === null ? null : (
        <>
          <p>{t(($) => $.sending.keptStays)}</p>
          <ReselectHandover line={line} asks={asks} reads={reads} onChoose={settle} />
        </>
      )}
      <div className={classes.lineActions}>
        {current === null ? null : (
          <Button onClick={() => take(current)}>
            {t(($) => $.sending.takePrice, { price: format.money(current.totalPriceCents) })}
          </Button>
        )}
        {cure === 'declareAgain' ? (
          <ChangeButton line={line} refusal={code} kind={asks === null ? 'primary' : 'quiet'}>
            {t(($) => $.sending.declareAgain)}
          </ChangeButton>
        ) : null}
        <Button kind={cure === 'takeOut' ? 'primary' : 'quiet'} onClick={() => setLeaving(true)}>
          {t(($) => $.sending.takeOut)}
        </Button>
      </div>
      <TakeOutDialog
        leaving={isLeaving ? { inCartId: line.inCartId, name: lineName(line) } : null}
        onClose={() => setLeaving(false)}
        onTaken={(taken) => (taken === 'emptied' ? void go('/home') : onSettled())}
      />
    </li>
  )
}

function LinePrices({ line }: { readonly line: CartBuyback }) {
  const { t } = useTranslation('journey')
  return (
    <PriceLines
      hasBase
      lines={[
        { label: t(($) => $.price.estimate), valueCents: line.estimatedPrice },
        ...line.impactPriceEntries.map(({ label, value }) => ({ label, valueCents: value })),
      ]}
      sum={{ label: t(($) => $.price.total), valueCents: line.totalPrice }}
    />
  )
}

/** The product at the server's prices; a circuit is called in the visitor's language what it is. */
function pricedAnew(
  line: CartBuyback,
  { estimatedPriceCents, impactPriceEntries, totalPriceCents }: CurrentPrices,
  circuitName: (type: CartBuyback['transportMode']['type']) => string,
): CartBuyback {
  return {
    ...line,
    estimatedPrice: estimatedPriceCents,
    impactPriceEntries: impactPriceEntries.map(({ source, label, valueCents }) => ({
      source,
      label: source === 'circuit' ? circuitName(line.transportMode.type) : label,
      value: valueCents,
    })),
    totalPrice: totalPriceCents,
  }
}
