import styles from './row-checkbox.module.css'

/** A check box without a label of its own, light enough to stand in every row of a long list. */
export function RowCheckbox(props: {
  readonly label: string
  readonly checked: boolean
  /** Some of what it stands for is chosen, and some is not. */
  readonly indeterminate?: boolean
  readonly title?: string
  readonly tabIndex?: number
  readonly onChange: (isShift: boolean) => void
}) {
  const { label, indeterminate = false, onChange, ...own } = props
  return (
    <input
      {...own}
      ref={(box) => {
        if (box !== null) box.indeterminate = indeterminate
      }}
      type="checkbox"
      className={styles.tick}
      aria-label={label}
      onChange={(event) => onChange((event.nativeEvent as MouseEvent).shiftKey)}
    />
  )
}
