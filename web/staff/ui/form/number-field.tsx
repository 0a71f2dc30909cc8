import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNumberText, isSeparatorRetyped, withoutGroups, replaceSelection } from './typed-number.ts'

type Own =
  | 'clampBehavior'
  | 'decimalScale'
  | 'fixedDecimalScale'
  | 'decimalSeparator'
  | 'allowedDecimalSeparators'
  | 'allowNegative'
  | 'allowDecimal'

/** What a field of numbers takes, beside what every field is given. */
export type NumberFieldProps = Omit<NumberInputProps, Own | 'ref'> & {
  /** Most digits behind the separator; a whole number by default. */
  readonly decimals?: number
  /** Whether it may be less than nothing. */
  readonly isSigned?: boolean
}

/**
 * A number, typed as its reader writes numbers. What it cannot hold is not taken, and the field says so: a letter, a
 * sign or a decimal too many that were left out without a word would leave another number than the one typed. A sign
 * can always be typed; a field that may not be below its least value says that.
 */
export function NumberField({ decimals = 0, isSigned = false, min, error, onBlur, ...props }: NumberFieldProps) {
  const { t, i18n } = useTranslation('common')
  const input = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)
  const refuses = (text: string): boolean => {
    const field = input.current
    if (field === null || isSeparatorRetyped(field, text)) return false
    return !isNumberText(replaceSelection(field, text), decimals)
  }
  const judge = useEffectEvent((event: InputEvent) => {
    if (event.data === null || !refuses(withoutGroups(event.data))) return
    event.preventDefault()
    setRefused(true)
  })
  useEffect(() => {
    const field = input.current
    const listener = (event: InputEvent): void => judge(event)
    // The keys of numbers that a phone shows have no sign.
    if (isSigned && field !== null) field.inputMode = 'text'
    field?.addEventListener('beforeinput', listener)
    return () => field?.removeEventListener('beforeinput', listener)
  }, [isSigned])
  const least = isSigned ? undefined : (min ?? 0)
  const value = props.value ?? ''
  const isBelow = least !== undefined && value !== '' && Number(value) < Number(least)
  const refusal = decimals === 0 ? t(($) => $.number.whole) : t(($) => $.number.decimal, { decimals })
  const below = isBelow && t(($) => $.number.atLeast, { min: String(least) })
  return (
    <NumberInput
      size="md"
      hideControls
      {...props}
      ref={input}
      {...(least !== undefined && { min: least })}
      clampBehavior="none"
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      decimalSeparator={decimalSeparatorOf(i18n.language)}
      allowedDecimalSeparators={[',', '.']}
      error={isRefused ? refusal : error || below}
      onPasteCapture={(event) => {
        if (!refuses(withoutGroups(event.clipboardData.getData('text').trim()))) return
        event.preventDefault()
        event.stopPropagation()
        setRefused(true)
      }}
      onBlur={(event) => {
        setRefused(false)
        onBlur?.(event)
      }}
    />
  )
}

function decimalSeparatorOf(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(0.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? ','
}
