import { IconCircleCheck } from '@tabler/icons-react'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { refurbCosts } from '#domain/refurb/refurb-step.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { useStepPause } from '#web/staff/ui/floor/use-step-pause.ts'
import { CostList } from '../floor/cost-list.tsx'
import { ItemGate } from '../floor/item-gate.tsx'
import { ProductCard } from '../floor/product-card.tsx'
import { ShownFeedback } from '../floor/shown-feedback.tsx'
import { useNextProduct } from '../floor/use-next-product.ts'
import type { RefurbContext } from '../floor/refurb-context.tsx'
import tones from '#web/staff/ui/tone.module.css'
import styles from '../refurb.module.css'

/** `/refurb-diagnosis/{id}/finalized` (REFURB-16): where the product goes, and what it waits for. */
export function DiagnosisFinalizedPage({ itemId }: { readonly itemId: string }) {
  const { t } = useTranslation('refurb')
  const title = t(($) => $.diagnosis.title)
  return (
    <ItemGate itemId={itemId} title={title} purpose="diagnosis">
      {(workshop, item) =>
        item.status === 'item_refurb_in_progress' || item.status === 'item_refurb_completed' ? (
          <FinalizedScreen workshop={workshop} item={item} />
        ) : (
          <Navigate to="/warehouse/refurb-diagnosis/$id" params={{ id: itemId }} replace />
        )
      }
    </ItemGate>
  )
}

function FinalizedScreen({ workshop, item }: { readonly workshop: RefurbContext; readonly item: ItemRow }) {
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const { steps } = itemFacts(item)
  useStepPause('finalized')
  const stock = workshop.config.stocks.find(({ id }) => id === item.stockId)
  const working = item.status === 'item_refurb_in_progress'
  const work = (): void => {
    if (working) void navigate({ to: '/warehouse/item-refurb-steps/items/$itemId', params: { itemId: item.id } })
  }
  const next = useNextProduct({ purpose: 'diagnosis', codes: codesOf(item), commands: { START: work } })
  return (
    <FloorLayout
      title={t(($) => $.diagnosis.title)}
      actions={
        <>
          {working && (
            <FloorAction tone="quiet" onClick={work}>
              {t(($) => $.finalized.work)}
            </FloorAction>
          )}
          <FloorAction onClick={next}>{t(($) => $.diagnosis.next)}</FloorAction>
        </>
      }
    >
      <ProductCard item={item} config={workshop.config} />
      <section className={`${styles.outcome} ${tones.tone}`} data-tone="accepted">
        <IconCircleCheck size={56} aria-hidden />
        <h2>{working ? t(($) => $.finalized.title) : t(($) => $.finalized.nothing)}</h2>
        {stock !== undefined && (
          <p>
            {t(($) => $.finalized.place)} <strong className={styles.place}>{stock.name}</strong>
          </p>
        )}
      </section>
      {steps.length > 0 && <CostList steps={steps} totalCents={refurbCosts(steps).plannedCents} />}
      <ShownFeedback />
    </FloorLayout>
  )
}
