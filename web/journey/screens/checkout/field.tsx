import { useRef, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isDay } from '#domain/kernel/day.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { useDayText } from '#web/lib/use-day-text.ts'
import { CalendarIcon } from '../../kit/icons.tsx'
import type { SellerField } from './seller-form.ts'
import type { SellerForm } from './use-seller-form.ts'
import kit from '../../kit/kit.module.css'
import classes from './checkout.module.css'

interface FieldProps {
  readonly form: SellerForm
  readonly name: SellerField
}

/** A field to type in, with its fault below it (CART-33). */
export function TextField({
  form,
  name,
  hint,
  isOptional,
  isShort,
  value,
  ...input
}: FieldProps &
  Omit<ComponentProps<'input'>, 'name' | 'form' | 'id' | 'className' | 'onChange' | 'onBlur'> & {
    readonly hint?: ReactNode
    readonly isOptional?: boolean
    readonly isShort?: boolean
  }) {
  return (
    <Labelled form={form} name={name} hint={hint} isOptional={isOptional ?? false} isShort={isShort ?? false}>
      <input
        {...input}
        {...described(form, name, hint !== undefined)}
        className={kit.input}
        value={value ?? form.typed[name] ?? ''}
        required={isOptional !== true}
        onChange={(event) => form.set(name, event.target.value)}
        onBlur={() => form.leave(name)}
      />
    </Labelled>
  )
}

/** A day, typed as the app's language writes it or picked from the browser's calendar. */
export function DayField({ form, name, min, max }: FieldProps & { readonly min: string; readonly max: string }) {
  const { t, i18n } = useTranslation('checkout')
  const calendar = useRef<HTMLInputElement>(null)
  const value = form.typed[name] ?? ''
  const day = useDayText(value, i18n.language as Language, (typed) => form.set(name, typed))
  return (
    <Labelled form={form} name={name} isShort>
      <div className={classes.day}>
        <input
          {...described(form, name, false)}
          className={kit.input}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t(($) => $.form.dayForm)}
          value={day.shown}
          required
          onFocus={day.enter}
          onChange={(event) => day.type(event.target.value)}
          onBlur={() => {
            day.leave()
            form.leave(name)
          }}
        />
        <input
          ref={calendar}
          type="date"
          className={classes.calendar}
          tabIndex={-1}
          aria-hidden
          min={min}
          max={max}
          value={isDay(value) ? value : ''}
          onChange={(event) => form.set(name, event.target.value)}
        />
        <button
          type="button"
          className={kit.iconButton}
          aria-label={t(($) => $.form.pickDay)}
          onClick={() => calendar.current?.showPicker()}
        >
          <CalendarIcon />
        </button>
      </div>
    </Labelled>
  )
}

/** A choice among few. */
export function ChoiceField({
  form,
  name,
  options,
  placeholder,
  autoComplete,
}: FieldProps & {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly placeholder?: string
  readonly autoComplete: string
}) {
  return (
    <Labelled form={form} name={name}>
      <select
        {...described(form, name, false)}
        className={kit.select}
        autoComplete={autoComplete}
        value={form.typed[name] ?? ''}
        required
        onChange={(event) => form.set(name, event.target.value)}
        onBlur={() => form.leave(name)}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Labelled>
  )
}

/** Id of the words about a field's fault. */
export function faultId(name: SellerField): string {
  return `${name}-fault`
}

/** The fault of a field in words. */
export function FaultText({ form, name }: FieldProps) {
  const { t } = useTranslation('customer')
  const fault = form.faultOf(name)
  if (fault === null) return null
  return (
    <p id={faultId(name)} className={kit.problem}>
      {t(($) => $.errors[fault.error], { min: fault.min, max: fault.max })}
    </p>
  )
}

function Labelled(
  props: FieldProps & {
    readonly hint?: ReactNode
    readonly isOptional?: boolean
    readonly isShort?: boolean
    readonly children: ReactNode
  },
) {
  const { t } = useTranslation('checkout')
  const { form, name, hint, isOptional, isShort, children } = props
  return (
    <div className={`${kit.field} ${isShort === true ? classes.short : classes.long}`}>
      <label htmlFor={name} className={kit.label}>
        {t(($) => $.field[name])}
        {isOptional === true ? <span className={classes.optional}> ({t(($) => $.form.optional)})</span> : null}
      </label>
      {children}
      <FaultText form={form} name={name} />
      {hint === undefined ? null : (
        <p id={`${name}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** Ties an input to its fault and hint. */
function described(form: SellerForm, name: SellerField, hasHint: boolean) {
  const isWrong = form.faultOf(name) !== null
  const ids = [...(isWrong ? [faultId(name)] : []), ...(hasHint ? [`${name}-hint`] : [])]
  return {
    id: name,
    name,
    'aria-invalid': isWrong,
    ...(ids.length === 0 ? {} : { 'aria-describedby': ids.join(' ') }),
  }
}
