import { IconArrowBackUp, IconCamera, IconPackage } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isCommandCode } from '#domain/item/resolve-code.ts'
import { isInactiveDestination } from '#sync/operations/expedition/inactive-destination.ts'
import { groupCode } from '#web/lib/format.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { PackageContent, PackageView } from '#web/local/copy/package-view.ts'
import { ScanPanel } from '#web/scan/scan-panel.tsx'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless, passedOn, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { UndoTarget } from '#web/staff/ui/floor/undo-target.tsx'
import { useTopAtResult } from '#web/staff/ui/floor/use-top-at-result.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { BigNumber, FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { ActionRow, IconAction } from '#web/staff/ui/floor/icon-action.tsx'
import { useSessionState } from '#web/scan/use-session-state.ts'
import { ArrivedLabelPanel } from './arrived-label-panel.tsx'
import { awaitLabel } from './awaited-labels.ts'
import { ContentList } from './content-list.tsx'
import { LabelPanel } from './label-panel.tsx'
import { useWarehouseName } from './package-card.tsx'
import { PackingFeedback } from './packing-feedback.tsx'
import { PackingQuestions } from './packing-questions.tsx'
import { isSentFrom, openHere, placeOf } from './packing-place.ts'
import { WithSendingPlace, type SendingPlace } from './sending-place.tsx'
import { isWaiting } from './start-expedition-page.tsx'
import { usePackagePapers } from './use-package-papers.ts'
import { useReadPackage, useReadPackages } from './use-packages.ts'
import { useFloorKeys } from '#web/staff/ui/floor/floor-keys.ts'
import { useForwardScan } from './use-leaving.ts'
import { WaitingList } from './waiting-list.tsx'
import { usePacking } from './use-packing.ts'
import { useVoidSlip, VoidSlipNotice } from './void-slip.tsx'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './expedition.module.css'

interface Props {
  readonly packageId: string | undefined
}

/** `/packing-with-label` (EXP-03): one package, its label, and its closing. */
export function PackingPage({ packageId }: Props) {
  const { t } = useTranslation('expedition')
  return (
    <WithSendingPlace title={t(($) => $.packing.title)}>
      {(place) => <Packing key={`${placeOf(place.origin)} ${packageId ?? ''}`} place={place} packageId={packageId} />}
    </WithSendingPlace>
  )
}

function Packing({ place, packageId }: Props & { readonly place: SendingPlace }) {
  const { t } = useTranslation('expedition')
  const navigate = useNavigate()
  const { engine, origin } = place
  const all = useReadPackages(engine)
  const open = openHere(all.value ?? [], origin)
  // Without an id in the address the one open package is meant.
  const wanted = packageId ?? (open.length === 1 ? open[0]?.row.id : undefined)
  const one = useReadPackage(engine, wanted)
  const content = one.value
  const retry = (): void => {
    all.retry()
    one.retry()
  }
  if (content === undefined || all.value === undefined)
    return (
      <FloorLayout title={t(($) => $.packing.title)}>
        {all.hasFailed || one.hasFailed ? <ErrorState onRetry={retry} /> : <RowsSkeleton rows={5} height={72} />}
      </FloorLayout>
    )
  if (content === null)
    return (
      <FloorLayout
        title={t(($) => $.packing.title)}
        actions={
          <FloorAction onClick={() => void navigate({ to: '/expedition' })}>{t(($) => $.packing.back)}</FloorAction>
        }
      >
        <EmptyState
          icon={IconPackage}
          title={t(($) => $.packing.unknown.title)}
          text={t(($) => $.packing.unknown.text)}
        />
      </FloorLayout>
    )
  const next = open.find(({ row }) => row.id !== content.row.id)?.row.id
  const sent = all.value?.filter(({ row }) => isSentFrom(row, origin)) ?? []
  return <OnePackage place={place} content={content} nextId={next} sent={sent} />
}

function OnePackage(props: {
  readonly place: SendingPlace
  readonly content: PackageContent
  readonly nextId: string | undefined
  /** Packages that were closed here, whose labels may arrive while this page is open. */
  readonly sent: readonly PackageView[]
}) {
  const { t } = useTranslation('expedition')
  const navigate = useNavigate()
  const { storage } = usePlatform()
  const { place, content, nextId } = props
  const { engine, user, origin, config } = place
  const { row, refused } = content
  const isOpen = row.status === 'open'
  const openPackage = useCallback(
    (packageId: string) => navigate({ to: '/packing-with-label', search: { packageId } }),
    [navigate],
  )
  const session = usePacking({
    engine,
    userId: user.id,
    accountId: user.viewedAccountId,
    origin,
    packageId: row.id,
    onPackage: openPackage,
  })
  const state = useSessionState(session)
  const target = isOpen ? state.actions.at(-1) : undefined
  useEffect(() => void session.recheck(), [session, content])
  const name = useWarehouseName(config)
  const papers = usePackagePapers(content)
  const slip = useVoidSlip(engine, row.id)
  const [camera, setCamera] = useState(false)
  const [isClosing, setClosing] = useState(false)

  const goOn = (): void =>
    session.leave(() =>
      nextId === undefined ? navigate({ to: '/start-expedition', search: {} }) : openPackage(nextId),
    )
  const close = async (): Promise<void> => {
    setClosing(true)
    await session.close(row.id, () => {
      awaitLabel(storage, row.id)
      return navigate({ to: '/expedition/confirmation', search: { packageId: row.id } })
    })
    setClosing(false)
  }
  const main = (): void => {
    if (!isOpen) goOn()
    else if (!isClosing) void close()
  }
  useTopAtResult(state.shown?.id ?? null)
  // What stands is answered first: what an undo takes back is named on the screen behind it.
  const undo = (): void => (isWaiting(state.shown) ? session.acknowledge() : void session.undoLast())
  const take = (scan: Scan): ScanAnswer => {
    const { command } = scan.resolution
    if (command === 'UNDO') return undo()
    if (command === 'CONFIRM' || command === 'NEXT' || command === 'CANCEL') {
      if (isWaiting(state.shown)) return session.acknowledge()
      if (command === 'CANCEL') return session.leave(() => navigate({ to: '/start-expedition', search: {} }))
      return command === 'NEXT' ? goOn() : main()
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
  useFloorKeys({ onUndo: undo, onMain: main })

  return (
    <FloorLayout
      title={t(($) => $.packing.title)}
      actions={
        <ActionRow>
          {isOpen && (
            <>
              <IconAction
                label={t(($) => (camera ? $.action.closeCamera : $.action.camera))}
                icon={IconCamera}
                pressed={camera}
                onClick={() => setCamera(!camera)}
              />
              <IconAction
                label={t(($) => $.action.undo)}
                icon={IconArrowBackUp}
                disabled={row.itemIds.length === 0 && state.actions.length === 0}
                onClick={() => void session.undoLast()}
              />
            </>
          )}
          <FloorAction onClick={main} busy={isClosing} disabled={isOpen && row.itemIds.length === 0}>
            {t(($) => (isOpen ? $.packing.close : $.packing.next))}
          </FloorAction>
        </ActionRow>
      }
    >
      <div className={arrange.stack} data-scan-ready>
        {camera && <ScanPanel purpose="any" onCode={takeShown} paused={state.choosing !== null} />}
        <header className={styles.head}>
          <p className={words.soft}>{t(($) => $.packing.to)}</p>
          <p className={styles.destination}>{name(row.destinationWarehouseId)}</p>
          {row.number !== null && <p className={words.mono}>{groupCode(row.number)}</p>}
          <BigNumber
            value={row.itemIds.length}
            label={t(($) => $.card.items, { count: row.itemIds.length }).replace(/^\d+\s*/u, '')}
          />
        </header>
        {isOpen && isInactiveDestination(config, row.destinationWarehouseId) && (
          <section className={styles.held} role="alert">
            <p>{t(($) => $.packing.inactive)}</p>
          </section>
        )}
        <VoidSlipNotice slip={slip} />
        {refused > 0 && (
          <section className={styles.held} role="alert">
            <p>{t(($) => $.packing.refused.title, { count: refused })}</p>
            <FloorAction tone="quiet" onClick={() => void navigate({ to: '/warehouse/attention' })}>
              {t(($) => $.packing.refused.action)}
            </FloorAction>
          </section>
        )}
        {target !== undefined && <UndoTarget name={target.name} />}
        <ArrivedLabelPanel engine={engine} views={props.sent} />
        {isOpen && state.choosing === null && <WaitingList place={place} session={session} />}
        <LabelPanel engine={engine} view={content} papers={papers} />
        <ContentList content={content} onTakeOut={isOpen ? (id) => void session.takeOut(id, row.id) : null} />
      </div>
      {state.shown !== null && state.choosing === null && (
        <PackingFeedback result={state.shown} config={config} onEnd={session.acknowledge} />
      )}
      <PackingQuestions session={session} state={state} origin={origin} config={config} />
    </FloorLayout>
  )
}
