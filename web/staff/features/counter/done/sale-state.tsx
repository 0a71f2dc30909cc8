import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import type { SaleStanding } from './sale-standing.ts'

const tones: Readonly<Record<SaleStanding, StatusTone>> = {
  waiting: 'waiting',
  sealed: 'warning',
  confirmed: 'success',
  refused: 'problem',
  held: 'warning',
  discarded: 'neutral',
}

/** What became of a sale of this device. */
export function SaleState({ state }: { readonly state: SaleStanding }) {
  const { t } = useTranslation('counter')
  return <StatusBadge tone={tones[state]} label={t(($) => $.sales.state[state])} />
}
