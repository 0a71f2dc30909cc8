import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { useAnswerKeys } from '#web/staff/ui/answer-keys.ts'
import { RowsSkeleton } from '#web/staff/ui/faces.tsx'
import { FloorLayout } from '#web/staff/ui/floor-layout.tsx'
import { FloorNotice } from '#web/staff/ui/floor-notice.tsx'
import { FloorAction } from '#web/staff/ui/floor-parts.tsx'
import { problemFaces } from './find-item.ts'
import { useItem } from './use-item.ts'
import { WorkshopGate, type Workshop } from './workshop.tsx'

interface Props {
  readonly itemId: string
  readonly title: string
  readonly children: (workshop: Workshop, item: ItemRow) => ReactNode
}

/** Draws its child for a product of the operator's own warehouse; for any other, that it is not here. */
export function ItemGate(props: Props) {
  return (
    <WorkshopGate title={props.title}>
      {(workshop) => <LiveItem key={props.itemId} {...props} workshop={workshop} />}
    </WorkshopGate>
  )
}

function LiveItem({ itemId, title, children, workshop }: Props & { readonly workshop: Workshop }) {
  const live = useItem(workshop.engine, itemId)
  if (live.state === 'loading') return <Waiting title={title} />
  if (live.state === 'unknown') return <UnknownItem title={title} />
  if (live.item.warehouseId !== workshop.warehouseId) return <UnknownItem title={title} problem="elsewhere" />
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
export function UnknownItem(props: { readonly title: string; readonly problem?: 'not_found' | 'elsewhere' }) {
  const { title, problem = 'not_found' } = props
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const next = (): void => void navigate({ to: '/refurb-diagnosis/start' })
  useAnswerKeys({ onEnter: next })
  return (
    <FloorLayout title={title} actions={<FloorAction onClick={next}>{t(($) => $.diagnosis.next)}</FloorAction>}>
      <FloorNotice tone={problemFaces[problem].tone} title={t(($) => $.find[problem].title)}>
        <p>{t(($) => $.find.elsewhere.text)}</p>
      </FloorNotice>
    </FloorLayout>
  )
}
