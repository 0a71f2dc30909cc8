import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'
import { readBrowserLimits, type BrowserLimits } from '#web/lib/browser-limits.ts'
import { groupCode } from '#web/lib/format.ts'
import { usePersonName } from '#web/lib/use-person-name.ts'
import type { SignedOutProducts } from '#web/local/device/signed-out-work.ts'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { TruncatedList } from '#web/staff/ui/list/truncated-list.tsx'
import { connectionProblemOf, type ConnectionView } from './connection-tone.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './connection-sheet.module.css'

/** Whether the copy was found to equal the server's scope. */
export type AuditAnswer = 'same' | 'reloaded' | 'unknown'

interface Props {
  readonly view: ConnectionView
  readonly lastSyncAtMs: number | null
  /** Items in the copy; null while there is none. */
  readonly copyCount: number | null
  /** Items that have arrived while the first copy loads. */
  readonly loadingCount: number | null
  readonly deviceId: string | null
  /** Photos that wait to be sent, and those that the server does not take. */
  readonly photos: { readonly waiting: number; readonly refused: number }
  /** Unsent work of people who are signed out. */
  readonly signedOutWork: readonly SignedOutProducts[]
  /** Whether this person looks after what the server holds of the whole warehouse. */
  readonly looksAfterHeld: boolean
  /** Whether the browser promised to keep the data; null while unknown. */
  readonly persisted?: boolean | null
  /** What the browser does for work that waits. */
  readonly browser?: BrowserLimits
  readonly onSync: () => Promise<void>
  readonly onExport: () => Promise<void>
  readonly onAudit: () => Promise<AuditAnswer>
  readonly onSignIn: () => void
  readonly onUpdate: () => Promise<void>
  readonly onAttention: () => void
  /** Leads to the PIN for work without a network; absent where the account allows none. */
  readonly onPin?: (() => void) | undefined
  readonly onClose: () => void
}

/** Everything behind the badge: what waits, since when, and what can be done about it. */
export function ConnectionSheet(props: Props) {
  const { t } = useTranslation('sync')
  const { view } = props
  const trouble = connectionProblemOf(view)
  const [busy, setBusy] = useState(false)
  const [audit, setAudit] = useState<AuditAnswer | null>(null)

  const run = async (task: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await task()
    } finally {
      setBusy(false)
    }
  }

  const act = (): void => {
    if (view.updateNeeded) void run(props.onUpdate)
    else if (view.signInNeeded) props.onSignIn()
    else if (!busy) void run(props.onSync)
  }
  useDialogCommands({ onConfirm: act, onCancel: props.onClose, onCode: props.onClose })

  return (
    <FloorSheet
      title={t(($) => $.sheet.title)}
      closeLabel={t(($) => $.sheet.close)}
      onClose={props.onClose}
      actions={
        view.updateNeeded ? (
          <FloorAction busy={busy} onClick={act}>
            {t(($) => $.sheet.update)}
          </FloorAction>
        ) : view.signInNeeded ? (
          <FloorAction onClick={act}>{t(($) => $.sheet.signIn)}</FloorAction>
        ) : (
          <FloorAction busy={busy} onClick={act}>
            {busy ? t(($) => $.sheet.syncing) : t(($) => $.sheet.syncNow)}
          </FloorAction>
        )
      }
    >
      <div className={styles.body}>
        {view.captureProblem !== null && (
          <p className={styles.alarm} role="alert">
            {t(($) => $.storage[view.captureProblem ?? 'broken'])}
          </p>
        )}
        {view.updateNeeded && <p className={styles.notice}>{t(($) => $.sheet.updateText)}</p>}
        {view.pinEndsAtMs !== null && view.pinEndsSoon && <PinEnds atMs={view.pinEndsAtMs} />}
        {view.signInNeeded && (
          <p className={styles.notice}>{t(($) => (view.idChanged ? $.sheet.idChangedText : $.sheet.signInText))}</p>
        )}
        {trouble === 'overdue' && (
          <p className={styles.notice}>{t(($) => (view.online ? $.sheet.overdueOnline : $.sheet.overdueOffline))}</p>
        )}
        {view.clockWrongByMs !== null && <WrongClock byMs={view.clockWrongByMs} />}
        <BrowserNotices {...props} />
        <Facts {...props} />
        {view.signedOut > 0 && <SignedOut work={props.signedOutWork} />}
        {audit !== null && (
          <p className={styles.notice} role="status">
            {t(($) => $.sheet.audited[audit])}
          </p>
        )}
        <div className={styles.actions}>
          {(view.attention > 0 || props.looksAfterHeld) && (
            <FloorAction tone={view.attention > 0 ? 'danger' : 'quiet'} onClick={props.onAttention}>
              {t(($) => $.sheet.openAttention)}
            </FloorAction>
          )}
          <FloorAction tone="quiet" onClick={() => void run(props.onExport)}>
            {t(($) => $.sheet.export)}
          </FloorAction>
          <FloorAction tone="quiet" onClick={() => void run(async () => setAudit(await props.onAudit()))}>
            {t(($) => $.sheet.audit)}
          </FloorAction>
          {props.onPin === undefined ? null : (
            <FloorAction tone="quiet" onClick={props.onPin}>
              {t(($) => $.sheet.pin)}
            </FloorAction>
          )}
        </div>
      </div>
    </FloorSheet>
  )
}

function Facts(props: Props) {
  const { view, lastSyncAtMs, copyCount, loadingCount, deviceId, photos } = props
  const { t } = useTranslation('sync')
  const format = useFormat()
  const age = view.oldestAgeMs === null ? null : format.duration(view.oldestAgeMs)
  const copy =
    loadingCount !== null
      ? t(($) => $.sheet.copyLoading, { count: loadingCount })
      : copyCount === null
        ? t(($) => $.sheet.copyNone)
        : t(($) => $.sheet.copyCount, { count: copyCount, formatted: format.number(copyCount) })
  return (
    <dl className={styles.facts}>
      <dt>{t(($) => $.sheet.network)}</dt>
      <dd>{t(($) => (view.online ? $.connection.online : $.connection.offline))}</dd>
      <dt>{t(($) => $.sheet.waiting)}</dt>
      <dd>
        {view.waiting === null ? t(($) => $.connection.notCounted) : format.number(view.waiting)}
        {age !== null && ` · ${t(($) => $.connection.since, { age })}`}
      </dd>
      <dt>{t(($) => $.sheet.attention)}</dt>
      <dd>{format.number(view.attention)}</dd>
      {view.held > 0 && (
        <>
          <dt>{t(($) => $.sheet.held)}</dt>
          <dd>{format.number(view.held)}</dd>
        </>
      )}
      {view.signedOut > 0 && (
        <>
          <dt>{t(($) => $.sheet.sealed)}</dt>
          <dd>{format.number(view.signedOut)}</dd>
        </>
      )}
      {photos.waiting + photos.refused > 0 && (
        <>
          <dt>{t(($) => $.sheet.photos)}</dt>
          <dd>
            {[
              photos.waiting === 0 ? null : t(($) => $.sheet.photosWaiting, { count: photos.waiting }),
              photos.refused === 0 ? null : t(($) => $.sheet.photosRefused, { count: photos.refused }),
            ]
              .filter((part) => part !== null)
              .join(' · ')}
          </dd>
        </>
      )}
      {view.pinEndsAtMs !== null && (
        <>
          <dt>{t(($) => $.sheet.pinUntil)}</dt>
          <dd>{format.dateTime(new Date(view.pinEndsAtMs))}</dd>
        </>
      )}
      <dt>{t(($) => $.sheet.lastSync)}</dt>
      <dd>{lastSyncAtMs === null ? t(($) => $.sheet.never) : format.dateTime(new Date(lastSyncAtMs))}</dd>
      <dt>{t(($) => $.sheet.copy)}</dt>
      <dd>{copy}</dd>
      {props.persisted != null && (
        <>
          <dt>{t(($) => $.sheet.storage)}</dt>
          <dd>{t(($) => (props.persisted === true ? $.sheet.storageKept : $.sheet.storageNotKept))}</dd>
        </>
      )}
      {deviceId !== null && (
        <>
          <dt>{t(($) => $.sheet.device)}</dt>
          <dd className={styles.mono}>{deviceId}</dd>
        </>
      )}
    </dl>
  )
}

/** What this browser does not do for work that waits, and what helps. */
function BrowserNotices({ view, photos, browser = readBrowserLimits() }: Props) {
  const { t } = useTranslation('sync')
  const isWaiting = (view.waiting ?? 0) + photos.waiting > 0
  return (
    <>
      {isWaiting && !browser.sendsWhileClosed && <p className={styles.notice}>{t(($) => $.sheet.sendsWhileOpen)}</p>}
      {browser.asksForInstallation && <p className={styles.notice}>{t(($) => $.sheet.install)}</p>}
    </>
  )
}

/** By when a user whom a PIN has let in needs the network. */
function PinEnds({ atMs }: { readonly atMs: number }) {
  const { t } = useTranslation('sync')
  const at = useFormat().dateTime(new Date(atMs))
  return (
    <p className={styles.notice} role="alert">
      {t(($) => $.sheet.pinEndsText, { at })}
    </p>
  )
}

/** By how much the clock of this device is wrong, and what to do. */
function WrongClock({ byMs }: { readonly byMs: number }) {
  const { t } = useTranslation('sync')
  const by = useFormat().duration(Math.abs(byMs))
  return (
    <p className={styles.notice} role="alert">
      {t(($) => (byMs > 0 ? $.sheet.clockAhead : $.sheet.clockBehind), { by })}
    </p>
  )
}

/** Whose unsent work it is, and which products they have to do with. */
function SignedOut({ work }: { readonly work: readonly SignedOutProducts[] }) {
  const { t } = useTranslation('sync')
  const personName = usePersonName()
  return (
    <>
      <p className={styles.soft}>{t(($) => $.sheet.sealedText)}</p>
      {work.some(({ client }) => client !== null) && (
        <p className={styles.soft}>{t(($) => $.sheet.sealedClientText)}</p>
      )}
      {work.map(({ userId, accountId, name: person, client, count, codes }) => {
        const named = personName(person)
        const name = client === null || client === '' ? named : `${named} · ${client}`
        const label = t(($) => $.sheet.sealedOf, { name, count })
        return (
          <section key={`${userId} ${accountId}`}>
            <p>{label}</p>
            <TruncatedList
              label={label}
              entries={codes}
              entryKey={(code) => code}
              draw={(code) => <span className={words.mono}>{groupCode(code)}</span>}
            />
          </section>
        )
      })}
    </>
  )
}
