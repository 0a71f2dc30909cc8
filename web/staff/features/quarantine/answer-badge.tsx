import { useTranslation } from 'react-i18next'
import type { CustomerAnswer } from '#domain/quarantine/customer-answer.ts'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import { answerOfRow, type QuarantineRow } from './quarantine-row.ts'

const tones: Readonly<Record<CustomerAnswer, StatusTone>> = {
  waiting: 'waiting',
  expired: 'warning',
  declined: 'problem',
  unsent: 'neutral',
  noAddress: 'problem',
  none: 'neutral',
}

/** What the customer has said by now, or why nobody was asked. */
export function AnswerBadge({ row, nowMs }: { readonly row: QuarantineRow; readonly nowMs: number }) {
  const { t } = useTranslation('quarantine')
  const { answer } = answerOfRow(row, nowMs)
  const label =
    answer === 'none' && row.setAside !== null
      ? t(($) => $.setAside[row.setAside ?? 'locked'])
      : t(($) => $.answer[answer])
  return <StatusBadge tone={row.setAside === null ? tones[answer] : 'problem'} label={label} />
}
