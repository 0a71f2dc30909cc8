import { useTranslation } from 'react-i18next'
import styles from './admin.module.css'

const classes = ['age0', 'age1', 'age2', 'age3'] as const

/** How old the products of a stock are, as a small plot with the figures beside it. */
export function AgePlot({ counts }: { readonly counts: readonly number[] }) {
  const { t } = useTranslation('stock')
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const shown = classes.flatMap((name, at) => ((counts[at] ?? 0) > 0 ? [{ name, at, count: counts[at] ?? 0 }] : []))
  return (
    <figure className={styles.plot}>
      <div className={styles.bar} aria-hidden>
        {shown.map(({ name, at, count }) => (
          <span key={name} data-age={at} style={{ flexGrow: count }} />
        ))}
      </div>
      <figcaption className={styles.legend}>
        {shown.map(({ name, at, count }) => (
          <span key={name}>
            <i data-age={at} aria-hidden /> {count} <small>{t(($) => $.admin[name])}</small>
          </span>
        ))}
      </figcaption>
    </figure>
  )
}
