import { Navigate } from '@tanstack/react-router'
import { useMemo, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { decideDiagnosisStart, type RefurbQuestion } from '#domain/refurb/diagnosis.ts'
import { questionsOfProduct } from '#domain/refurb/questions-of-product.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import { itemFacts, type ItemRow } from '#sync/wire/item-row.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorNotice } from '#web/staff/ui/floor/floor-notice.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { ItemGate, Waiting } from '../floor/item-gate.tsx'
import { ProductCard } from '../floor/product-card.tsx'
import { ShownFeedback, useShow } from '../floor/shown-feedback.tsx'
import { useItemScans } from '../floor/use-item-scans.ts'
import { useNextProduct } from '../floor/use-next-product.ts'
import type { RefurbContext } from '../floor/refurb-context.tsx'
import { useStartDiagnosis } from './diagnosis-start-page.tsx'
import { useDiagnosisDraft, type DraftInHand } from './use-diagnosis-draft.ts'

/** A diagnosis under way, with everything that its screens need. */
export interface DiagnosisInHand extends DraftInHand {
  readonly workshop: RefurbContext
  readonly item: ItemRow
  readonly questions: readonly RefurbQuestion[]
}

const noQuestions: readonly never[] = []

/** Draws its child while the diagnosis of an item goes on; before and after it, what there is to do instead. */
export function DiagnosisFrame(props: {
  readonly itemId: string
  readonly title: string
  readonly children: (inHand: DiagnosisInHand) => ReactNode
}) {
  const { itemId, title } = props
  return (
    <ItemGate itemId={itemId} title={title} purpose="diagnosis">
      {(workshop, item) => {
        if (item.status === 'item_refurb_in_progress' || item.status === 'item_refurb_completed')
          return <Navigate to="/refurb-diagnosis/$id/finalized" params={{ id: itemId }} replace />
        if (item.status !== 'item_refurb_diagnostic_in_progress')
          return <NotStarted workshop={workshop} item={item} title={title} />
        return <WithDraft {...props} workshop={workshop} item={item} />
      }}
    </ItemGate>
  )
}

function WithDraft(props: {
  readonly title: string
  readonly workshop: RefurbContext
  readonly item: ItemRow
  readonly children: (inHand: DiagnosisInHand) => ReactNode
}) {
  const { workshop, item } = props
  const { refurbQuestions = noQuestions, productRefurbQuestions = noQuestions } = workshop.config
  const { diagnosis, productId } = itemFacts(item)
  const questions = useMemo(
    () => questionsOfProduct(refurbQuestions, productRefurbQuestions, productId),
    [refurbQuestions, productRefurbQuestions, productId],
  )
  const held = useDiagnosisDraft(item.id, questions, diagnosis?.startOpId)
  if (held === null) return <Waiting title={props.title} />
  return <InDiagnosis inHand={{ ...held, workshop, item, questions }} draw={props.children} />
}

/** Mounts with the screen once the draft has been read, so that products are heard above it. */
function InDiagnosis(props: {
  readonly inHand: DiagnosisInHand
  readonly draw: (inHand: DiagnosisInHand) => ReactNode
}) {
  useItemScans(props.inHand.item)
  return props.draw(props.inHand)
}

function NotStarted(props: { readonly workshop: RefurbContext; readonly item: ItemRow; readonly title: string }) {
  const { t } = useTranslation('refurb')
  const status = useTranslation('warehouse').t
  const { workshop, item } = props
  const start = useStartDiagnosis(workshop)
  const reasonText = useReasonText()
  const show = useShow()
  const busy = useRef(false)
  const may = decideDiagnosisStart(item).ok
  const stop = (word: string, detail: string): void => show({ tone: 'refused', signal: 'refused', word, detail })
  const begin = (): void => {
    if (busy.current) return
    busy.current = true
    void start(item)
      .then(
        (code) =>
          code !== null &&
          stop(
            t(($) => $.find.refused.title),
            reasonText(code),
          ),
      )
      .catch(() =>
        stop(
          t(($) => $.find.internal.title),
          t(($) => $.find.internal.text),
        ),
      )
      .finally(() => (busy.current = false))
  }
  const next = useNextProduct({
    purpose: 'diagnosis',
    codes: codesOf(item),
    ...(may ? { commands: { CONFIRM: begin, START: begin }, onEnter: begin } : {}),
  })
  const go = may ? begin : next
  return (
    <FloorLayout
      title={props.title}
      actions={<FloorAction onClick={go}>{may ? t(($) => $.diagnosis.start) : t(($) => $.diagnosis.next)}</FloorAction>}
    >
      <ProductCard item={item} config={workshop.config} />
      {!may && (
        <FloorNotice tone="refused" title={t(($) => $.find.status.title)}>
          <p>{t(($) => $.find.status.text)}</p>
          <p>{status(($) => $.itemStatus[item.status])}</p>
        </FloorNotice>
      )}
      <ShownFeedback />
    </FloorLayout>
  )
}
