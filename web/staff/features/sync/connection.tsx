import { useNavigate } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { signInNeededAtom } from '#web/lib/error-state.ts'
import { useCan, useUser } from '#web/lib/platform.tsx'
import { useEngine, useSyncStatus } from '#web/local/engine/engine-context.tsx'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import { wrongByMs } from '#web/local/engine/device-clock.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { SyncStatus } from '#web/local/engine/sync-status.ts'
import { usePhotoCounts } from '#web/local/photo/photo-context.tsx'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { FullScreenFeedback } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import { ConnectionBadge } from './connection-badge.tsx'
import { ConnectionSheet, type AuditAnswer } from './connection-sheet.tsx'
import type { ConnectionView } from './connection-tone.ts'
import { saveFile } from './save-file.ts'
import { useRefusedCount } from '#web/local/photo/use-refused-photos.ts'

/** The connection badge with its sheet: on every floor screen, and small in the office's header. */
export function Connection({ compact }: { readonly compact?: boolean }) {
  const engine = useEngine()
  const status = useSyncStatus()
  const [sessionOver, setSessionOver] = useAtom(signInNeededAtom)
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const nowMs = useNow(status.waiting > 0)
  const refusedPhotos = useRefusedCount()
  const photosWaiting = usePhotoCounts().waiting
  const view = { ...viewOf(status, refusedPhotos, sessionOver, nowMs), ...usePinEnd(), photosWaiting }
  const arrived = useAttentionSignal(view.attention, status.differing)
  useEffect(() => {
    if (status.updateNeeded) void lookForUpdate()
  }, [status.updateNeeded])

  return (
    <>
      <ConnectionBadge view={view} {...(compact === undefined ? {} : { compact })} onOpen={() => setOpen(true)} />
      {arrived.id > 0 && compact !== true && (
        <AttentionArrived id={arrived.id} count={view.attention} what={arrived.what} onEnd={arrived.end} />
      )}
      {open && (
        <Sheet
          engine={engine}
          status={status}
          view={view}
          refusedPhotos={refusedPhotos}
          onSignIn={() => {
            // The engine may know more than this page: without a grant it needs a sign-in, even if the session is
            // valid.
            setSessionOver(true)
            const { pathname, search } = window.location
            void navigate({ to: '/login', search: { from: pathname + search } })
          }}
          onUpdate={async () => {
            await lookForUpdate()
            setOpen(false)
          }}
          onAttention={() => {
            setOpen(false)
            void navigate({ to: '/warehouse/attention' })
          }}
          onPin={() => {
            setOpen(false)
            void navigate({ to: '/account/pin' })
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function Sheet(props: {
  readonly engine: Engine
  readonly status: SyncStatus
  readonly view: ConnectionView
  readonly refusedPhotos: number
  readonly onSignIn: () => void
  readonly onUpdate: () => Promise<void>
  readonly onAttention: () => void
  readonly onPin: () => void
  readonly onClose: () => void
}) {
  const { engine, status } = props
  const looksAfterHeld = useCan('stock.manage')
  const user = useUser()
  const mayHavePin = user?.byPin !== true && (user?.offline?.days ?? 0) > 0
  const { waiting } = usePhotoCounts()
  const author = engine.author()
  const reader = author === null ? '' : `${author.userId} ${author.accountId}`
  const signedOutWork = useEngineRead(engine, reader, () => engine.signedOutWork(author)) ?? []
  const [deviceId, setDeviceId] = useState<string | null>(null)
  useEffect(() => {
    let alive = true
    engine.deviceId().then(
      (id) => alive && setDeviceId(id),
      () => undefined,
    )
    return () => {
      alive = false
    }
  }, [engine])
  return (
    <ConnectionSheet
      view={props.view}
      lastSyncAtMs={status.lastSyncAtMs}
      copyCount={engine.copyInfo()?.itemCount ?? null}
      loadingCount={status.loading?.rows ?? null}
      deviceId={deviceId}
      photos={{ waiting, refused: props.refusedPhotos }}
      signedOutWork={signedOutWork}
      looksAfterHeld={looksAfterHeld}
      persisted={status.persisted}
      onSync={async () => {
        if (!status.capture.ok) await engine.checkStorage()
        await engine.sync()
      }}
      onExport={async () => saveFile(await engine.exportUnsent(), 'reprise-export.json')}
      onAudit={async () => auditAnswers[await engine.audit()]}
      onSignIn={props.onSignIn}
      onUpdate={props.onUpdate}
      onAttention={props.onAttention}
      onPin={mayHavePin ? props.onPin : undefined}
      onClose={props.onClose}
    />
  )
}

const auditAnswers = { equal: 'same', refetched: 'reloaded', failed: 'unknown' } as const satisfies Record<
  string,
  AuditAnswer
>

function viewOf(
  status: SyncStatus,
  refusedPhotos: number,
  sessionOver: boolean,
  nowMs: number,
): Omit<ConnectionView, keyof PinEnd | 'photosWaiting'> {
  return {
    online: status.online,
    // What cannot be read is not called sent.
    waiting: status.capture.ok || status.counted || status.waiting > 0 ? status.waiting : null,
    oldestAgeMs:
      status.oldestCapturedAtMs === null || status.waiting === 0
        ? null
        : Math.max(0, nowMs - status.oldestCapturedAtMs),
    attention: status.attention + status.differing + refusedPhotos,
    held: status.held,
    signedOut: status.signedOut.reduce((sum, { count }) => sum + count, 0),
    signInNeeded: status.signInNeeded || sessionOver,
    idChanged: status.idChanged,
    updateNeeded: status.updateNeeded,
    captureProblem: status.capture.ok ? null : status.capture.reason,
    clockWrongByMs: wrongByMs(status.clockAheadMs),
  }
}

// Where a newer version is found, the page itself asks when it may take over.
async function lookForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  await registration?.update().catch(() => undefined)
}

// The age in the badge grows while something waits; nothing ticks otherwise.
function useNow(ticking: boolean): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const timer = ticking ? setInterval(listener, tickMs) : undefined
      return () => clearInterval(timer)
    },
    [ticking],
  )
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / tickMs) * tickMs)
}

const tickMs = 5_000

type PinEnd = Pick<ConnectionView, 'pinEndsAtMs' | 'pinEndsSoon'>

const noPin: PinEnd = { pinEndsAtMs: null, pinEndsSoon: false }

/** When the days of a user end whom a PIN has let in, asked again while the page is open. */
function usePinEnd(): PinEnd {
  const user = useUser()
  const userId = user?.byPin === true ? user.id : null
  const [end, setEnd] = useState(noPin)
  useEffect(() => {
    if (userId === null) return
    let alive = true
    const ask = async (): Promise<void> => {
      const found = await readPinEnd(userId)
      if (alive) setEnd(found ?? noPin)
    }
    void ask()
    const timer = setInterval(() => void ask(), pinEndCheckMs)
    return () => {
      alive = false
      clearInterval(timer)
    }
  }, [userId])
  return userId === null ? noPin : end
}

const pinEndCheckMs = 600_000

async function readPinEnd(userId: string): Promise<PinEnd | null> {
  return import('#web/local/device/signed-in.ts').then((device) => device.pinEndOf(userId)).catch(() => null)
}

/** Says that something new needs attention (interface, rule 4); `id` is above 0 while the colour is to be shown. */
function useAttentionSignal(count: number, differing: number) {
  const feedback = useFeedback()
  const before = useRef<{ readonly count: number; readonly differing: number } | null>(null)
  const [told, setTold] = useState<{ readonly id: number; readonly what: Arrived }>({ id: 0, what: 'arrived' })
  const signal = useEffectEvent((what: Arrived) => {
    feedback.play('attention')
    setTold({ id: Date.now(), what })
  })
  useEffect(() => {
    const was = before.current
    if (was !== null && count > was.count) signal(differing > was.differing ? 'arrivedDiffering' : 'arrived')
    before.current = { count, differing }
  }, [count, differing])
  return { ...told, end: () => setTold((last) => ({ ...last, id: 0 })) }
}

/** What has come: a refusal, or a result that is another than the one shown. */
type Arrived = 'arrived' | 'arrivedDiffering'

/** The colour of it over a floor screen; it is no result of a scan, so that it passes and waits for nobody. */
function AttentionArrived(props: {
  readonly id: number
  readonly count: number
  readonly what: Arrived
  readonly onEnd: () => void
}) {
  const { t } = useTranslation('sync')
  return createPortal(
    <FullScreenFeedback
      id={props.id}
      tone="attention"
      word={t(($) => $.connection.attention, { count: props.count })}
      detail={t(($) => $.attention[props.what])}
      onEnd={props.onEnd}
    />,
    document.body,
  )
}
