import { useTranslation } from 'react-i18next'
import type { ParcelState } from '#domain/delivery/parcel.ts'
import { StatusBadge, type StatusTone } from '#web/staff/ui/status-badge.tsx'

const tones: Readonly<Record<ParcelState, StatusTone>> = {
  program: 'neutral',
  ordering: 'waiting',
  ready: 'success',
  failed: 'problem',
  cancelling: 'warning',
  cancelled: 'neutral',
}

/** What has become of the label of a parcel. */
export function LabelStateBadge({ state }: { readonly state: ParcelState }) {
  const { t } = useTranslation('delivery')
  return <StatusBadge tone={tones[state]} label={t(($) => $.state[state])} />
}
