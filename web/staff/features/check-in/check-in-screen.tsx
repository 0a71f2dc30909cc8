import { IconArrowBackUp, IconCamera, IconFlag, IconSettings } from '@tabler/icons-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCommandCode } from '#domain/item/resolve-code.ts'
import { groupCode } from '#web/lib/format.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { keepFeedbackSettings, useFeedback } from '#web/scan/feedback-provider.tsx'
import { ScanPanel } from '#web/scan/scan-panel.tsx'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { useFloorKeys } from '#web/staff/ui/floor/floor-keys.ts'
import { EmptyState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { UndoTarget } from '#web/staff/ui/floor/undo-target.tsx'
import { staysOpen } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import { useTopAtResult } from '#web/staff/ui/floor/use-top-at-result.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { ActionRow, IconAction } from '#web/staff/ui/floor/icon-action.tsx'
import type { WorkPlace } from '#web/local/work-place/use-work-place.ts'
import { useSessionState } from '#web/scan/use-session-state.ts'
import { CheckInSheets, type OpenSheet } from './check-in-sheets.tsx'
import { distinctCodes, lastDone, undoTarget, type CheckInLine } from './check-in-line.ts'
import { LastScan } from './last-scan.tsx'
import { LineList } from './line-list.tsx'
import { ScanFeedback } from './scan-feedback.tsx'
import { useCheckIn } from './use-check-in.ts'
import { useRoundLines } from './use-round-lines.ts'
import { WaitingRounds } from './waiting-rounds.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import styles from './check-in.module.css'

interface Props {
  readonly engine: Engine
  readonly place: WorkPlace
  readonly copyReady: boolean
  readonly online: boolean
  readonly onAttention: () => void
  readonly onSingle: () => void
  readonly onWarehouse: (() => void) | null
}

/** Check-in without touching the screen: scan after scan, each a durable line (WH-02). */
export function CheckInScreen({ engine, place, copyReady, online, onAttention, onSingle, onWarehouse }: Props) {
  const { t } = useTranslation('warehouse')
  const user = useSignedInUser()
  const feedback = useFeedback()
  const session = useCheckIn(
    engine,
    feedback,
    { userId: user.id, accountId: user.viewedAccountId },
    { ...place, userType: user.userType },
  )
  const state = useSessionState(session)
  const durable = useRoundLines(engine, state.roundId, user.id, online, place.config)
  const lines = useMemo(
    () => withWaiting(durable ?? [], state.waiting, state.roundId),
    [durable, state.waiting, state.roundId],
  )
  useEffect(() => {
    if (durable !== null) session.release(new Set(durable.map(({ lineId }) => lineId)))
  }, [durable, session])
  const { warehouseId } = place
  const waitingEnds = useEngineRead(engine, warehouseId, () => engine.endsWaiting(user.id, warehouseId)) ?? []
  const [sheet, setSheet] = useState<OpenSheet | null>(null)
  const [camera, setCamera] = useState(false)
  const [settings, setSettings] = useState(() => feedback.settings())

  useTopAtResult(state.shown?.id ?? null)
  // What stands is answered first: what an undo takes back is named on the screen behind it.
  const undo = (): void =>
    state.shown !== null && staysOpen(state.shown.verdict.tone) ? session.acknowledge() : session.undoLast()
  const take = (scan: Scan): ScanAnswer => {
    const { command } = scan.resolution
    if (command === 'UNDO') return undo()
    if (command === 'END' && lines.length > 0) return setSheet({ kind: 'end' })
    if (isCommandCode(scan.resolution) || scan.resolution.reserved)
      return state.shown === null ? meaningless : session.acknowledge()
    if (session.answer(scan)) return
    session.acknowledge()
    session.scan(scan)
  }
  useScanner({ purpose: 'check_in', onScan: take })
  useFloorKeys({
    enabled: sheet === null && state.choosing === null,
    onUndo: undo,
    onMain: () => setSheet({ kind: 'end' }),
  })

  const openLine = useCallback((line: CheckInLine) => setSheet({ kind: 'line', line }), [])
  // The result of a scan is on the screen before the list below it is drawn again.
  const listed = useDeferredValue(lines)
  const last = lastDone(lines)
  const target = undoTarget(lines)
  return (
    <FloorLayout
      title={t(($) => $.checkIn.title)}
      actions={
        <ActionRow>
          <IconAction
            label={t(($) => $.checkIn.action[camera ? 'closeCamera' : 'camera'])}
            icon={IconCamera}
            pressed={camera}
            onClick={() => setCamera(!camera)}
          />
          <IconAction
            label={t(($) => $.checkIn.action.undoLast)}
            icon={IconArrowBackUp}
            onClick={session.undoLast}
            disabled={target === null}
          />
          <IconAction
            label={t(($) => $.checkIn.action.options)}
            icon={IconSettings}
            onClick={() => setSheet({ kind: 'options' })}
          />
          <FloorAction onClick={() => setSheet({ kind: 'end' })} disabled={lines.length === 0}>
            {t(($) => $.checkIn.action.end)}
          </FloorAction>
        </ActionRow>
      }
    >
      <div className={arrange.stack} data-scan-ready={durable === null ? undefined : true}>
        <WaitingRounds ends={waitingEnds} isReopened={state.isReopened} onAttention={onAttention} />
        {camera && <ScanPanel purpose="check_in" onCode={take} paused={sheet !== null || state.choosing !== null} />}
        {last === undefined && durable === null ? (
          <RowsSkeleton rows={5} height={72} />
        ) : last === undefined ? (
          <Welcome ended={state.ended} copyReady={copyReady} />
        ) : (
          <>
            <LastScan line={last} />
            {target !== null && <UndoTarget name={target.label ?? groupCode(target.code)} />}
            <div className={styles.counters}>
              <Counter name="lines" count={lines.length} />
              <Counter name="codes" count={distinctCodes(lines)} />
            </div>
            <LineList lines={listed} onOpen={openLine} />
          </>
        )}
      </div>
      {state.shown !== null && sheet === null && state.choosing === null && (
        <ScanFeedback shown={state.shown} onEnd={session.acknowledge} />
      )}
      <CheckInSheets
        sheet={sheet}
        state={state}
        session={session}
        engine={engine}
        lines={lines}
        place={place}
        settings={settings}
        onSettings={(next) => {
          keepFeedbackSettings(feedback, next)
          setSettings(next)
          feedback.play('accepted')
        }}
        onAttention={onAttention}
        onSingle={onSingle}
        onWarehouse={onWarehouse}
        onScan={take}
        onClose={() => setSheet(null)}
      />
    </FloorLayout>
  )
}

function Counter({ name, count }: { readonly name: 'lines' | 'codes'; readonly count: number }) {
  const { t } = useTranslation('warehouse')
  return (
    <p className={styles.counter} data-testid={`count-${name}`}>
      <strong>{count}</strong> <span>{t(($) => $.checkIn.counter[name], { count })}</span>
    </p>
  )
}

function Welcome({ ended, copyReady }: { readonly ended: number | null; readonly copyReady: boolean }) {
  const { t } = useTranslation('warehouse')
  if (ended !== null) {
    return (
      <EmptyState
        icon={IconFlag}
        title={t(($) => $.checkIn.ended.title)}
        text={`${t(($) => $.checkIn.ended.count, { count: ended })}. ${t(($) => $.checkIn.ended.next)}`}
      />
    )
  }
  return (
    <EmptyState
      title={t(($) => $.checkIn.empty.title)}
      text={copyReady ? t(($) => $.checkIn.empty.text) : t(($) => $.checkIn.loading.text)}
    />
  )
}

// Scans that are not durable yet stand on top, so that ten scans in two seconds are ten lines at once.
function withWaiting(
  durable: readonly CheckInLine[],
  waiting: ReturnType<ReturnType<typeof useCheckIn>['state']>['waiting'],
  roundId: string | null,
): readonly CheckInLine[] {
  const known = new Set(durable.map(({ lineId }) => lineId))
  const saving = waiting
    .filter(({ lineId }) => !known.has(lineId))
    .map((scan): CheckInLine => ({
      ...scan,
      listId: roundId ?? '',
      state: 'saving',
      verdict: null,
      label: null,
      opId: null,
      itemId: null,
      reason: null,
      details: null,
      undoable: false,
    }))
  return [...saving.toReversed(), ...durable]
}
