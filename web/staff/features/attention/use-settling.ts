import { useTranslation } from 'react-i18next'
import { recapturedTypes } from '#sync/operations/round-of.ts'
import { endCheckInRound } from '#sync/operations/check-in/end-check-in-round.ts'
import { endStockCount } from '#sync/operations/stock/end-stock-count.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { TrayEntry as EngineEntry, TrayGroup } from '#web/local/outbox/tray.ts'
import { partBlocked, type TrayEntry } from './tray-entry.ts'

/**
 * Settles refused actions, one or all of one reason. `onSettled` hears what was done, and which rounds and counts have
 * ended of which it was the last refusal; each action answers the code of a refusal, or null.
 */
export function useSettling(engine: Engine, groups: readonly TrayGroup[] | null, onSettled: (said: string) => void) {
  const { t } = useTranslation('sync')
  const settle = async (done: readonly string[], dropped: readonly string[]): Promise<void> => {
    const left = new Set(endsIn(await engine.tray()).map(({ opId }) => opId))
    const gone = endsIn(groups ?? []).filter(({ opId }) => !left.has(opId) && !dropped.includes(opId))
    const ended = new Set(gone.map(({ type }) => type))
    const parts = [
      ...done,
      ...(ended.has(endCheckInRound.type) ? [t(($) => $.attention.due.ended)] : []),
      ...(ended.has(endStockCount.type) ? [t(($) => $.attention.countEnded)] : []),
    ]
    onSettled(parts.join('. '))
  }
  /** Tries actions again as they were captured: nobody has seen what their items are now. Answers those that went. */
  const retryInOrder = async (entries: readonly TrayEntry[]): Promise<readonly TrayEntry[]> => {
    const gone: TrayEntry[] = []
    for (const entry of entries.toSorted((a, b) => a.capturedAtMs - b.capturedAtMs)) {
      const { captured } = await engine.retry(entry.opId, undefined, { keepsMoment: true })
      if (captured) gone.push(entry)
    }
    return gone
  }
  const staying = (count: number): readonly string[] => (count > 0 ? [t(($) => $.attention.stays, { count })] : [])
  const sentAgain = (count: number): readonly string[] =>
    count > 0 ? [t(($) => $.attention.sentAgain, { count })] : []
  /** Tries again what had fallen with refusals that are gone; says how many go, and how many stay. */
  const retryFallen = async (blocked: readonly TrayEntry[]): Promise<readonly string[]> => {
    const { length: gone } = await retryInOrder(blocked)
    return [...sentAgain(gone), ...staying(blocked.length - gone)]
  }
  const retry = async (open: TrayEntry, args?: Readonly<Record<string, unknown>>): Promise<string | null> => {
    const retried = await engine.retry(open.opId, args, { rereads: true })
    if (!retried.captured) return retried.code
    const said = open.due === null ? t(($) => $.attention.replaced) : t(($) => $.attention.due.ended)
    await settle([said, ...(await retryFallen(partBlocked(open.blocked).others))], [open.opId])
    return null
  }
  const discard = async (open: TrayEntry, reason: string, blocked: readonly TrayEntry[]): Promise<string | null> => {
    const also = blocked.filter(({ mayResolve }) => mayResolve).map(({ opId }) => opId)
    const settled = await engine.discard([open.opId, ...also], reason)
    if (!settled.ok) return settled.code
    const { others } = partBlocked(open.blocked.filter(({ opId }) => !settled.opIds.includes(opId)))
    await settle([t(($) => $.attention.discarded), ...(await retryFallen(others))], [...settled.opIds])
    return null
  }
  const retryAll = async (entries: readonly TrayEntry[]): Promise<null> => {
    const gone = await retryInOrder(entries)
    const went = gone.length > 0 ? [t(($) => $.attention.all.retried, { count: gone.length })] : []
    const fallen = gone.flatMap(({ blocked }) => partBlocked(blocked).others)
    const { length: again } = await retryInOrder(fallen)
    const left = entries.length - gone.length + fallen.length - again
    await settle([...went, ...sentAgain(again), ...staying(left)], [])
    return null
  }
  /**
   * Discards actions for one reason, and nothing else: the sheet names no closing that waits for them, so one that does
   * not go again by itself stays.
   */
  const discardAll = async (entries: readonly TrayEntry[], reason: string): Promise<string | null> => {
    const blocked = entries.flatMap((entry) => entry.blocked)
    const { closing, others } = partBlocked(blocked)
    const settled = await engine.discard(
      entries.map(({ opId }) => opId),
      reason,
    )
    if (!settled.ok) return settled.code
    const { length: again } = await retryInOrder(others)
    const left = others.length - again + closing.filter(({ type }) => !recapturedTypes.has(type)).length
    const discarded = t(($) => $.attention.all.discarded, { count: settled.opIds.length })
    await settle([discarded, ...sentAgain(again), ...staying(left)], [...settled.opIds])
    return null
  }
  return { retry, discard, retryAll, discardAll }
}

/** The ends of rounds and counts that wait in the tray. */
function endsIn(groups: readonly TrayGroup[]): readonly EngineEntry[] {
  const all = groups.flatMap(({ cause, blocked }) => [cause, ...blocked])
  return all.filter(({ type }) => recapturedTypes.has(type))
}
