import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import type { CustomerAnswer, QuarantineRow } from './quarantine-row.ts'

const tones: Readonly<Record<CustomerAnswer, StatusTone>> = {
  waiting: 'waiting',
  expired: 'warning',
  declined: 'problem',
  unsent: 'neutral',
  noAddress: 'problem',
  none: 'neutral',
}

/** What the customer said, or why nobody was asked. */
export function AnswerBadge({ row }: { readonly row: QuarantineRow }) {
  const { t } = useTranslation('quarantine')
  const label =
    row.answer === 'none' && row.setAside !== null
      ? t(($) => $.setAside[row.setAside ?? 'locked'])
      : t(($) => $.answer[row.answer])
  return <StatusBadge tone={row.setAside === null ? tones[row.answer] : 'problem'} label={label} />
}
