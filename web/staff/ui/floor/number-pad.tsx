import { IconBackspace } from '@tabler/icons-react'
import styles from './number-pad.module.css'

interface Props {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly eraseLabel: string
  /** Most digits. */
  readonly limit: number
}

/** Digits for a gloved thumb, so that the soft keyboard need not open for a number. */
export function NumberPad({ value, onChange, eraseLabel, limit }: Props) {
  const add = (digit: string): void => {
    if (value.length < limit) onChange(value === '0' ? digit : value + digit)
  }
  return (
    <div className={styles.pad}>
      {['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'].map((digit) => (
        <button key={digit} type="button" className={styles.key} onClick={() => add(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" className={styles.key} aria-label={eraseLabel} onClick={() => onChange(value.slice(0, -1))}>
        <IconBackspace size={32} aria-hidden />
      </button>
    </div>
  )
}
