import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import kit from './kit.module.css'

/** Asks for a town or postal code, by which stores are found. */
export function PlaceField({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const { t } = useTranslation('journey')
  const id = useId()
  return (
    <div className={kit.field}>
      <label htmlFor={id} className={kit.label}>
        {t(($) => $.stores.place)}
      </label>
      <input
        id={id}
        className={kit.input}
        value={value}
        maxLength={80}
        autoComplete="address-level2"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
