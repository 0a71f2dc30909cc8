import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerIndex, productCodes } from '#domain/item/resolve-code.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { useCan } from '#web/lib/platform.tsx'
import { usePersonName, type PersonName } from '#web/lib/use-person-name.ts'
import { useEngine, useTray } from '#web/local/engine/engine-context.tsx'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import { mayResolveFor, type TrayEntry as EngineEntry, type TrayGroup } from '#web/local/outbox/tray.ts'
import { RowsSkeleton } from '#web/staff/ui/states.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { meaningless, passedOn } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { LettersContext, useLetters } from '#web/staff/ui/floor/use-letters.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { AttentionList } from './attention-list.tsx'
import { MismatchList } from './mismatch-list.tsx'
import { HeldList } from './held-list.tsx'
import { RefusedPhotos } from './refused-photos.tsx'
import { ResolveSheet } from './resolve-sheet.tsx'
import { SettleAllSheet } from './settle-all-sheet.tsx'
import { settleableTogether, type DueRound, type TrayEntry } from './tray-entry.ts'
import { useSettling } from './use-settling.ts'
import { useMismatches } from './use-mismatches.ts'
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
  const differing = useMismatches()
  const looksAfter = useCan('stock.manage')
  const [openId, setOpenId] = useState<string | null>(null)
  /** The refusals that are settled together: those that were there when their sheet was opened. */
  const [allOf, setAllOf] = useState<readonly string[]>([])
  const [said, setSaid] = useState<string | null>(null)
  const entries = (groups ?? []).map((group) => entryOf(group, engine.author(), personName))
  const open = entries.find(({ opId }) => opId === openId)
  const settling = useSettling(engine, groups, (done) => {
    setOpenId(null)
    setAllOf([])
    setSaid(done)
  })
  const together = settleableTogether(entries).filter(({ opId }) => allOf.includes(opId))
  const letters = useLetters()
  const leave = (): void => (canGoBack ? history.back() : void navigate({ to: '/home' }))
  // However long the reading takes, and where it fails, the page can be left.
  useScanner({
    purpose: 'check_in',
    onScan: ({ resolution: { command } }) => (command === 'CANCEL' || command === 'END' ? leave() : passedOn),
  })
  useScanner({
    purpose: 'check_in',
    // A product that is scanned before all is read waits for it.
    enabled: groups != null && photos != null && differing != null,
    onScan: ({ resolution }) => {
      const { command } = resolution
      const at = answerIndex(command)
      if (at !== null) return letters.answer(at) ? undefined : meaningless
      if (command === 'CONFIRM') return letters.confirm() ? undefined : meaningless
      letters.forget()
      if (command === 'CANCEL' || command === 'END') return leave()
      if (command === 'NEXT') return letters.goOn() ? undefined : meaningless
      const codes = [resolution.code, ...productCodes(resolution)]
      const named = entries.find(({ code, item }) =>
        [code, ...(item === null ? [] : codesOf(item))].some((one) => one !== null && codes.includes(one)),
      )
      if (named === undefined) return meaningless
      setOpenId(named.opId)
    },
  })
  const back = <FloorAction onClick={leave}>{t(($) => $.attention.back)}</FloorAction>

  return (
    <FloorLayout title={t(($) => $.attention.title)} actions={back}>
      {groups === null || photos === null || differing === null ? (
        <RowsSkeleton height={96} />
      ) : (
        <LettersContext value={letters}>
          <p role="status" className={said === null ? 'visually-hidden' : undefined}>
            {said}
          </p>
          <MismatchList entries={differing} onSaid={setSaid} />
          {(entries.length > 0 || photos.length + differing.length === 0) && (
            <AttentionList
              entries={entries}
              onOpen={({ opId }) => setOpenId(opId)}
              onAll={(all) => setAllOf(all.map(({ opId }) => opId))}
            />
          )}
          <RefusedPhotos photos={photos} onSaid={setSaid} />
          {looksAfter && <HeldList onSaid={setSaid} />}
        </LettersContext>
      )}
      {open !== undefined && (
        <ResolveSheet
          key={open.opId}
          entry={open}
          judgeRetry={engine.judgeRetry}
          onRetry={(code) => settling.retry(open, code === null ? undefined : { code, itemId: undefined })}
          onEnd={(end) => settling.retry(open, { ...end })}
          onDiscard={(reason, blocked) => settling.discard(open, reason, blocked)}
          onClose={() => setOpenId(null)}
        />
      )}
      {together[0] !== undefined && together.length > 1 && (
        <SettleAllSheet
          reason={together[0].reason}
          entries={together}
          onRetry={async () => void (await settling.retryAll(together))}
          onDiscard={(reason) => settling.discardAll(together, reason)}
          onClose={() => setAllOf([])}
        />
      )}
    </FloorLayout>
  )
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
