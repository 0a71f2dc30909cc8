import { useCan } from '#web/lib/platform.tsx'
import { Connection } from '../features/sync/connection.tsx'

/** The connection badge on every floor screen; only the app joins a feature with the frame around others. */
export function ConnectionBadgeSlot() {
  return <Connection />
}

/**
 * The small badge in the office's header, for users who also capture without a network: on the floor or at the counter.
 */
export function OfficeConnection() {
  const checksIn = useCan('warehouse.check_in')
  const sells = useCan('buyback.create')
  return checksIn || sells ? <Connection compact /> : null
}
