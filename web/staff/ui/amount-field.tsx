import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { amountsOf } from '#web/lib/session.ts'

type Own = 'min' | 'clampBehavior' | 'decimalScale' | 'decimalSeparator' | 'allowedDecimalSeparators' | 'allowNegative'

/**
 * An amount of the account's currency, typed as its reader writes numbers; its value is in whole units, not cents. A
 * signed one may be less than nothing.
 */
export function AmountField({
  isSigned = false,
  ...props
}: Omit<NumberInputProps, Own> & { readonly isSigned?: boolean }) {
  const { i18n } = useTranslation()
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
