import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import rows from './floor-row.module.css'
import styles from './floor-field.module.css'

/** How big the letters of a field are: those of its screen, a little bigger, a code's, or a count's. */
type FieldSize = 'middle' | 'code' | 'count'

interface FieldProps {
  readonly label: string
  /** What stands below the field, in soft letters. */
  readonly hint?: ReactNode
  readonly size?: FieldSize
}

/** A field of the floor for one line of text. */
export function FloorInput({ label, hint, size, ...input }: FieldProps & Omit<ComponentProps<'input'>, 'size'>) {
  return (
    <Labelled label={label} hint={hint}>
      <input {...input} className={`${rows.box} ${styles.control}`} data-size={size} />
    </Labelled>
  )
}

/** Letters left from which on a field says how many. */
const fewLetters = 50

/** A field of the floor for a remark of a few lines; near its limit it says how many letters are left. */
export function FloorTextArea({ label, hint, size, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const { t } = useTranslation('common')
  const { maxLength, value } = area
  const left = maxLength === undefined || typeof value !== 'string' ? null : maxLength - value.length
  const ends = left !== null && left < fewLetters ? t(($) => $.field.left, { count: left }) : undefined
  return (
    <Labelled label={label} hint={ends ?? hint}>
      <textarea rows={2} {...area} className={`${rows.box} ${styles.control}`} data-size={size} />
    </Labelled>
  )
}

/** A field of the floor that chooses one of a list; its children are the options. */
export function FloorSelect({ label, hint, size, ...select }: FieldProps & Omit<ComponentProps<'select'>, 'size'>) {
  return (
    <Labelled label={label} hint={hint}>
      <select {...select} className={`${rows.box} ${styles.control}`} data-size={size} />
    </Labelled>
  )
}

function Labelled({ label, hint, children }: Pick<FieldProps, 'label' | 'hint'> & { readonly children: ReactNode }) {
  return (
    <label className={styles.field}>
      <span>{label}</span>
      {children}
      {hint === undefined ? null : <span className={styles.hint}>{hint}</span>}
    </label>
  )
}
