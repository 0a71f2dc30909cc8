import { useCan } from '#web/lib/platform.tsx'
import { Connection } from '../features/sync/connection.tsx'

/** The connection badge on every floor screen; only the app joins a feature with the frame around others. */
export function ConnectionBadgeSlot() {
  return <Connection />
}

/** The same, small, in the office's header of whoever also works on the floor. */
export function OfficeConnection() {
  return useCan('warehouse.check_in') ? <Connection compact /> : null
}
