import { Navigate, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useReasonText } from '#web/lib/reason-text.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorNotice } from '#web/staff/ui/floor/floor-notice.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { useStepPause } from '#web/staff/ui/floor/use-step-pause.ts'
import { ChoiceList, ChoiceRow } from '#web/staff/ui/form/choice-list.tsx'
import { CostList } from '../floor/cost-list.tsx'
import { ProductCard } from '../floor/product-card.tsx'
import { ShownFeedback, useShow } from '../floor/shown-feedback.tsx'
import { useItemKeys } from '../floor/use-item-keys.ts'
import { useNothingToUndo } from '../floor/use-nothing-to-undo.ts'
import { firstOpen, planOf } from './diagnosis-draft.ts'
import { DiagnosisFrame, type DiagnosisInHand } from './diagnosis-frame.tsx'
import { useFinalize } from './use-finalize.ts'
import { useUndoStart } from './use-undo-start.tsx'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from '../refurb.module.css'

/** `/refurb-diagnosis/{id}/summary` (REFURB-16): the answers, the steps that they make due, and what these cost. */
export function DiagnosisSummaryPage({ itemId }: { readonly itemId: string }) {
  const { t } = useTranslation('refurb')
  return (
    <DiagnosisFrame itemId={itemId} title={t(($) => $.summary.title)}>
      {(inHand) =>
        firstOpen(inHand.questions, inHand.draft) === null ? (
          <SummaryScreen {...inHand} />
        ) : (
          <Navigate to="/refurb-diagnosis/$id/questions" params={{ id: itemId }} replace />
        )
      }
    </DiagnosisFrame>
  )
}

function SummaryScreen(inHand: DiagnosisInHand) {
  const { workshop, item, questions, draft, change } = inHand
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const reasonText = useReasonText()
  const show = useShow()
  const finalize = useFinalize(inHand)
  const start = useUndoStart(inHand)
  const nothing = useNothingToUndo()
  const busy = useRef(false)
  useStepPause('summary')
  const plan = planOf(questions, workshop.config, draft, workshop.warehouseId)

  const edit = (at: number): void => {
    void change({ ...draft, at }).then(() =>
      navigate({ to: '/refurb-diagnosis/$id/questions', params: { id: item.id } }),
    )
  }
  const confirm = (): void => {
    if (!plan.ok || busy.current) return
    if (plan.steps.length > 0) return void navigate({ to: '/refurb-diagnosis/$id/stock', params: { id: item.id } })
    busy.current = true
    void finalize(null).finally(() => (busy.current = false))
  }
  const back = (): void => edit(Math.max(0, questions.length - 1))
  // Where nothing was asked, there is nothing before the summary but the start.
  const undo = questions.length > 0 ? back : (start.undo ?? nothing)
  useScanner({
    purpose: 'item',
    onScan: ({ resolution: { command } }) => {
      show(null)
      if ((command === 'CONFIRM' || command === 'NEXT') && plan.ok) return confirm()
      if (command === 'CANCEL' && questions.length > 0) return back()
      if (command === 'UNDO') return undo()
      return meaningless
    },
  })
  useItemKeys({ onEnter: confirm, onUndo: undo, enabled: start.sheet === null })

  return (
    <FloorLayout
      title={t(($) => $.summary.title)}
      actions={
        <>
          {questions.length > 0 && (
            <FloorAction tone="quiet" onClick={back}>
              {t(($) => $.diagnosis.back)}
            </FloorAction>
          )}
          <FloorAction onClick={confirm} disabled={!plan.ok}>
            {plan.ok && plan.steps.length === 0 ? t(($) => $.summary.finish) : t(($) => $.summary.confirm)}
          </FloorAction>
        </>
      }
    >
      <ProductCard item={item} config={workshop.config} />
      {!plan.ok ? (
        <FloorNotice tone="refused" title={t(($) => $.summary.impossible)}>
          <p>{reasonText(plan.code)}</p>
        </FloorNotice>
      ) : plan.steps.length === 0 ? (
        <p className={styles.effect}>{t(($) => $.summary.nothing)}</p>
      ) : (
        <section aria-labelledby="due-steps">
          <h2 id="due-steps" className={styles.heading}>
            {t(($) => $.summary.steps, { count: plan.steps.length })}
          </h2>
          <CostList steps={plan.steps} totalCents={plan.plannedCents} />
        </section>
      )}
      <section aria-labelledby="given-answers">
        <h2 id="given-answers" className={styles.heading}>
          {t(($) => $.summary.answers)}
        </h2>
        <ChoiceList>
          {questions.map((question, at) => (
            <ChoiceRow
              key={question.id}
              end={<span className={styles.linkText}>{t(($) => $.summary.edit)}</span>}
              onClick={() => edit(at)}
            >
              <span className={words.soft}>{question.label}</span>
              <strong>
                {question.answers
                  .filter(({ id }) => draft.answers[question.id]?.includes(id))
                  .map(({ label }) => label)
                  .join(', ') || t(($) => $.summary.none)}
              </strong>
            </ChoiceRow>
          ))}
        </ChoiceList>
      </section>
      {start.sheet}
      <ShownFeedback />
    </FloorLayout>
  )
}
