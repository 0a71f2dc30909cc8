import { IconCircleCheck, IconPackage } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codeProblem } from '#domain/item/item-code.ts'
import { isCommandCode } from '#domain/item/resolve-code.ts'
import { useFormat } from '#web/lib/platform.tsx'
import type { PackageContent } from '#web/local/copy/package-view.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { CodeText } from '#web/staff/ui/code-text.tsx'
import { EmptyState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { refusalStyle } from './expedition-feedback.ts'
import { LabelPanel } from './label-panel.tsx'
import { isUnreadable } from './leaving.ts'
import { useWarehouseName } from './package-card.tsx'
import { PackingFeedback } from './packing-feedback.tsx'
import { openHere } from './packing-place.ts'
import { WithSendingPlace, type SendingPlace } from './sending-place.tsx'
import { useArrivedLabel } from './use-arrived-label.ts'
import { useLeaving } from './use-leaving.ts'
import { useRefusedScan } from './use-refused-scan.tsx'
import { useVoidSlip, VoidSlipNotice } from './void-slip.tsx'
import { usePackagePapers, type PackagePapers } from './use-package-papers.ts'
import { usePackage, usePackages } from './use-packages.ts'
import { useFloorKeys } from '#web/staff/ui/floor/floor-keys.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './expedition.module.css'

interface Props {
  readonly packageId: string | undefined
}

/** `/expedition/confirmation` (EXP-04): the package is closed, under which number, and what is printed for it. */
export function ExpeditionConfirmationPage({ packageId }: Props) {
  const { t } = useTranslation('expedition')
  return (
    <WithSendingPlace title={t(($) => $.confirmation.neutral)}>
      {(place) => <Confirmation place={place} packageId={packageId} />}
    </WithSendingPlace>
  )
}

function Confirmation({ place, packageId }: Props & { readonly place: SendingPlace }) {
  const { t } = useTranslation('expedition')
  const navigate = useNavigate()
  const { engine, origin } = place
  const content = usePackage(engine, packageId)
  const views = usePackages(engine)
  const next = openHere(views ?? [], origin)[0]?.row.id
  const leaving = useLeaving()
  const refused = useRefusedScan(place.config)
  const start = () => navigate({ to: '/start-expedition', search: {} })
  const goOn = (): void =>
    void leaving.leave(
      next === undefined ? start : () => navigate({ to: '/packing-with-label', search: { packageId: next } }),
    )
  const leave = (): void => void leaving.leave(() => navigate({ to: '/expedition' }))
  const alarm = useShipmentAlarm(content)
  const papers = usePackagePapers(content)
  const slip = useVoidSlip(engine, packageId)
  useScanner({
    purpose: 'any',
    onScan: (scan) => {
      const { resolution } = scan
      const { command } = resolution
      alarm.acknowledge()
      refused.acknowledge()
      if ((alarm.isRaised || refused.isShown) && (command === 'CONFIRM' || command === 'CANCEL')) return
      // What is still to be printed comes before the next package.
      if (command === 'CONFIRM' && papers.due !== null) return papers.print?.(papers.due)
      if (command === 'CONFIRM' && slip !== null) return slip.acknowledge()
      if (command === 'CONFIRM' || command === 'NEXT') return goOn()
      if (command === 'CANCEL') return leave()
      if (isCommandCode(resolution) || resolution.reserved) return meaningless
      if (leaving.isLeft()) return leaving.keep(scan)
      if (isUnreadable(scan)) return refused.refuse(scan, codeProblem(resolution.code))
      // The next product is in the hand already.
      void leaving.leave(start)
      return leaving.keep(scan)
    },
  })
  useFloorKeys({ onMain: alarm.isRaised ? alarm.acknowledge : goOn })
  const isKnown = content?.row.status === 'closed'
  return (
    <FloorLayout
      title={t(($) => (isKnown ? $.confirmation.title : $.confirmation.neutral))}
      actions={
        <>
          <FloorAction tone="quiet" onClick={leave}>
            {t(($) => $.confirmation.overview)}
          </FloorAction>
          <FloorAction onClick={goOn}>{t(($) => $.confirmation.next)}</FloorAction>
        </>
      }
    >
      {content === undefined && <RowsSkeleton rows={4} height={72} />}
      {content !== undefined && !isKnown && (
        <EmptyState
          icon={IconPackage}
          title={t(($) => $.packing.unknown.title)}
          text={t(($) => $.packing.unknown.text)}
        />
      )}
      <VoidSlipNotice slip={slip} />
      {isKnown && <Closed place={place} content={content} papers={papers} />}
      {isKnown && alarm.isRaised && (
        <PackingFeedback
          config={place.config}
          onEnd={alarm.acknowledge}
          result={{
            id: content.row.id,
            code: content.row.number ?? '',
            product: null,
            outcome: { kind: 'refused', reason: 'SHIPMENT_ERROR', warehouseId: content.row.destinationWarehouseId },
          }}
        />
      )}
      {refused.face}
    </FloorLayout>
  )
}

/** Says over the whole screen, and is heard, that the carrier has refused the label of this package. */
function useShipmentAlarm(content: PackageContent | null | undefined): {
  readonly isRaised: boolean
  readonly acknowledge: () => void
} {
  const feedback = useFeedback()
  const [seenVersion, setSeenVersion] = useState<number | null>(null)
  const hasFailed = content?.row.labelState === 'failed' && content.pending === 0
  useEffect(() => {
    if (!hasFailed) return
    const { kind, sound } = refusalStyle('SHIPMENT_ERROR')
    feedback.play(kind, sound)
  }, [hasFailed, feedback])
  return {
    isRaised: hasFailed && seenVersion !== content.row.version,
    acknowledge: () => setSeenVersion(hasFailed ? content.row.version : null),
  }
}

function Closed(props: {
  readonly place: SendingPlace
  readonly content: PackageContent
  readonly papers: PackagePapers
}) {
  const { t } = useTranslation('expedition')
  const format = useFormat()
  const { row, pending } = props.content
  const name = useWarehouseName(props.place.config)
  const { offered, printed } = useArrivedLabel([props.content])
  const arrival = offered !== null ? 'offered' : printed !== null ? 'printed' : null
  return (
    <div className={arrange.stack} data-scan-ready>
      <section className={styles.closed} aria-live="polite">
        <IconCircleCheck size={48} stroke={1.75} aria-hidden />
        <p className={styles.destination}>{name(row.destinationWarehouseId)}</p>
        <p>{t(($) => $.card.items, { count: row.itemIds.length })}</p>
        <div className={styles.number}>
          <span className={words.soft}>{t(($) => $.confirmation.number)}</span>
          <CodeText code={row.number ?? ''} />
        </div>
        {row.closedAtMs !== null && (
          <p className={words.soft}>
            {t(($) => $.confirmation.on, { date: format.dateTime(new Date(row.closedAtMs)) })}
          </p>
        )}
        <p className={pending > 0 ? words.soft : styles.good}>
          {t(($) => $.confirmation[pending > 0 ? 'saved' : 'confirmed'])}
        </p>
      </section>
      <LabelPanel engine={props.place.engine} view={props.content} papers={props.papers} arrival={arrival} />
    </div>
  )
}
