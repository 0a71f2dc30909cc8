import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { finalizeRefurbDiagnosis } from '#sync/operations/refurb/finalize-refurb-diagnosis.ts'
import { useReasonText } from '#web/lib/reason-text.ts'
import { useShow } from '../floor/shown-feedback.tsx'
import { askedOf, choicesOf } from './diagnosis-draft.ts'
import type { DiagnosisInHand } from './diagnosis-frame.tsx'

/** Ends the diagnosis on this device; where no step is due the stock is the rules' own. */
export function useFinalize(inHand: DiagnosisInHand): (stockId: string | null) => Promise<void> {
  const { workshop, item, questions, draft } = inHand
  const { t } = useTranslation('refurb')
  const reasonText = useReasonText()
  const navigate = useNavigate()
  const show = useShow()
  return async (chosen) => {
    const { engine, config, warehouseId } = workshop
    const usual = config.stocks.find((stock) => stock.warehouseId === warehouseId && stock.native === 'to_refurbish')
    const stockId = chosen ?? usual?.id ?? ''
    const comment = draft.comment.trim()
    const captured = await engine.dispatch(finalizeRefurbDiagnosis, {
      itemId: item.id,
      // A copy that has no questions, as one of before, knows nothing of what is to be asked.
      ...(config.refurbQuestions === undefined ? {} : { asked: askedOf(questions, draft) }),
      answers: choicesOf(questions, draft).map(({ questionId, answerIds }) => ({
        questionId,
        answerIds: [...answerIds],
      })),
      stockId,
      ...(comment === '' ? {} : { comment }),
    })
    if (!captured.captured) {
      return show({
        tone: 'refused',
        signal: 'refused',
        word: t(($) => $.stock.refused),
        detail: reasonText(captured.code),
      })
    }
    const after = captured.items.find(({ id }) => id === item.id)
    const stock = config.stocks.find(({ id }) => id === after?.stockId)
    show({
      tone: 'accepted',
      signal: 'accepted',
      word: t(($) => $.finalized.title),
      ...(stock === undefined ? {} : { place: stock.name }),
    })
    await navigate({ to: '/refurb-diagnosis/$id/finalized', params: { id: item.id } })
  }
}
