import { IconArrowBackUp, IconCamera } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCommandCode } from '#domain/item/resolve-code.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { ScanPanel } from '#web/scan/scan-panel.tsx'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless, passedOn, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { UndoTarget } from '#web/staff/ui/floor/undo-target.tsx'
import { useTopAtResult } from '#web/staff/ui/floor/use-top-at-result.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { ActionRow, IconAction } from '#web/staff/ui/floor/icon-action.tsx'
import { useSessionState } from '#web/scan/use-session-state.ts'
import { ArrivedLabelPanel } from './arrived-label-panel.tsx'
import { DoneProducts } from './done-products.tsx'
import { PackageCard, useWarehouseName } from './package-card.tsx'
import { PackingFeedback } from './packing-feedback.tsx'
import { PackingQuestions } from './packing-questions.tsx'
import { isSentFrom, openHere, placeOf } from './packing-place.ts'
import { WithSendingPlace, type SendingPlace } from './sending-place.tsx'
import { usePackages } from './use-packages.ts'
import { useFloorKeys } from '#web/staff/ui/floor/floor-keys.ts'
import { useForwardScan } from './use-leaving.ts'
import { WaitingList } from './waiting-list.tsx'
import { scanOf } from './waiting-scans.ts'
import { usePacking } from './use-packing.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import styles from './expedition.module.css'
import type { PackingState } from './packing-state.ts'

/** What another screen has chosen to be packed first. */
export interface StartWith {
  readonly itemId?: string
  readonly code?: string
}

/** `/start-expedition` (EXP-02): scan after scan, each into the package of its destination. */
export function StartExpeditionPage({ first }: { readonly first: StartWith }) {
  const { t } = useTranslation('expedition')
  return (
    <WithSendingPlace title={t(($) => $.start.title)}>
      {(place) => <Start key={placeOf(place.origin)} place={place} first={first} />}
    </WithSendingPlace>
  )
}

function Start({ place, first }: { readonly place: SendingPlace; readonly first: StartWith }) {
  const { t } = useTranslation('expedition')
  const navigate = useNavigate()
  const { engine, user, origin, config } = place
  const openPackage = useCallback(
    (packageId: string) => navigate({ to: '/packing-with-label', search: { packageId } }),
    [navigate],
  )
  const session = usePacking({
    engine,
    userId: user.id,
    accountId: user.viewedAccountId,
    origin,
    packageId: null,
    onPackage: openPackage,
  })
  const state = useSessionState(session)
  const target = state.mode === 'label' ? undefined : state.actions.at(-1)
  const views = usePackages(engine)
  useEffect(() => void session.recheck(), [session, views])
  const name = useWarehouseName(config)
  const feedback = useFeedback()
  const [camera, setCamera] = useState(false)
  useFirst(session, first)

  const open = openHere(views ?? [], origin, state.currentId)
  const listed = useTruncatedList(open)
  const sent = (views ?? []).filter(({ row }) => isSentFrom(row, origin))
  const current = open.find(({ row }) => row.id === state.currentId) ?? (open.length === 1 ? open[0] : undefined)
  const show = (packageId: string): void => session.leave(() => openPackage(packageId))
  const finish = (): void => {
    if (current !== undefined) show(current.row.id)
  }
  useTopAtResult(state.shown?.id ?? null)
  // What stands is answered first: what an undo takes back is named on the screen behind it.
  const undo = (): void => (isWaiting(state.shown) ? session.acknowledge() : void session.undoLast())
  const take = (scan: Scan): ScanAnswer => {
    const { command } = scan.resolution
    if (command === 'UNDO') return undo()
    if (command === 'LABEL' || command === 'PACKAGE' || command === 'DESTINATION') {
      feedback.play('accepted')
      if (command === 'DESTINATION') return session.forgetDestination()
      return session.setMode(command === 'LABEL' ? 'label' : 'package')
    }
    if (command === 'CONFIRM' || command === 'NEXT' || command === 'CANCEL') {
      if (isWaiting(state.shown)) return session.acknowledge()
      if (command === 'CANCEL') return session.leave(() => navigate({ to: '/expedition' }))
      return current === undefined ? meaningless : finish()
    }
    if (isCommandCode(scan.resolution) || scan.resolution.reserved) return meaningless
    session.acknowledge()
    return session.scan(scan)
  }
  const handOn = useForwardScan()
  const takeShown = (scan: Scan): void => {
    if (take(scan) === passedOn) handOn(scan)
  }
  useScanner({ purpose: 'any', onScan: take })
  useFloorKeys({ onUndo: undo, onMain: finish })

  const isAsking = state.asking !== null || state.choosing !== null
  const face = state.mode === 'package' ? 'package' : 'own'
  return (
    <FloorLayout
      title={t(($) => $.start.title)}
      actions={
        <ActionRow>
          <IconAction
            label={t(($) => (camera ? $.action.closeCamera : $.action.camera))}
            icon={IconCamera}
            pressed={camera}
            onClick={() => setCamera(!camera)}
          />
          <IconAction
            label={t(($) => $.action.undo)}
            icon={IconArrowBackUp}
            disabled={state.currentId === null}
            onClick={() => void session.undoLast()}
          />
          <FloorAction onClick={finish} disabled={current === undefined}>
            {t(($) => $.start.finish)}
          </FloorAction>
        </ActionRow>
      }
    >
      <div className={arrange.stack} data-scan-ready={views == null ? undefined : true}>
        {camera && <ScanPanel purpose="any" onCode={takeShown} paused={isAsking} />}
        <div className={arrange.pair} role="group" aria-label={t(($) => $.start.mode.label)}>
          <FloorChoice pressed={state.mode === 'package'} onClick={() => session.setMode('package')}>
            {t(($) => $.start.mode.package)}
          </FloorChoice>
          <FloorChoice pressed={state.mode === 'label'} onClick={() => session.setMode('label')}>
            {t(($) => $.start.mode.own)}
          </FloorChoice>
        </div>
        {state.destinationId !== null && (
          <p className={styles.tested}>
            <span>{t(($) => $.start.tested, { warehouse: name(state.destinationId ?? '') })}</span>
            <FloorChoice onClick={session.forgetDestination}>{t(($) => $.start.change)}</FloorChoice>
          </p>
        )}
        {/* What covers the screen says it until it goes. */}
        {state.shown === null && <DoneProducts results={state.done} config={config} />}
        {target !== undefined && <UndoTarget name={target.name} />}
        <ArrivedLabelPanel engine={engine} views={sent} />
        {!isAsking && <WaitingList place={place} session={session} />}
        {(face === 'own' || open.length === 0) && state.done.length === 0 && (
          <EmptyState title={t(($) => $.start.empty[face].title)} text={t(($) => $.start.empty[face].text)} />
        )}
        {face === 'package' && open.length > 0 && (
          <section aria-label={t(($) => $.start.packages)}>
            <h2 className={styles.heading}>{t(($) => $.start.packages)}</h2>
            <ul className={`${rows.list} ${styles.list}`}>
              {listed.shown.map((view) => (
                <PackageCard
                  key={view.row.id}
                  view={view}
                  config={config}
                  isCurrent={view.row.id === current?.row.id}
                  onOpen={show}
                />
              ))}
            </ul>
            <ShowMoreButton floor others={listed.others} onShow={listed.showAll} />
          </section>
        )}
      </div>
      {state.shown !== null && !isAsking && (
        <PackingFeedback result={state.shown} config={config} onEnd={session.acknowledge} />
      )}
      <PackingQuestions session={session} state={state} origin={origin} config={config} />
    </FloorLayout>
  )
}

/** Packs what the address names, once, and takes it out of the address. */
function useFirst(session: ReturnType<typeof usePacking>, { itemId, code }: StartWith): void {
  const navigate = useNavigate()
  const done = useRef(false)
  useEffect(() => {
    if (done.current || (itemId === undefined && code === undefined)) return
    done.current = true
    if (itemId !== undefined) session.takeItem(itemId)
    else if (code !== undefined) session.scan(scanOf(code))
    void navigate({ to: '/start-expedition', search: {}, replace: true })
  }, [session, itemId, code, navigate])
}

/** Whether a result stands until it is answered. */
export function isWaiting(shown: PackingState['shown']): boolean {
  return shown?.outcome.kind === 'refused'
}
