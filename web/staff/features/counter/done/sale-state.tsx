import { useTranslation } from 'react-i18next'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'
import type { SaleStatus } from './sale-status.ts'

const tones: Readonly<Record<SaleStatus, StatusTone>> = {
  waiting: 'waiting',
  sealed: 'warning',
  confirmed: 'success',
  refused: 'problem',
  held: 'warning',
  discarded: 'neutral',
}

/** What became of a sale of this device. */
export function SaleState({ state }: { readonly state: SaleStatus }) {
  const { t } = useTranslation('counter')
  return <StatusBadge tone={tones[state]} label={t(($) => $.sales.state[state])} />
}
