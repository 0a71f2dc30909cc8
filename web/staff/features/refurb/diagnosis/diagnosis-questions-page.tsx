import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { RefurbQuestion } from '#domain/refurb/diagnosis.ts'
import { answerIndex } from '#domain/item/resolve-code.ts'
import { meaningless, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { useStepPause } from '#web/staff/ui/floor/use-step-pause.ts'
import { ChoiceList, ChoiceRow, letterOf } from '#web/staff/ui/form/choice-list.tsx'
import { StepProgress } from '#web/staff/ui/floor/step-progress.tsx'
import { ProductCard } from '../floor/product-card.tsx'
import { ShownFeedback, useShow } from '../floor/shown-feedback.tsx'
import { useItemKeys } from '../floor/use-item-keys.ts'
import { useNothingToUndo } from '../floor/use-nothing-to-undo.ts'
import { choose, firstOpen, pass } from './diagnosis-draft.ts'
import { DiagnosisFrame, type DiagnosisInHand } from './diagnosis-frame.tsx'
import { useUndoStart } from './use-undo-start.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from '../refurb.module.css'

/** `/refurb-diagnosis/{id}/questions` (REFURB-16): one question a screen. */
export function DiagnosisQuestionsPage({ itemId }: { readonly itemId: string }) {
  const { t } = useTranslation('refurb')
  return (
    <DiagnosisFrame itemId={itemId} title={t(($) => $.diagnosis.title)}>
      {(inHand) => {
        const at = Math.min(inHand.draft.at, inHand.questions.length - 1)
        const question = inHand.questions[at]
        return question === undefined ? (
          <Navigate to="/refurb-diagnosis/$id/summary" params={{ id: itemId }} replace />
        ) : (
          <QuestionScreen {...inHand} at={at} question={question} />
        )
      }}
    </DiagnosisFrame>
  )
}

function QuestionScreen(inHand: DiagnosisInHand & { readonly at: number; readonly question: RefurbQuestion }) {
  const { workshop, item, questions, draft, change, at, question } = inHand
  const { t } = useTranslation('refurb')
  const navigate = useNavigate()
  const show = useShow()
  const start = useUndoStart(inHand)
  const nothing = useNothingToUndo()
  const given = draft.answers[question.id] ?? []
  useStepPause(question.id)

  const goOn = (from: typeof draft): void => {
    const passed = pass(from, question)
    if (passed === null) {
      return show({ tone: 'warning', signal: 'wrong', word: t(($) => $.diagnosis.unanswered), detail: question.label })
    }
    // Back from the summary for one answer, the way on leads to what is still open, or to the summary again.
    const open = firstOpen(questions, passed)
    if (open !== null) return void change({ ...passed, at: at < open ? Math.min(at + 1, open) : open })
    void change({ ...passed, at }).then(() =>
      navigate({ to: '/refurb-diagnosis/$id/summary', params: { id: item.id } }),
    )
  }
  const answer = (n: number): ScanAnswer => {
    const chosen = question.answers[n]
    if (chosen === undefined) return meaningless
    show(null)
    const next = choose(draft, question, chosen.id)
    if (question.type === 'unique') goOn(next)
    else void change(next)
  }
  const back = (): void => {
    if (at > 0) void change({ ...draft, at: at - 1 })
  }
  // As in the compliance test, one step; the first question has nothing before it but the start.
  const undo = at > 0 ? back : (start.undo ?? nothing)
  useScanner({
    purpose: 'item',
    onScan: ({ resolution }) => {
      const n = answerIndex(resolution.command)
      if (n !== null) return answer(n)
      show(null)
      if (resolution.command === 'NEXT' || resolution.command === 'CONFIRM') return goOn(draft)
      if (resolution.command === 'CANCEL' && at > 0) return back()
      if (resolution.command === 'UNDO') return undo()
      if (resolution.command !== null || resolution.candidates.length === 0) return meaningless
      show({
        tone: 'warning',
        signal: 'wrong',
        word: t(($) => $.diagnosis.unfinished.title),
        detail: t(($) => $.diagnosis.unfinished.text),
      })
    },
  })
  useItemKeys({ onEnter: () => goOn(draft), onAnswer: answer, onUndo: undo, enabled: start.sheet === null })

  return (
    <FloorLayout
      title={t(($) => $.diagnosis.title)}
      actions={
        <>
          <FloorAction key={`back ${question.id}`} tone="quiet" onClick={back} disabled={at === 0}>
            {t(($) => $.diagnosis.back)}
          </FloorAction>
          <FloorAction key={`on ${question.id}`} onClick={() => goOn(draft)}>
            {t(($) => $.diagnosis.goOn)}
          </FloorAction>
        </>
      }
    >
      <ProductCard item={item} config={workshop.config} />
      <div>
        <StepProgress at={at + 1} of={questions.length}>
          {t(($) => $.diagnosis.progress, { at: at + 1, of: questions.length })}
        </StepProgress>
        <h2 className={styles.question}>{question.label}</h2>
        {question.type === 'multiple' && <p className={words.soft}>{t(($) => $.diagnosis.several)}</p>}
      </div>
      <ChoiceList label={question.label}>
        {question.answers.map(({ id, label }, n) => (
          <ChoiceRow
            key={id}
            keyName={letterOf(n)}
            pressed={given.includes(id)}
            end={given.includes(id) && <IconCheck size={28} aria-hidden />}
            onClick={() => answer(n)}
          >
            {label}
          </ChoiceRow>
        ))}
      </ChoiceList>
      {start.undo !== null && (
        <div className={arrange.row}>
          <FloorAction tone="quiet" icon={IconArrowBackUp} onClick={start.undo}>
            {t(($) => $.diagnosis.undo)}
          </FloorAction>
        </div>
      )}
      {start.sheet}
      <ShownFeedback />
    </FloorLayout>
  )
}
