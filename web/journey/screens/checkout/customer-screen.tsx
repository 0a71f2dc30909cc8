import { useEffect, useRef, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cartTotal, excludingLines } from '#domain/cart/cart.ts'
import { countryNames } from '#domain/kernel/country-names.ts'
import { Button } from '../../kit/button.tsx'
import { useCart } from '../../kit/cart.tsx'
import { LinkButton } from '../../kit/link.tsx'
import { Notice } from '../../kit/notice.tsx'
import { useFormat } from '../../kit/site.ts'
import { usePreload } from '../../kit/use-preload.ts'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import { lineName } from './cart-line.tsx'
import { ChecksFailed, ReloadPage } from './checks-failed.tsx'
import { AddressFields, BankFields, IdentificationFields, TermsField, WhoFields } from './seller-fields.tsx'
import type { SellerField } from './seller-form.ts'
import { Unfinished } from './unfinished.tsx'
import { useSellerForm, type SellerForm } from './use-seller-form.ts'
import classes from './checkout.module.css'

/** Who sells, where the money goes, and the terms: a form for each cart, so that the next one's begins empty. */
export function CustomerScreen() {
  const { cart } = useCart()
  return <CustomerForm key={cart.cartId} />
}

/** One form, calm, as a phone's autofill understands it. */
function CustomerForm() {
  const { t } = useTranslation(['checkout', 'customer'])
  const format = useFormat()
  const { cart } = useCart()
  const go = useSiteNavigate()
  usePreload('/cart/order-summary')
  const form = useSellerForm()
  const { needs } = form.seller
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (await form.submit()) void go('/cart/order-summary')
  }
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <header className={classes.head}>
        <h1>{t(($) => $.form.title)}</h1>
        <p>{t(($) => $.form.text)}</p>
      </header>
      <Unfinished />
      {form.isBeyondForm ? (
        <Notice tone="bad" isAlert title={t(($) => $.form.beyondTitle)} actions={<ReloadPage />}>
          {t(($) => $.form.beyond)}
        </Notice>
      ) : null}
      <ApartLines />
      <Faults form={form} />
      <Group title={t(($) => $.form.who)}>
        <WhoFields form={form} />
      </Group>
      <Group title={t(($) => $.form.address)}>
        <AddressFields form={form} />
      </Group>
      {needs.identification ? (
        <Group title={t(($) => $.form.identification)} text={t(($) => $.form.identificationText)}>
          <IdentificationFields form={form} />
        </Group>
      ) : null}
      {needs.bank ? (
        <Group title={t(($) => $.form.bank)} text={t(($) => $.form.bankText)}>
          <BankFields form={form} />
        </Group>
      ) : null}
      <TermsField form={form} />
      {form.isCut ? <ChecksFailed /> : null}
      <div className={classes.onward}>
        <p className={classes.total}>
          <span>{t(($) => $.summary.total)}</span>
          <strong>{format.money(cartTotal(cart))}</strong>
        </p>
        <Button type="submit" disabled={form.isChecking}>
          {form.isChecking ? t(($) => $.form.checking) : t(($) => $.form.next)}
        </Button>
      </div>
    </form>
  )
}

function Group(props: { readonly title: string; readonly text?: string; readonly children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{props.title}</legend>
      {props.text === undefined ? null : <p className={classes.hint}>{props.text}</p>}
      {props.children}
    </fieldset>
  )
}

/** Names the products that no country can sell together: no address helps, and one of them has to go. */
function ApartLines() {
  const { t, i18n } = useTranslation('checkout')
  const { cart } = useCart()
  const lines = excludingLines(cart)
  if (lines.length === 0) return null
  const nameOf = countryNames(i18n.language)
  const list = new Intl.ListFormat(i18n.language, { type: 'disjunction' })
  return (
    <div className={classes.faults} role="alert">
      <h2>{t(($) => $.form.apartTitle)}</h2>
      <p>{t(($) => $.form.apart)}</p>
      <ul>
        {lines.map((line) => (
          <li key={line.inCartId}>
            {line.countries?.length === 0
              ? t(($) => $.form.apartNowhere, { name: lineName(line) })
              : t(($) => $.form.apartLine, {
                  name: lineName(line),
                  countries: list.format((line.countries ?? []).map(nameOf)),
                })}
          </li>
        ))}
      </ul>
      <LinkButton to="/cart/order-summary">{t(($) => $.form.apartChange)}</LinkButton>
    </div>
  )
}

/** All that is to be corrected, each a way to its field. */
function Faults({ form }: { readonly form: SellerForm }) {
  const { t } = useTranslation(['checkout', 'customer'])
  const { faults, tries } = form
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => (tries > 0 ? summary.current?.focus() : undefined), [tries])
  if (faults.length === 0) return null
  return (
    <div ref={summary} className={classes.faults} role="alert" tabIndex={-1}>
      <h2>{t(($) => $.form.faults, { count: faults.length })}</h2>
      <ul>
        {faults.map(({ field, error, min, max }) => (
          <li key={field}>
            <button type="button" onClick={() => document.getElementById(field)?.focus()}>
              {t(($) => $.field[field as SellerField])}
            </button>{' '}
            {t(($) => $.errors[error], { ns: 'customer', min, max })}
          </li>
        ))}
      </ul>
    </div>
  )
}
