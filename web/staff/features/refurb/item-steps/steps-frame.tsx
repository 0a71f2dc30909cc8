import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemStep } from '#domain/refurb/refurb-step.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import { colleagueName } from '#web/local/copy/colleague.ts'
import { useTray } from '#web/local/engine/engine-context.tsx'
import type { TrayEntry } from '#web/local/outbox/tray.ts'
import { useDeviceId } from '#web/local/device/use-device-id.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorNotice, NoticeAction } from '#web/staff/ui/floor/floor-notice.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { ItemGate } from '../floor/item-gate.tsx'
import { ProductCard } from '../floor/product-card.tsx'
import { ShownFeedback, useShow } from '../floor/shown-feedback.tsx'
import { useItemScans } from '../floor/use-item-scans.ts'
import { useNextProduct } from '../floor/use-next-product.ts'
import type { RefurbContext } from '../floor/refurb-context.tsx'

/** A product in refurbishment with everything that its screens need. */
export interface RefurbInHand {
  readonly workshop: RefurbContext
  readonly item: ItemRow
  readonly steps: readonly ItemStep[]
  readonly deviceId: string | null
}

/** Draws its child for a product in refurbishment; for any other, what stands against it. */
export function StepsFrame(props: {
  readonly itemId: string
  readonly title: string
  readonly children: (inHand: RefurbInHand) => ReactNode
}) {
  const { itemId, title, children } = props
  return (
    <ItemGate itemId={itemId} title={title} purpose="steps">
      {(workshop, item) =>
        item.status === 'item_refurb_in_progress' ? (
          <InRefurb workshop={workshop} item={item} draw={children} />
        ) : (
          <NotInRefurb workshop={workshop} item={item} title={title} />
        )
      }
    </ItemGate>
  )
}

function InRefurb(props: {
  readonly workshop: RefurbContext
  readonly item: ItemRow
  readonly draw: (inHand: RefurbInHand) => ReactNode
}) {
  const { workshop, item } = props
  const deviceId = useDeviceId(workshop.engine)
  useItemScans(item)
  return props.draw({ workshop, item, steps: itemFacts(item).steps, deviceId })
}

function NotInRefurb(props: { readonly workshop: RefurbContext; readonly item: ItemRow; readonly title: string }) {
  const { t } = useTranslation('refurb')
  const status = useTranslation('warehouse').t
  const next = useNextProduct({ purpose: 'steps', codes: codesOf(props.item) })
  return (
    <FloorLayout title={props.title} actions={<FloorAction onClick={next}>{t(($) => $.diagnosis.next)}</FloorAction>}>
      <ProductCard item={props.item} config={props.workshop.config} />
      <FloorNotice tone="done" title={status(($) => $.itemStatus[props.item.status])}>
        <p>{t(($) => $.find.no_refurb.text)}</p>
      </FloorNotice>
      <RefusedWork workshop={props.workshop} itemId={props.item.id} stepId={null} />
      <ShownFeedback />
    </FloorLayout>
  )
}

/** Why an action is refused that another user was faster than. */
const overtaken = 'REFURB_STEP_CHANGED'

/**
 * Actions of this device on an item's steps that the server refused, as when another user acted first (REFURB-28), with
 * the way to settle them here: while there is one, the steps cannot be confirmed.
 */
export function RefusedWork(props: {
  readonly workshop: RefurbContext
  readonly itemId: string
  /** Only those of one step; null for all. */
  readonly stepId: string | null
}) {
  const { t } = useTranslation('refurb')
  const reasonText = useReasonText()
  const tray = useTray()
  const { workshop, itemId, stepId } = props
  const refused = (tray ?? [])
    .map(({ cause, blocked }) => ({ cause, blocked }))
    .filter(({ cause }) => cause.type === 'workOnRefurbStep' && cause.args['itemId'] === itemId)
    .filter(({ cause }) => stepId === null || cause.args['stepId'] === stepId)
  const known = useRef<ReadonlySet<string> | null>(null)
  const show = useShow()
  // A refusal that arrives while the operator looks on is heard and seen, too.
  const tell = useEffectEvent(({ code }: TrayEntry): void => {
    const word = code === overtaken ? t(($) => $.conflict.word) : t(($) => $.work.refused)
    show({ tone: 'refused', signal: 'refused', word, ...(code === overtaken ? {} : { detail: reasonText(code) }) })
  })
  useEffect(() => {
    if (tray === null) return
    const before = known.current
    known.current = new Set(refused.map(({ cause }) => cause.opId))
    const newest = before === null ? undefined : refused.findLast(({ cause }) => !before.has(cause.opId))
    if (newest !== undefined) tell(newest.cause)
  }, [tray, refused])
  const [problem, setProblem] = useState<string | null>(null)
  const settle = async (cause: TrayEntry, blocked: readonly TrayEntry[]): Promise<void> => {
    const ids = [...blocked.map(({ opId }) => opId), cause.opId]
    const reason = cause.code === overtaken ? t(($) => $.conflict.reason) : reasonText(cause.code)
    const settled = await workshop.engine.discard(ids, reason)
    setProblem(settled.ok ? null : reasonText(settled.code))
  }
  return refused.map(({ cause, blocked }) => (
    <FloorNotice
      key={cause.opId}
      tone="refused"
      title={t(($) => $.conflict.title, { action: t(($) => $.action[actionOf(cause)]), count: blocked.length })}
    >
      <p>{reasonText(cause.code)}</p>
      {cause.code === overtaken && <ChangedBy workshop={workshop} cause={cause} />}
      {blocked.length > 0 && <p>{t(($) => $.conflict.blocked, { count: blocked.length })}</p>}
      <p>{t(($) => $.conflict.present)}</p>
      {problem !== null && <p>{problem}</p>}
      <NoticeAction onClick={() => void settle(cause, blocked)}>{t(($) => $.conflict.settle)}</NoticeAction>
    </FloorNotice>
  ))
}

/** Who was faster, and when, as soon as the device has what they did. */
function ChangedBy({ workshop, cause }: { readonly workshop: RefurbContext; readonly cause: TrayEntry }) {
  const { t } = useTranslation('refurb')
  const format = useFormat()
  const { present } = cause
  const steps = present === null ? [] : itemFacts(present.item).steps
  const step = steps.find(({ stepId }) => stepId === cause.args['stepId'])
  if (step === undefined || step.actorId === workshop.userId || step.atMs === null) return null
  const name = colleagueName(workshop.config, step.actorId)
  if (name === null) return null
  return <p>{t(($) => $.conflict.by, { name, at: format.dateTime(new Date(step.atMs)) })}</p>
}

const actions = ['start', 'pause', 'resume', 'cancel', 'complete'] as const

function actionOf({ args }: TrayEntry): (typeof actions)[number] {
  return actions.find((action) => action === args['action']) ?? 'start'
}
