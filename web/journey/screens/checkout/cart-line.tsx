import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CartBuyback } from '#domain/cart/cart.ts'
import { slotText } from '#domain/circuit/pickup-slots.ts'
import { relayPointText } from '#domain/circuit/relay-points.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { OptionFault } from '#web/buyback/customer-country.ts'
import { Notice } from '../../kit/notice.tsx'
import { PriceLines } from '../../kit/price-lines.tsx'
import { ProductPicture } from '../../kit/product-picture.tsx'
import classes from './checkout.module.css'

/** What a product of the cart is called. */
export function lineName({ declaration: { product } }: CartBuyback): string {
  return productName({ brand: product.brand, productLabel: product.label }) ?? product.label
}

/** A product of the cart with what was declared and chosen, and its price line by line. */
export function CartLine(props: {
  readonly line: CartBuyback
  /** What is wrong with it. */
  readonly fault?: OptionFault | undefined
  readonly actions?: ReactNode
}) {
  const { line, fault, actions } = props
  const { t, i18n } = useTranslation(['checkout', 'journey'])
  const {
    declaration,
    transportMode,
    store,
    pickup,
    relayPoint,
    paymentMode,
    estimatedPrice,
    impactPriceEntries,
    totalPrice,
  } = line
  const { product, grade, imei } = declaration
  return (
    <li className={classes.line}>
      <div>
        <ProductPicture image={product.image} category={product.category.label} />
      </div>
      <div className={classes.what}>
        <h3>{lineName(line)}</h3>
        <dl className={classes.declared}>
          <dt>{t(($) => $.summary.grade)}</dt>
          <dd>{t(($) => $.grade[grade], { ns: 'journey' })}</dd>
          {imei === null ? null : (
            <>
              <dt>{t(($) => $.summary.imei)}</dt>
              <dd>{imei}</dd>
            </>
          )}
          <dt>{t(($) => $.summary.transport)}</dt>
          <dd>
            {t(($) => $.options.circuit[transportMode.type], { ns: 'journey' })}
            {store === undefined ? null : `, ${store.label}`}
            {relayPoint === undefined ? null : `, ${relayPointText(relayPoint)}`}
            {pickup === undefined ? null : `, ${slotText(pickup, i18n.language)}`}
          </dd>
          <dt>{t(($) => $.summary.payment)}</dt>
          <dd>{paymentMode.label}</dd>
        </dl>
      </div>
      <div className={classes.price}>
        <PriceLines
          hasBase
          lines={[
            { label: t(($) => $.price.estimate, { ns: 'journey' }), valueCents: estimatedPrice },
            ...impactPriceEntries.map(({ label, value }) => ({ label, valueCents: value })),
          ]}
          sum={{ label: t(($) => $.price.total, { ns: 'journey' }), valueCents: totalPrice }}
        />
      </div>
      {fault === undefined ? null : (
        <div className={classes.lineFault}>
          <Notice tone="warn">{t(($) => $.refused[fault])}</Notice>
        </div>
      )}
      {actions === undefined ? null : <div className={classes.lineActions}>{actions}</div>}
    </li>
  )
}
