import { useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import rows from './floor-row.module.css'
import words from './floor-text.module.css'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
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

/**
 * A field of the floor for a remark of a few lines; near its limit it says how many letters are left, and of a pasted
 * text that its end is missing.
 */
export function FloorTextArea({ label, hint, size, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const { t } = useTranslation('common')
  const { maxLength, value } = area
  const [isCut, setCut] = useState(false)
  const left = maxLength === undefined || typeof value !== 'string' ? null : maxLength - value.length
  const ends = left !== null && left < fewLetters ? t(($) => $.field.left, { count: left }) : undefined
  const cut = isCut && left === 0 ? t(($) => $.field.cut, { limit: maxLength }) : undefined
  return (
    <Labelled label={label} hint={cut ?? ends ?? hint} isProblem={cut !== undefined}>
      <textarea
        rows={2}
        {...area}
        className={`${rows.box} ${styles.control}`}
        data-size={size}
        onPaste={(event) => {
          const { selectionStart, selectionEnd } = event.currentTarget
          const room = (left ?? Infinity) + selectionEnd - selectionStart
          setCut(event.clipboardData.getData('text').length > room)
        }}
      />
    </Labelled>
  )
}

/** One choice of a field. */
export interface FloorOption {
  readonly value: string
  readonly label: string
}

/** The value of the last option of a long list, which brings the others. */
const others = 'others'

/** A field of the floor that chooses one of a list; beyond 30 the last option says how many others there are, and brings them (SHELL-12). */
export function FloorSelect(
  props: FieldProps & {
    readonly options: readonly FloorOption[]
    readonly value: string
    readonly onChange: (value: string) => void
  },
) {
  const { t } = useTranslation('common')
  const { label, hint, size, options, value } = props
  const { shown, others: left, showAll } = useTruncatedList(options)
  // The chosen one is always among them.
  const hidden = options.slice(shown.length).filter((one) => one.value === value)
  return (
    <Labelled label={label} hint={hint}>
      <select
        className={`${rows.box} ${styles.control}`}
        data-size={size}
        value={value}
        onChange={(event) =>
          event.currentTarget.value === others ? showAll() : props.onChange(event.currentTarget.value)
        }
      >
        {[...shown, ...hidden].map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
        {left > hidden.length && (
          <option value={others}>{t(($) => $.list.others, { count: left - hidden.length })}</option>
        )}
      </select>
    </Labelled>
  )
}

function Labelled(
  props: Pick<FieldProps, 'label' | 'hint'> & { readonly isProblem?: boolean; readonly children: ReactNode },
) {
  const { label, hint, isProblem = false, children } = props
  return (
    <label className={styles.field}>
      <span>{label}</span>
      {children}
      {hint === undefined ? null : (
        <span className={isProblem ? words.error : styles.hint} role={isProblem ? 'alert' : undefined}>
          {hint}
        </span>
      )}
    </label>
  )
}
