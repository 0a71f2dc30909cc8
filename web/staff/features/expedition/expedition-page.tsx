import { IconPackages } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productName } from '#domain/catalog/product-name.ts'
import { codeProblem } from '#domain/item/item-code.ts'
import { packageSerial } from '#domain/expedition/package-number.ts'
import { isCommandCode } from '#domain/item/resolve-code.ts'
import { groupCode } from '#web/lib/format.ts'
import { useEngineItem } from '#web/local/engine/engine-reads.ts'
import { meaningless } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction, FloorPanel } from '#web/staff/ui/floor/floor-parts.tsx'
import { ArrivedLabelPanel } from './arrived-label-panel.tsx'
import { isUnreadable } from './leaving.ts'
import { PackageCard } from './package-card.tsx'
import { PackageChoices } from './package-choices.tsx'
import { destinationsOf, orderPackages, type PackageSort } from './package-order.ts'
import { isSentFrom, openHere, placeOf } from './packing-place.ts'
import { ChangePlace, WithSendingPlace, type SendingPlace } from './sending-place.tsx'
import { useLeaving } from './use-leaving.ts'
import { useRefusedScan } from './use-refused-scan.tsx'
import { useReadPackages } from './use-packages.ts'
import { useFloorKeys } from '#web/staff/ui/floor/floor-keys.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './expedition.module.css'

/** Packages shown at first, and how many come with each tap. */
const step = 30

interface Props {
  readonly itemId: string | undefined
  /** The warehouse that the address narrows the packages to. */
  readonly destination: string | undefined
  readonly sort: PackageSort
}

/**
 * `/expedition` with the queries `itemId`, `destination` and `sort` (EXP-01): open packages, and those that wait for
 * transport.
 */
export function ExpeditionPage(props: Props) {
  const { t } = useTranslation('expedition')
  return (
    <WithSendingPlace title={t(($) => $.title)}>
      {(place) => <Overview key={placeOf(place.origin)} place={place} {...props} />}
    </WithSendingPlace>
  )
}

function Overview({ place, itemId, destination, sort }: Props & { readonly place: SendingPlace }) {
  const { t } = useTranslation('expedition')
  const navigate = useNavigate()
  const { engine, origin, config, changePlace } = place
  const { value: views, hasFailed, retry } = useReadPackages(engine)
  const item = useEngineItem(engine, itemId ?? null)
  const [shown, setShown] = useState(step)

  const leaving = useLeaving()
  const refused = useRefusedScan(config)

  const start = (): void =>
    void leaving.leave(() => navigate({ to: '/start-expedition', search: item === null ? {} : { itemId: item.id } }))
  const open = (packageId: string): void =>
    void leaving.leave(() => navigate({ to: '/packing-with-label', search: { packageId } }))
  useScanner({
    purpose: 'any',
    onScan: (scan) => {
      const { resolution } = scan
      const { command, candidates, code } = resolution
      refused.acknowledge()
      if (refused.isShown && (command === 'CONFIRM' || command === 'NEXT' || command === 'CANCEL')) return
      if (command === 'CONFIRM' || command === 'NEXT') return start()
      if (isCommandCode(resolution) || resolution.reserved) return meaningless
      if (leaving.isLeft()) return leaving.keep(scan)
      const known = (views ?? []).find(({ row }) => candidates.some((candidate) => candidate.code === row.number))
      if (known !== undefined) return open(known.row.id)
      if (isUnreadable(scan)) return refused.refuse(scan, codeProblem(code))
      // Until the packages are read, the next screen looks the number up.
      if (views !== undefined && packageSerial(code) !== null) return refused.refuse(scan, 'BB_DOES_NOT_EXIST')
      void leaving.leave(() => navigate({ to: '/start-expedition', search: {} }))
      return leaving.keep(scan)
    },
  })
  useFloorKeys({ onMain: start })

  const workedOn = openHere(views ?? [], origin)
  const sentFromHere = (views ?? []).filter(({ row }) => isSentFrom(row, origin))
  const destinations = destinationsOf([...workedOn, ...sentFromHere])
  const wanted = destinations.find((id) => id === destination) ?? null
  const opened = orderPackages(workedOn, sort, wanted)
  const firstOpened = useTruncatedList(opened)
  const sent = orderPackages(sentFromHere, sort, wanted)
  return (
    <FloorLayout
      title={t(($) => $.title)}
      actions={
        <FloorAction onClick={start}>
          {item === null
            ? t(($) => $.overview.start)
            : t(($) => $.overview.item[item.status === 'item_to_return' ? 'handOver' : 'put'])}
        </FloorAction>
      }
    >
      {item !== null && (
        <FloorPanel label={t(($) => $.overview.item.label)}>
          <p className={styles.strong}>{productName(item)}</p>
          <p className={words.mono}>{groupCode(item.code)}</p>
        </FloorPanel>
      )}
      <div className={arrange.stack} data-scan-ready={views == null ? undefined : true}>
        <ArrivedLabelPanel engine={engine} views={sentFromHere} />
        {hasFailed && <ErrorState onRetry={retry} />}
        {views === undefined && !hasFailed && <RowsSkeleton rows={4} height={84} />}
        {views !== undefined && opened.length + sent.length === 0 && (
          <EmptyState
            icon={IconPackages}
            title={t(($) => $.overview.empty.title)}
            text={t(($) => $.overview.empty.text)}
          />
        )}
        {destinations.length > 1 && (
          <PackageChoices destinations={destinations} wanted={wanted} sort={sort} config={config} itemId={itemId} />
        )}
        {opened.length > 0 && (
          <section aria-label={t(($) => $.overview.open)}>
            <h2 className={styles.heading}>{t(($) => $.overview.open)}</h2>
            <ul className={`${rows.list} ${styles.list}`}>
              {firstOpened.shown.map((view) => (
                <PackageCard key={view.row.id} view={view} config={config} onOpen={open} />
              ))}
            </ul>
            <ShowMoreButton floor others={firstOpened.others} onShow={firstOpened.showAll} />
          </section>
        )}
        {sent.length > 0 && (
          <section aria-label={t(($) => $.overview.sent)}>
            <h2 className={styles.heading}>{t(($) => $.overview.sent)}</h2>
            <ul className={`${rows.list} ${styles.list}`}>
              {sent.slice(0, shown).map((view) => (
                <PackageCard key={view.row.id} view={view} config={config} onOpen={open} />
              ))}
            </ul>
            <ShowMoreButton floor others={sent.length - shown} onShow={() => setShown(shown + step)} />
          </section>
        )}
        {changePlace !== null && <ChangePlace kind={origin.type} onClick={changePlace} />}
      </div>
      {refused.face}
    </FloorLayout>
  )
}
