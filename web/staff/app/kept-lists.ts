import type { CachedList } from '#web/local/cache/cached-list.ts'
import { keptDispatch, keptTransports } from '../features/dispatch/kept-dispatch.ts'
import { keptCounts } from '../features/stock/admin/kept-counts.ts'

/** Every list of which a device keeps the server's last answer. */
export const keptLists: readonly CachedList<unknown>[] = [keptDispatch, keptTransports, keptCounts]
