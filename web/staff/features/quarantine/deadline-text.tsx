import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import { answerOfRow, type QuarantineRow } from './quarantine-row.ts'

/** Until when the customer may answer, or since when it is too late. */
export function DeadlineText({ row, nowMs }: { readonly row: QuarantineRow; readonly nowMs: number }) {
  const { t } = useTranslation('quarantine')
  const format = useFormat()
  const { answer, deadlineMs } = answerOfRow(row, nowMs)
  if (deadlineMs === null) return '–'
  const date = format.date(new Date(deadlineMs))
  return answer === 'expired' ? t(($) => $.passedSince, { date }) : date
}
