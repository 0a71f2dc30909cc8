import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { recapturedTypes } from '#sync/operations/round-of.ts'
import { endCheckInRound } from '#sync/operations/check-in/end-check-in-round.ts'
import { endStockCount } from '#sync/operations/stock/end-stock-count.ts'
import { useCan } from '#web/lib/platform.tsx'
import { usePersonName, type PersonName } from '#web/lib/use-person-name.ts'
import { useEngine, useTray } from '#web/local/engine/engine-context.tsx'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import { mayResolveFor, type TrayEntry as EngineEntry, type TrayGroup } from '#web/local/outbox/tray.ts'
import { RowsSkeleton } from '#web/staff/ui/faces.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { AttentionList } from './attention-list.tsx'
import { DifferingList } from './differing-list.tsx'
import { HeldList } from './held-list.tsx'
import { RefusedPhotos } from './refused-photos.tsx'
import { ResolveSheet } from './resolve-sheet.tsx'
import { partBlocked, type DueRound, type TrayEntry } from './tray-entry.ts'
import { useDiffering } from './use-differing.ts'
import { useRefusedPhotos } from '#web/local/photo/use-refused-photos.ts'

/**
 * `/warehouse/attention`: tests with another result than was shown, refused operations and photos of this device, and
 * how each is settled; below them, for the people who look after the warehouse, what the server holds. The count stays
 * until the last one is settled.
 */
export function AttentionPage() {
  const { t } = useTranslation('sync')
  const engine = useEngine()
  const personName = usePersonName()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = useNavigate()
  const groups = useTray()
  const photos = useRefusedPhotos()
  const differing = useDiffering()
  const looksAfter = useCan('stock.manage')
  const [openId, setOpenId] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const entries = (groups ?? []).map((group) => entryOf(group, engine.author(), personName))
  const open = entries.find(({ opId }) => opId === openId)
  /** Says what was done, and which rounds and counts have ended of which it was the last refusal. */
  const settle = async (done: string, dropped: readonly string[]): Promise<void> => {
    const left = new Set(endsIn(await engine.tray()).map(({ opId }) => opId))
    const gone = endsIn(groups ?? []).filter(({ opId }) => !left.has(opId) && !dropped.includes(opId))
    const ended = new Set(gone.map(({ type }) => type))
    const parts = [
      done,
      ...(ended.has(endCheckInRound.type) ? [t(($) => $.attention.due.ended)] : []),
      ...(ended.has(endStockCount.type) ? [t(($) => $.attention.countEnded)] : []),
    ]
    setOpenId(null)
    setSaid(parts.join('. '))
  }
  const retry = async ({ opId, due }: TrayEntry, args?: Readonly<Record<string, unknown>>): Promise<string | null> => {
    const retried = await engine.retry(opId, args)
    if (!retried.captured) return retried.code
    const done = due === null ? t(($) => $.attention.replaced) : t(($) => $.attention.due.ended)
    await settle(done, [opId])
    return null
  }
  /** Tries again what had fallen with a refusal that is gone; says how many go, and how many stay. */
  const retryInOrder = async (blocked: readonly TrayEntry[]): Promise<readonly string[]> => {
    let gone = 0
    for (const { opId } of blocked.toSorted((a, b) => a.capturedAtMs - b.capturedAtMs)) {
      const { captured } = await engine.retry(opId)
      if (captured) gone += 1
    }
    const stays = blocked.length - gone
    return [
      ...(gone > 0 ? [t(($) => $.attention.sentAgain, { count: gone })] : []),
      ...(stays > 0 ? [t(($) => $.attention.stays, { count: stays })] : []),
    ]
  }
  const back = (
    <FloorAction onClick={() => (canGoBack ? history.back() : void navigate({ to: '/home' }))}>
      {t(($) => $.attention.back)}
    </FloorAction>
  )

  return (
    <FloorLayout title={t(($) => $.attention.title)} actions={back}>
      {groups === null || photos === null || differing === null ? (
        <RowsSkeleton height={96} />
      ) : (
        <>
          <p role="status" className={said === null ? 'visually-hidden' : undefined}>
            {said}
          </p>
          <DifferingList entries={differing} onSaid={setSaid} />
          {(entries.length > 0 || photos.length + differing.length === 0) && (
            <AttentionList entries={entries} onOpen={({ opId }) => setOpenId(opId)} />
          )}
          <RefusedPhotos photos={photos} onSaid={setSaid} />
          {looksAfter && <HeldList onSaid={setSaid} />}
        </>
      )}
      {open !== undefined && (
        <ResolveSheet
          key={open.opId}
          entry={open}
          judgeRetry={engine.judgeRetry}
          onRetry={(code) => retry(open, code === null ? undefined : { code, itemId: undefined })}
          onEnd={(end) => retry(open, { ...end })}
          onDiscard={async (reason, blocked) => {
            const also = blocked.filter(({ mayResolve }) => mayResolve).map(({ opId }) => opId)
            const settled = await engine.discard([open.opId, ...also], reason)
            if (!settled.ok) return settled.code
            const { others } = partBlocked(open.blocked.filter(({ opId }) => !settled.opIds.includes(opId)))
            const again = await retryInOrder(others)
            const done = t(($) => $.attention.discarded)
            await settle([done, ...again].join('. '), [...settled.opIds])
            return null
          }}
          onClose={() => setOpenId(null)}
        />
      )}
    </FloorLayout>
  )
}

/** The ends of rounds and counts that wait in the tray. */
function endsIn(groups: readonly TrayGroup[]): readonly EngineEntry[] {
  const all = groups.flatMap(({ cause, blocked }) => [cause, ...blocked])
  return all.filter(({ type }) => recapturedTypes.has(type))
}

function entryOf({ cause, blocked }: TrayGroup, person: Author | null, personName: PersonName): TrayEntry {
  const shown = (entry: EngineEntry) => ({ ...flat(entry, person), authorName: personName(entry.author.name) })
  return { ...shown(cause), blocked: blocked.map((entry) => ({ ...shown(entry), blocked: [] })) }
}

function flat(entry: EngineEntry, person: Author | null): Omit<TrayEntry, 'blocked' | 'authorName'> {
  const item = entry.present?.item ?? null
  return {
    opId: entry.opId,
    type: entry.type,
    args: entry.args,
    code: entry.itemCode,
    product: item === null ? null : productName(item),
    capturedAtMs: entry.capturedAtMs,
    mayResolve: mayResolveFor(person, entry.author),
    reason: entry.code,
    causeOp: entry.causeOp,
    due: dueOf(entry, person),
    item,
  }
}

function dueOf({ distinctNow, args, author }: EngineEntry, person: Author | null): DueRound | null {
  if (distinctNow === null) return null
  const { typedCount, comment } = args
  return {
    distinctNow,
    typedCount: typeof typedCount === 'number' ? typedCount : distinctNow,
    comment: typeof comment === 'string' ? comment : '',
    isOwn: person?.userId === author.userId,
  }
}
