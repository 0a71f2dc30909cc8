import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cartTotal, type CartBuyback, type TypedFields } from '#domain/cart/cart.ts'
import { identificationTypes } from '#domain/customer/identification-type.ts'
import { confirmLines, findCheckout } from '#web/buyback/checkout-record.ts'
import { countryNames } from '#domain/kernel/country-names.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { Button } from '../../kit/button.tsx'
import { useCart } from '../../kit/cart.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useFormat } from '../../kit/site.ts'
import { TakeOutDialog } from '../../kit/take-out-dialog.tsx'
import { usePreload } from '../../kit/use-preload.ts'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import { CartLine, lineName } from './cart-line.tsx'
import { ChangeButton } from './change-button.tsx'
import { ChecksFailed } from './checks-failed.tsx'
import { accountHolderOf } from './seller-form.ts'
import { Unfinished } from './unfinished.tsx'
import { useOptionFaults, type OptionsIn } from './use-option-faults.ts'
import { useSeller } from './use-seller.ts'
import classes from './checkout.module.css'

/** Everything once more before it is binding: products line by line, who sells, and the total. */
export function SummaryScreen({ optionsIn }: { readonly optionsIn: OptionsIn }) {
  const { t } = useTranslation('checkout')
  const format = useFormat()
  const { cart } = useCart()
  const seller = useSeller()
  const faults = useOptionFaults(optionsIn)
  const go = useSiteNavigate()
  const [leaving, setLeaving] = useState<CartBuyback | null>(null)
  const checkoutPath = `/cart/${cart.cartId}/checkout`
  // A cart whose validation was asked for may be sold already; that is found out before anything else.
  useEffect(() => {
    if (findCheckout(browserStorage())?.isClosing === true) void go(checkoutPath, {}, { replace: true })
  }, [go, checkoutPath])
  usePreload(checkoutPath, '/buyback/confirmation')
  const { tools, typed, needs } = seller
  const checked = tools === null ? null : seller.check(typed, tools)
  const refused = cart.cartBuybacks.find(({ inCartId }) => faults.has(inCartId))
  const confirm = (): void => {
    const ids = cart.cartBuybacks.map(({ inCartId }) => inCartId)
    confirmLines(browserStorage(), cart.cartId, ids)
    void go(checkoutPath)
  }
  return (
    <div className={classes.summary}>
      <header className={classes.head}>
        <h1>{t(($) => $.summary.title)}</h1>
      </header>
      <Unfinished />
      <section aria-labelledby="summary-products">
        <h2 id="summary-products">{t(($) => $.summary.products, { count: cart.cartBuybacks.length })}</h2>
        <ul className={classes.lines}>
          {cart.cartBuybacks.map((line) => (
            <CartLine
              key={line.inCartId}
              line={line}
              fault={faults.get(line.inCartId)}
              actions={
                <>
                  <ChangeButton
                    line={line}
                    kind="plain"
                    aria-label={t(($) => $.summary.changeOf, { name: lineName(line) })}
                  >
                    {t(($) => $.summary.change)}
                  </ChangeButton>
                  <Button
                    kind="plain"
                    onClick={() => setLeaving(line)}
                    aria-label={t(($) => $.summary.removeOf, { name: lineName(line) })}
                  >
                    {t(($) => $.summary.remove)}
                  </Button>
                </>
              }
            />
          ))}
        </ul>
      </section>
      <SellerFacts typed={typed} hasBank={needs.bank} hasIdentification={needs.identification} />
      <div className={classes.onward}>
        {checked?.ok === false ? (
          <Notice tone="warn" title={t(($) => $.summary.missingTitle)}>
            {t(($) => $.summary.missingSecret)}
          </Notice>
        ) : null}
        {seller.isCut ? <ChecksFailed onAgain={() => void seller.load()} /> : null}
        {refused === undefined ? null : (
          <Notice tone="warn" isAlert title={t(($) => $.summary.otherWay, { count: faults.size })}>
            {t(($) => $.summary.otherWayText)}
          </Notice>
        )}
        <p className={classes.total}>
          <span>{t(($) => $.summary.total)}</span>
          <strong>{format.money(cartTotal(cart))}</strong>
        </p>
        <p className={classes.hint}>{t(($) => $.summary.promise)}</p>
        {checked?.ok === false ? (
          <LinkButton to="/cart/customer-informations">{t(($) => $.summary.complete)}</LinkButton>
        ) : refused !== undefined ? (
          <ChangeButton line={refused}>{t(($) => $.summary.chooseAgain)}</ChangeButton>
        ) : (
          <>
            <Button disabled={checked === null} onClick={confirm}>
              {t(($) => $.summary.confirm)}
            </Button>
            <p className={classes.hint}>{t(($) => $.summary.binding)}</p>
          </>
        )}
      </div>
      <TakeOutDialog
        leaving={leaving && { inCartId: leaving.inCartId, name: lineName(leaving) }}
        onClose={() => setLeaving(null)}
        onTaken={(taken) => (taken === 'emptied' ? void go('/home') : undefined)}
      />
    </div>
  )
}

function SellerFacts(props: {
  readonly typed: TypedFields
  readonly hasIdentification: boolean
  readonly hasBank: boolean
}) {
  const { t, i18n } = useTranslation('checkout')
  const { typed } = props
  const type = identificationTypes.find((one) => one === typed.clientNationalIdentificationType)
  const ending = (secret: string | undefined): string | undefined =>
    secret === undefined || secret === ''
      ? undefined
      : t(($) => $.summary.ending, { end: secret.replaceAll(/\s/g, '').slice(-4) })
  const place = [typed.clientZipCode, typed.clientCity].filter(Boolean).join(' ')
  return (
    <section className={classes.box} aria-labelledby="summary-customer">
      <div className={classes.boxHead}>
        <h2 id="summary-customer">{t(($) => $.summary.customer)}</h2>
        <LinkButton to="/cart/customer-informations" quiet>
          <span className="visually-hidden">{t(($) => $.summary.changeCustomer)}</span>
          <span aria-hidden="true">{t(($) => $.summary.change)}</span>
        </LinkButton>
      </div>
      <Facts
        lines={[
          [typed.clientFirstname, typed.clientLastname].filter(Boolean).join(' '),
          typed.clientEmail,
          typed.clientPhone,
        ]}
      />
      <Facts
        lines={[
          typed.clientStreet,
          typed.clientStreetMore,
          place,
          countryNames(i18n.language)(typed.clientCountry ?? ''),
        ]}
      />
      {props.hasIdentification && type !== undefined ? (
        <Facts
          title={t(($) => $.summary.identification)}
          lines={[t(($) => $.identification[type]), ending(typed.clientNationalIdentification)]}
        />
      ) : null}
      {props.hasBank ? (
        <Facts title={t(($) => $.summary.bank)} lines={[accountHolderOf(typed), ending(typed.iban)]} />
      ) : null}
    </section>
  )
}

function Facts({
  title,
  lines,
}: {
  readonly title?: string
  readonly lines: readonly (string | undefined)[]
}): ReactNode {
  return (
    <div className={classes.facts}>
      {title === undefined ? null : <h3>{title}</h3>}
      {lines.map((line, at) => (line === undefined || line.trim() === '' ? null : <p key={at}>{line}</p>))}
    </div>
  )
}
