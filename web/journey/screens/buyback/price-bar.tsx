import { useTranslation } from 'react-i18next'
import type { PublicProduct } from '#sync/calls/public-catalog.ts'
import { modifierLines } from '#domain/buyback/modifiers.ts'
import { circuitOf, estimateSoFar, modifiersOf, type WizardFacts, type WizardProgress } from '#web/buyback/wizard.ts'
import { PriceLines } from '../../kit/price-lines.tsx'
import { ProductPicture } from '../../kit/product-picture.tsx'
import { useFormat } from '../../kit/site.ts'
import { estimateLines, modifierPriceLines } from './estimate-lines.ts'
import classes from './wizard.module.css'

/** The price at this point, always in sight, and line by line on a tap; before the first answer the best one. */
export function PriceBar({ facts, progress }: { readonly facts: WizardFacts; readonly progress: WizardProgress }) {
  const { t } = useTranslation('journey')
  const format = useFormat()
  const estimate = estimateSoFar(facts.product, progress.answers)
  const best = facts.product.bestPriceCents
  if (estimate === null) {
    return (
      <aside className={classes.price}>
        <LargePicture product={facts.product} />
        <p className={classes.now}>
          <span>{t(($) => $.price.upTo)}</span>
          <strong>{best === null ? '–' : format.money(best)}</strong>
        </p>
        <p className={classes.why}>{t(($) => $.price.upToText)}</p>
      </aside>
    )
  }
  const modifiers = modifierLines(estimate.priceCents, modifiersOf(facts, progress))
  const total = modifiers.reduce((sum, { impactCents }) => sum + impactCents, estimate.priceCents as number)
  const lines = [
    ...estimateLines(facts.product, estimate, t),
    ...modifierPriceLines(modifiers, circuitOf(facts, progress), t),
  ]
  return (
    <aside className={classes.price}>
      <LargePicture product={facts.product} />
      <details>
        <summary>
          <span className={classes.now}>
            <span>{t(($) => $.price.soFar)}</span>
            <strong aria-live="polite">{format.money(Math.max(0, total))}</strong>
          </span>
          <span className={classes.more}>{t(($) => $.price.details)}</span>
        </summary>
        <PriceLines hasBase lines={lines} sum={{ label: t(($) => $.price.soFar), valueCents: Math.max(0, total) }} />
      </details>
    </aside>
  )
}

/** The product in large, where there is room beside the question; the small picture stands in the head anyway. */
function LargePicture({ product }: { readonly product: PublicProduct }) {
  const image = product.imageHd ?? product.image
  if (image === null) return null
  return (
    <div className={classes.large}>
      <ProductPicture image={image} category={product.categoryName} place="panel" />
    </div>
  )
}
