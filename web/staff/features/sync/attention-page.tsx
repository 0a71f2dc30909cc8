import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { useCan } from '#web/lib/platform.tsx'
import { useEngine, useTray } from '#web/local/engine-context.tsx'
import type { Author } from '#web/local/outbox-database.ts'
import { settlesFor, type TrayEntry as EngineEntry, type TrayGroup } from '#web/local/tray.ts'
import { RowsSkeleton } from '#web/staff/ui/faces.tsx'
import { FloorLayout } from '#web/staff/ui/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor-parts.tsx'
import { AttentionList } from './attention-list.tsx'
import { HeldList } from './held-list.tsx'
import { RefusedPhotos } from './refused-photos.tsx'
import { SettleSheet } from './settle-sheet.tsx'
import type { TrayEntry } from './tray-entry.ts'
import { useRefusedPhotos } from './use-refused-photos.ts'

/**
 * `/warehouse/attention`: refused operations and photos of this device, and how each is settled; below them, for the
 * people who look after the warehouse, what the server holds. The count stays until the last one is settled.
 */
export function AttentionPage() {
  const { t } = useTranslation('sync')
  const engine = useEngine()
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = useNavigate()
  const groups = useTray()
  const photos = useRefusedPhotos()
  const looksAfter = useCan('stock.manage')
  const [openId, setOpenId] = useState<string | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const entries = (groups ?? []).map((group) => entryOf(group, engine.author()))
  const open = entries.find(({ opId }) => opId === openId)
  const back = (
    <FloorAction onClick={() => (canGoBack ? history.back() : void navigate({ to: '/home' }))}>
      {t(($) => $.attention.back)}
    </FloorAction>
  )

  return (
    <FloorLayout title={t(($) => $.attention.title)} actions={back}>
      {groups === null || photos === null ? (
        <RowsSkeleton height={96} />
      ) : (
        <>
          <p role="status" className={said === null ? 'visually-hidden' : undefined}>
            {said}
          </p>
          {(entries.length > 0 || photos.length === 0) && (
            <AttentionList entries={entries} onOpen={({ opId }) => setOpenId(opId)} />
          )}
          <RefusedPhotos photos={photos} onSaid={setSaid} />
          {looksAfter && <HeldList onSaid={setSaid} />}
        </>
      )}
      {open !== undefined && (
        <SettleSheet
          key={open.opId}
          entry={open}
          onRetry={async (code) => {
            const retried = await engine.retry(open.opId, code === null ? undefined : { code, itemId: undefined })
            if (!retried.captured) return retried.code
            setOpenId(null)
            setSaid(t(($) => $.attention.replaced))
            return null
          }}
          onDiscard={async (reason, withBlocked) => {
            const blocked = withBlocked ? open.blocked.filter(({ maySettle }) => maySettle).map(({ opId }) => opId) : []
            const settled = await engine.discard([open.opId, ...blocked], reason)
            if (!settled.ok) return settled.code
            setOpenId(null)
            setSaid(t(($) => $.attention.discarded))
            return null
          }}
          onClose={() => setOpenId(null)}
        />
      )}
    </FloorLayout>
  )
}

function entryOf({ cause, blocked }: TrayGroup, person: Author | null): TrayEntry {
  return { ...flat(cause, person), blocked: blocked.map((entry) => ({ ...flat(entry, person), blocked: [] })) }
}

function flat(entry: EngineEntry, person: Author | null): Omit<TrayEntry, 'blocked'> {
  const item = entry.present?.item ?? null
  return {
    opId: entry.opId,
    type: entry.type,
    code: entry.itemCode,
    product: item === null ? null : productName(item),
    capturedAtMs: entry.capturedAtMs,
    authorName: entry.author.name,
    maySettle: settlesFor(person, entry.author),
    reason: entry.code,
    item,
  }
}
