import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { identificationTypes } from '#domain/customer/identification-type.ts'
import { countryNames } from '#domain/kernel/country-names.ts'
import { useSite } from '../../kit/site.ts'
import { ChoiceField, DayField, faultId, FaultText, TextField } from './field.tsx'
import { accountHolderOf, asksForBic } from './seller-form.ts'
import { useLatinName } from './use-latin-name.ts'
import type { SellerForm } from './use-seller-form.ts'
import classes from './checkout.module.css'

interface Props {
  readonly form: SellerForm
}

/** Name, mail and phone (CART-20, CART-24, CART-25). */
export function WhoFields({ form }: Props) {
  const { t } = useTranslation('checkout')
  const asksForLatin = useLatinName(form)
  return (
    <>
      <TextField form={form} name="clientFirstname" autoComplete="given-name" isShort />
      <TextField form={form} name="clientLastname" autoComplete="family-name" isShort />
      {asksForLatin ? (
        <TextField
          form={form}
          name="clientLatinName"
          autoComplete="off"
          spellCheck={false}
          hint={t(($) => $.form.latinName)}
        />
      ) : null}
      <TextField
        form={form}
        name="clientEmail"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField form={form} name="clientPhone" type="tel" inputMode="tel" autoComplete="tel" />
    </>
  )
}

/** Where the customer lives (CART-21, CART-22, CART-26). */
export function AddressFields({ form }: Props) {
  const { i18n } = useTranslation('checkout')
  const { tools, served } = form.seller
  const known = tools?.countryCodes
  const codes = useMemo(
    () => (served === null ? known : known?.filter((code) => served.includes(code))),
    [known, served],
  )
  const chosen = form.typed.clientCountry ?? ''
  const countries = useMemo(() => {
    const nameOf = countryNames(i18n.language)
    const { compare } = new Intl.Collator(i18n.language)
    return [...new Set([...(codes ?? []), ...(chosen === '' ? [] : [chosen])])]
      .map((value) => ({ value, label: nameOf(value) }))
      .toSorted((one, other) => compare(one.label, other.label))
  }, [codes, chosen, i18n.language])
  return (
    <>
      <TextField form={form} name="clientStreet" autoComplete="address-line1" />
      <TextField form={form} name="clientStreetMore" autoComplete="address-line2" isOptional />
      <TextField form={form} name="clientZipCode" autoComplete="postal-code" isShort />
      <TextField form={form} name="clientCity" autoComplete="address-level2" isShort />
      <ChoiceField form={form} name="clientCountry" autoComplete="country" options={countries} />
    </>
  )
}

/** The identity document (CART-27 to CART-30). */
export function IdentificationFields({ form }: Props) {
  const { t } = useTranslation('checkout')
  return (
    <>
      <ChoiceField
        form={form}
        name="clientNationalIdentificationType"
        autoComplete="off"
        placeholder={t(($) => $.form.chooseType)}
        options={identificationTypes.map((value) => ({ value, label: t(($) => $.identification[value]) }))}
      />
      <TextField
        form={form}
        name="clientNationalIdentification"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t(($) => $.form.secret)}
      />
      <DayField form={form} name="clientNationalIdentificationDeliveryDate" min="1900-01-01" max={form.seller.today} />
      <TextField form={form} name="clientNationalIdentificationAutorityDelivery" autoComplete="off" isShort />
    </>
  )
}

/** Where the money goes (CART-31). */
export function BankFields({ form }: Props) {
  const { t } = useTranslation('checkout')
  const { branding } = useSite()
  return (
    <>
      <TextField
        form={form}
        name="iban"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t(($) => $.form.secret)}
      />
      {asksForBic(form.typed, branding.currency) ? (
        <TextField
          form={form}
          name="bic"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={t(($) => $.form.bic)}
        />
      ) : null}
      <TextField form={form} name="accountHolder" autoComplete="off" value={accountHolderOf(form.typed)} />
    </>
  )
}

/** The terms of service (CART-32). */
export function TermsField({ form }: Props) {
  const { t } = useTranslation('checkout')
  const isWrong = form.faultOf('termsAccepted') !== null
  // The words of the link stand between its marks.
  const [before, linked, after] = t(($) => $.form.terms).split(/<\/?terms>/)
  return (
    <div className={classes.terms}>
      <input
        type="checkbox"
        id="termsAccepted"
        name="termsAccepted"
        checked={form.typed.termsAccepted === 'true'}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? faultId('termsAccepted') : undefined}
        onChange={(event) => form.set('termsAccepted', event.target.checked ? 'true' : '')}
      />
      <label htmlFor="termsAccepted">
        {before}
        <a href="/service-terms" target="_blank" rel="noreferrer" title={t(($) => $.form.termsNew)}>
          {linked}
        </a>
        {after}
      </label>
      <FaultText form={form} name="termsAccepted" />
    </div>
  )
}
