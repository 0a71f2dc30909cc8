import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { RowsSkeleton } from '#web/staff/ui/states.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorNotice } from '#web/staff/ui/floor/floor-notice.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { problemStyles, type FindPurpose } from './find-item.ts'
import { ShownFeedback } from './shown-feedback.tsx'
import { useItem } from './use-refurb-item.ts'
import { useNextProduct } from './use-next-product.ts'
import { RefurbContextGate, type RefurbContext } from './refurb-context.tsx'

interface Props {
  readonly itemId: string
  readonly title: string
  /** What is done with the product, which says where the next one is looked for. */
  readonly purpose: FindPurpose
  readonly children: (workshop: RefurbContext, item: ItemRow) => ReactNode
}

/** Draws its child for a product of the operator's own warehouse; for any other, that it is not here. */
export function ItemGate(props: Props) {
  return (
    <RefurbContextGate title={props.title}>
      {(workshop) => <LiveItem key={props.itemId} {...props} workshop={workshop} />}
    </RefurbContextGate>
  )
}

function LiveItem({ itemId, title, purpose, children, workshop }: Props & { readonly workshop: RefurbContext }) {
  const live = useItem(workshop.engine, itemId)
  if (live.state === 'loading') return <Waiting title={title} />
  if (live.state === 'unknown') return <UnknownItem title={title} purpose={purpose} />
  if (live.item.warehouseId !== workshop.warehouseId)
    return <UnknownItem title={title} purpose={purpose} problem="elsewhere" />
  return children(workshop, live.item)
}

/** Reserves the screen while the device reads. */
export function Waiting({ title }: { readonly title: string }) {
  return (
    <FloorLayout title={title}>
      <RowsSkeleton height={72} />
    </FloorLayout>
  )
}

/** The address names a product that this device does not know, or one of another warehouse. */
export function UnknownItem(props: {
  readonly title: string
  readonly purpose: FindPurpose
  readonly problem?: 'not_found' | 'elsewhere'
}) {
  const { title, purpose, problem = 'not_found' } = props
  const { t } = useTranslation('refurb')
  const next = useNextProduct({ purpose })
  return (
    <FloorLayout title={title} actions={<FloorAction onClick={next}>{t(($) => $.diagnosis.next)}</FloorAction>}>
      <FloorNotice tone={problemStyles[problem].tone} title={t(($) => $.find[problem].title)}>
        <p>{t(($) => $.find.elsewhere.text)}</p>
      </FloorNotice>
      <ShownFeedback />
    </FloorLayout>
  )
}
