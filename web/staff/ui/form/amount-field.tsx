import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { amountsOf } from '#web/lib/session.ts'

type Own =
  | 'min'
  | 'clampBehavior'
  | 'decimalScale'
  | 'fixedDecimalScale'
  | 'decimalSeparator'
  | 'allowedDecimalSeparators'
  | 'allowNegative'

/**
 * An amount of the account's currency, typed as its reader writes numbers; its value is in whole units, not cents. A
 * signed one may be less than nothing. One that fills its cents up shows two of them unless it is being typed in: zeros
 * behind the cursor swallow a separator that is typed before the cursor is put back, and 12,50 becomes 1250.
 */
export function AmountField({
  isSigned = false,
  fillsCents = false,
  value,
  onChange,
  onBlur,
  ...props
}: Omit<NumberInputProps, Own> & { readonly isSigned?: boolean; readonly fillsCents?: boolean }) {
  const { i18n } = useTranslation()
  const [isTypedIn, setTypedIn] = useState(false)
  return (
    <NumberInput
      {...(isSigned ? {} : { min: 0 })}
      clampBehavior="none"
      decimalScale={2}
      decimalSeparator={decimalSeparatorOf(i18n.language)}
      allowedDecimalSeparators={[',', '.']}
      allowNegative={isSigned}
      hideControls
      rightSection={<CurrencySign />}
      size="md"
      {...(value === undefined
        ? {}
        : { value: fillsCents && !isTypedIn && typeof value === 'number' ? value.toFixed(2) : value })}
      onChange={(value) => {
        setTypedIn(true)
        onChange?.(value)
      }}
      onBlur={(event) => {
        setTypedIn(false)
        onBlur?.(event)
      }}
      {...props}
    />
  )
}

function decimalSeparatorOf(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? ','
}

/** The sign of the account's currency, for the end of a field. */
export function CurrencySign() {
  const { currency } = amountsOf(useSignedInUser(), null)
  const parts = new Intl.NumberFormat('fr', { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
