import { useTranslation } from 'react-i18next'
import { plausibleAtMs } from '#sync/operations/done-at.ts'
import { useFormat } from './platform.tsx'

/** Two times of one action closer than this are told as one, in milliseconds. */
const sameTimeMs = 60_000

/** The times of an action: that of the device that captured it, and that at which the server took it. */
export interface ActionTimes {
  readonly deviceAt: string | null
  readonly serverAt: string
}

/** The time to be shown of an action, and the other one where it differs, with what it is. */
export interface ShownTime {
  readonly at: string
  readonly other: { readonly kind: 'received' | 'deviceClock'; readonly at: string } | null
}

/** A device's clock that cannot be right gives way to the server's; either way both are told where they differ. */
export function shownTime({ deviceAt, serverAt }: ActionTimes): ShownTime {
  if (deviceAt === null) return { at: serverAt, other: null }
  const [deviceMs, serverMs] = [Date.parse(deviceAt), Date.parse(serverAt)]
  if (Math.abs(deviceMs - serverMs) < sameTimeMs) return { at: deviceAt, other: null }
  return plausibleAtMs(deviceMs, serverMs) === deviceMs
    ? { at: deviceAt, other: { kind: 'received', at: serverAt } }
    : { at: serverAt, other: { kind: 'deviceClock', at: deviceAt } }
}

/** Writes the other time of an action; null where one time tells all. */
export function useSecondTimeText(): (time: ShownTime) => string | null {
  const { t } = useTranslation('common')
  const format = useFormat()
  return ({ other }) => (other === null ? null : t(($) => $.actionTime[other.kind], { at: format.dateTime(other.at) }))
}
