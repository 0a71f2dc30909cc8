import { useTranslation } from 'react-i18next'
import { modifierLines } from '#domain/buyback/modifiers.ts'
import { circuitOf, estimateSoFar, modifiersOf } from '#web/buyback/wizard.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { nameOf } from '../catalog/use-product-search.ts'
import { ProductImage } from '../find/counter-product-search.tsx'
import { estimateLines, modifierPriceLines, PriceLines } from './counter-price-lines.tsx'
import type { Diag } from './use-diag.ts'
import classes from '../counter.module.css'

/** Beside the questions: the product, its price at this point line by line, and what the web had promised. */
export function OfferPane({ diag }: { readonly diag: Diag }) {
  const { t } = useTranslation('counter')
  const journey = useTranslation('journey').t
  const format = useFormat()
  const { facts, progress, predeclared } = diag
  const { product } = facts
  const estimate = estimateSoFar(product, progress.answers)
  const modifiers = estimate === null ? [] : modifierLines(estimate.priceCents, modifiersOf(facts, progress))
  const total = modifiers.reduce((sum, { impactCents }) => sum + impactCents, (estimate?.priceCents ?? 0) as number)
  return (
    <aside className={classes.pane} aria-label={t(($) => $.diag.pane)}>
      <div className={classes.paneHead}>
        <ProductImage image={product.image} />
        <p>
          <strong>{nameOf(product)}</strong>
          <span className={classes.soft}>{product.categoryName}</span>
        </p>
      </div>
      {product.highlightedInstruction === null ? null : (
        <p className={classes.instruction}>{product.highlightedInstruction}</p>
      )}
      {predeclared?.promisedCents == null ? null : (
        <p className={classes.before} data-held={predeclared.isHeld}>
          <span>{predeclared.isHeld ? t(($) => $.diag.promisedHeld) : t(($) => $.diag.promisedStale)}</span>
          <strong>{format.money(predeclared.promisedCents)}</strong>
        </p>
      )}
      {estimate === null ? (
        <div className={classes.now}>
          <span>{journey(($) => $.price.upTo)}</span>
          <strong>{product.bestPriceCents === null ? '–' : format.money(product.bestPriceCents)}</strong>
        </div>
      ) : (
        <>
          <div className={classes.now}>
            <span>{diag.screen === 'offer' ? t(($) => $.diag.offer) : journey(($) => $.price.soFar)}</span>
            <strong aria-live="polite">{format.money(Math.max(0, total))}</strong>
          </div>
          <PriceLines
            lines={[
              ...estimateLines(product, estimate, journey),
              ...modifierPriceLines(modifiers, circuitOf(facts, progress), journey),
            ]}
            sum={{ label: t(($) => $.diag.sum), valueCents: Math.max(0, total) }}
          />
        </>
      )}
    </aside>
  )
}
