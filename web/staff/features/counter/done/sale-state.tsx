import { useTranslation } from 'react-i18next'
import type { CapturedSale } from '#web/local/counter/counter.ts'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'

const tones: Readonly<Record<CapturedSale['state'], StatusTone>> = {
  waiting: 'waiting',
  confirmed: 'success',
  refused: 'problem',
  held: 'warning',
  discarded: 'neutral',
}

/** What became of a sale of this device. */
export function SaleState({ state }: { readonly state: CapturedSale['state'] }) {
  const { t } = useTranslation('counter')
  return <StatusBadge tone={tones[state]} label={t(($) => $.sales.state[state])} />
}
