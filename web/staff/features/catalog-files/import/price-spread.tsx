import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { distributionBounds, type PriceMove, type PriceSpread as Spread } from '#domain/catalog-files/import-trial.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { useColumnLabel } from './column-labels.ts'
import classes from './import.module.css'

/** How the prices of a file move: how many up and down, the largest steps, and a plot of them by percent. */
export function PriceSpread({ prices }: { readonly prices: Spread }) {
  const { t } = useTranslation('catalog-import')
  const format = useFormat()
  const label = useColumnLabel('products')
  const { rising, falling, added, removed, largestRise, largestFall, bins } = prices
  if (rising + falling + added + removed === 0) return null
  const move = (most: PriceMove | null) =>
    most === null
      ? null
      : `${format.money(most.before)} → ${format.money(most.after)} (${most.name}, ${label(most.column)}, ${t(($) => $.column.line)} ${format.number(most.line)})`
  const facts = (
    <FactBlock
      title={t(($) => $.prices.title)}
      facts={[
        { label: t(($) => $.prices.rising), value: format.number(rising) },
        { label: t(($) => $.prices.falling), value: format.number(falling) },
        { label: t(($) => $.prices.added), value: format.number(added) },
        { label: t(($) => $.prices.removed), value: format.number(removed) },
        { label: t(($) => $.prices.largestRise), value: move(largestRise) },
        { label: t(($) => $.prices.largestFall), value: move(largestFall) },
      ]}
    >
      {rising + falling > 0 && <Plot bins={bins} />}
    </FactBlock>
  )
  if (removed === 0) return facts
  return (
    <>
      <Alert color="yellow" role="status">
        {t(($) => $.prices.goes, { count: removed, formatted: format.number(removed) })}
      </Alert>
      {facts}
    </>
  )
}

function Plot({ bins }: { readonly bins: readonly number[] }) {
  const { t } = useTranslation('catalog-import')
  const format = useFormat()
  const most = Math.max(...bins)
  return (
    <ol className={classes.plot} aria-label={t(($) => $.prices.plot)}>
      {bins.map((count, bin) => (
        <li key={nameOf(bin)} data-falls={bin <= distributionBounds.indexOf(0) ? '' : undefined}>
          <span className={classes.count}>{format.number(count)}</span>
          <span
            className={classes.bar}
            style={{ blockSize: `${most === 0 ? 0 : (count / most) * 80}px` }}
            aria-hidden
          />
          <span className={classes.bin}>{nameOf(bin)}</span>
        </li>
      ))}
    </ol>
  )
}

/** The span of a bin in percent. */
function nameOf(bin: number): string {
  const [from, to] = [distributionBounds[bin - 1], distributionBounds[bin]]
  const told = (bound: number) => (bound > 0 ? `+${bound}` : String(bound).replace('-', '−'))
  if (from === undefined) return `≤ ${told(to!)} %`
  if (to === undefined) return `> ${told(from)} %`
  return `${told(from)} … ${told(to)}\u00a0%`
}
