import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { amountsOf } from '#web/lib/session.ts'
import { NumberField, type NumberFieldProps } from '#web/staff/ui/form/number-field.tsx'

/**
 * An amount of the account's currency; its value is in whole units, not cents. A signed one may be less than nothing.
 * One that fills its cents up shows two of them unless it is being typed in: zeros behind the cursor swallow a
 * separator that is typed before the cursor is put back, and 12,50 becomes 1250.
 */
export function AmountField({
  fillsCents = false,
  value,
  onChange,
  onBlur,
  ...props
}: Omit<NumberFieldProps, 'decimals' | 'min'> & { readonly fillsCents?: boolean }) {
  const [isTypedIn, setTypedIn] = useState(false)
  return (
    <NumberField
      rightSection={<CurrencySign />}
      decimals={2}
      {...(value === undefined
        ? {}
        : { value: fillsCents && !isTypedIn && typeof value === 'number' ? value.toFixed(2) : value })}
      onChange={(next) => {
        setTypedIn(true)
        onChange?.(next)
      }}
      onBlur={(event) => {
        setTypedIn(false)
        onBlur?.(event)
      }}
      {...props}
    />
  )
}

/** The sign of the account's currency, for the end of a field. */
export function CurrencySign() {
  const { currency } = amountsOf(useSignedInUser(), null)
  const { i18n } = useTranslation()
  const parts = new Intl.NumberFormat(i18n.language, { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
