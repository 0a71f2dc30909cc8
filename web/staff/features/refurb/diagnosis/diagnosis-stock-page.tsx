import { Navigate, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { answerIndex } from '#domain/item/resolve-code.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { useStepPause } from '#web/staff/ui/floor/use-step-pause.ts'
import { ProductCard } from '../floor/product-card.tsx'
import { ShownFeedback, useShow } from '../floor/shown-feedback.tsx'
import { CommentField, StockChoice, workStocks } from '../floor/stock-choice.tsx'
import { useItemKeys } from '../floor/use-item-keys.ts'
import { useStockStop } from '../floor/use-stock-stop.ts'
import { planOf } from './diagnosis-draft.ts'
import { DiagnosisFrame, type DiagnosisInHand } from './diagnosis-frame.tsx'
import { useFinalize } from './use-finalize.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'

/** `/refurb-diagnosis/{id}/stock` (REFURB-16): where the product waits for its steps. */
export function DiagnosisStockPage({ itemId }: { readonly itemId: string }) {
  const { t } = useTranslation('refurb')
  return (
    <DiagnosisFrame itemId={itemId} title={t(($) => $.stock.title)}>
      {(inHand) => {
        const { workshop, questions, draft } = inHand
        const plan = planOf(questions, workshop.config, draft, workshop.warehouseId)
        return plan.ok && plan.steps.length > 0 ? (
          <StockScreen {...inHand} firstStockId={plan.steps[0]?.stockId ?? null} />
        ) : (
          <Navigate to="/refurb-diagnosis/$id/summary" params={{ id: itemId }} replace />
        )
      }}
    </DiagnosisFrame>
  )
}

function StockScreen(inHand: DiagnosisInHand & { readonly firstStockId: string | null }) {
  const { workshop, item, draft, change } = inHand
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const show = useShow()
  const isStopped = useStockStop(workshop)
  const finalize = useFinalize(inHand)
  const busy = useRef(false)
  useStepPause('stock')
  const stocks = workStocks(workshop.config, workshop.warehouseId)
  // The bench of the first step, until the operator chooses another place.
  const chosen = stocks.find(({ id }) => id === draft.stockId) ?? stocks.find(({ id }) => id === inHand.firstStockId)
  const choose = (stockId: string): void => void change({ ...draft, stockId })
  const confirm = (stockId = chosen?.id): void => {
    if (stockId === undefined) return show({ tone: 'warning', signal: 'wrong', word: t(($) => $.stock.missing) })
    if (busy.current) return
    busy.current = true
    void finalize(stockId).finally(() => (busy.current = false))
  }
  const back = (): void => void navigate({ to: '/refurb-diagnosis/$id/summary', params: { id: item.id } })
  useScanner({
    purpose: 'item',
    onScan: ({ resolution: { command, stockId } }) => {
      show(null)
      if (stockId !== null) {
        if (!isStopped(stockId, stocks)) confirm(stockId)
        return
      }
      const at = answerIndex(command)
      const named = at === null ? undefined : stocks[at]
      if (named !== undefined) return choose(named.id)
      if (command === 'CONFIRM' || command === 'NEXT') return confirm()
      if (command === 'CANCEL' || command === 'UNDO') return back()
      return meaningless
    },
  })
  useItemKeys({
    onEnter: () => confirm(),
    onAnswer: (at) => {
      const named = stocks[at]
      if (named !== undefined) choose(named.id)
    },
    onUndo: back,
  })
  return (
    <FloorLayout
      title={t(($) => $.stock.title)}
      actions={
        <>
          <FloorAction tone="quiet" onClick={back}>
            {t(($) => $.diagnosis.back)}
          </FloorAction>
          <FloorAction onClick={() => confirm()}>{t(($) => $.stock.confirm)}</FloorAction>
        </>
      }
    >
      <ProductCard item={item} config={workshop.config} />
      <p className={words.soft}>{t(($) => $.stock.text)}</p>
      <StockChoice stocks={stocks} chosenId={chosen?.id ?? null} onChoose={({ id }) => choose(id)} />
      <CommentField
        label={t(($) => $.comment.optional)}
        value={draft.comment}
        onChange={(comment) => void change({ ...draft, comment })}
      />
      <ShownFeedback />
    </FloorLayout>
  )
}
