import { IconArrowLeft, IconListCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkKind } from '#domain/item/next-work.ts'
import { codeProblem } from '#domain/item/item-code.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { groupCode } from '#web/lib/format.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import { useCopyFetchFailure } from '#web/local/engine/engine-reads.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { recogniseByCodes } from '#web/local/copy/find-by-codes.ts'
import { ChoiceCommands } from '#web/scan/choice-commands.tsx'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { scanResultStyles, type ScanResultStyle } from '#web/scan/scan-result-style.ts'
import { scannedCodes } from '#web/scan/scan-session.ts'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { ChooseItemSheet } from '#web/staff/ui/floor/choose-item-sheet.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { BigNumber, FloorAction, FloorPanel } from '#web/staff/ui/floor/floor-parts.tsx'
import { FullScreenFeedback } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import { useScreenKeys } from '#web/staff/ui/use-keys.ts'
import { styleOfWork, findWork, type FoundWork } from './find-work.ts'
import { ThroughputPanel } from './throughput-panel.tsx'
import { useWork } from './use-work.ts'
import { WorkItems } from './work-items.tsx'
import { WorkKinds } from './work-kinds.tsx'
import { workSorts, type WorkSort } from './work-sort.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './work.module.css'

interface Props {
  readonly engine: Engine
  /** What this user may do here, in the order of the way through. */
  readonly kinds: readonly WorkKind[]
  /** The account checks nothing in: what arrives is tested at once. */
  readonly isCheckInHidden: boolean
  readonly warehouseIds: readonly string[]
  /** The kind that the address narrows the queue to; null for all of them. */
  readonly chosen: WorkKind | null
  readonly onChoose: (kind: WorkKind | null) => void
  readonly sort: WorkSort
  readonly onSort: (sort: WorkSort) => void
  readonly onOpen: (kind: WorkKind, itemId: string) => void
}

interface Shown {
  readonly id: number
  readonly tone: ScanResultStyle['tone']
  readonly word: string
  readonly detail: string
  readonly place?: string
  readonly code: string
}

/** What could be done next here: by kind with counts, the most urgent first; a scan opens its item's next action. */
export function WorkScreen(props: Props) {
  const { engine, kinds, isCheckInHidden, warehouseIds, chosen, onChoose: setChosen, sort, onOpen } = props
  const { t } = useTranslation('item')
  const { t: tw } = useTranslation('warehouse')
  const format = useFormat()
  const feedback = useFeedback()
  const reasonText = useReasonText()
  const [shown, setShown] = useState<Shown | null>(null)
  const [choice, setChoice] = useState<{ readonly code: string; readonly found: FoundWork } | null>(null)
  const { work, hasFailed, retry } = useWork(engine, kinds, chosen, sort, isCheckInHidden)
  const missed = useCopyFetchFailure(engine)
  const first = work?.items[0]

  const tell = ({ tone, signal }: ScanResultStyle, said: Omit<Shown, 'id' | 'tone'>): void => {
    feedback.play(signal)
    setShown((before) => ({ id: (before?.id ?? 0) + 1, tone, ...said }))
  }
  const act = (found: FoundWork, code: string): void => {
    const face = styleOfWork(found)
    if (found.face === 'choose') {
      feedback.play(face.signal)
      return setChoice({ code, found })
    }
    setChoice(null)
    switch (found.face) {
      case 'work':
        feedback.play(face.signal)
        return onOpen(found.kind, found.item.id)
      case 'unknown':
        return tell(face, {
          word: t(($) => $.work.found.unknown.word),
          detail: t(($) => $.work.found.unknown.text),
          code,
        })
      case 'elsewhere': {
        const { status, warehouseId, destinationWarehouseId } = found.item
        const isComing = status === 'item_in_transit'
        const at = isComing ? destinationWarehouseId : warehouseId
        const place = engine.config()?.warehouses.find(({ id }) => id === at)?.name
        return tell(face, {
          word: t(($) => $.work.found.elsewhere.word),
          detail: isComing ? t(($) => $.work.found.elsewhere.text) : t(($) => $.work.found.elsewhere.inStock),
          ...(place === undefined ? {} : { place }),
          code,
        })
      }
      case 'nothing': {
        const name = productName(found.item) ?? tw(($) => $.product.unknown)
        const status = tw(($) => $.itemStatus[found.item.status])
        return tell(face, {
          word: t(($) => $.work.found.nothing.word),
          detail: t(($) => $.work.found.nothing.text, { name, status }),
          code,
        })
      }
      case 'forbidden': {
        const kind = t(($) => $.work.kind[found.kind])
        return tell(face, {
          word: t(($) => $.work.found.forbidden.word),
          detail: t(($) => $.work.found.forbidden.text, { kind }),
          code,
        })
      }
    }
  }
  const openFirst = (): void => {
    if (first !== undefined && first.work !== null) onOpen(first.work, first.id)
  }
  const take = async (scan: Scan): Promise<void> => {
    const codes = scannedCodes(scan)
    if (codes.length === 0)
      return tell(scanResultStyles.refused, {
        word: t(($) => $.work.found.unknown.word),
        detail: reasonText(codeProblem(scan.resolution.code)),
        code: scan.resolution.code,
      })
    act(findWork(await recogniseByCodes(engine, codes), warehouseIds, kinds, isCheckInHidden), scan.resolution.code)
  }
  const hear = (scan: Scan): ScanAnswer => {
    const { command, stockId, reserved } = scan.resolution
    if (shown !== null) setShown(null)
    if (command === 'CANCEL') return shown === null && chosen === null ? meaningless : setChosen(null)
    if (command !== null && shown !== null) return
    if (command === 'CONFIRM' || command === 'NEXT') return first === undefined ? meaningless : openFirst()
    if (command !== null || stockId !== null || reserved) return meaningless
    void take(scan)
  }
  useScanner({ purpose: 'item', onScan: hear })
  useScreenKeys((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) setChosen(null)
  })

  const isEmpty = work !== null && (chosen === null ? work.total : (work.counts.get(chosen) ?? 0)) === 0
  return (
    <FloorLayout
      title={chosen === null ? t(($) => $.work.title) : t(($) => $.work.kind[chosen])}
      actions={
        <>
          {chosen === null ? null : (
            <FloorAction tone="quiet" icon={IconArrowLeft} onClick={() => setChosen(null)}>
              {t(($) => $.work.all)}
            </FloorAction>
          )}
          <FloorAction icon={IconListCheck} disabled={first === undefined} onClick={openFirst}>
            {t(($) => $.work.first[sort])}
          </FloorAction>
        </>
      }
    >
      {hasFailed ? (
        <ErrorState onRetry={retry} />
      ) : work === null && missed.isMissed ? (
        <ErrorState onRetry={missed.retry} />
      ) : work === null ? (
        <>
          <EmptyState title={t(($) => $.work.waiting.title)} text={t(($) => $.work.waiting.text)} />
          <RowsSkeleton rows={3} height={64} />
        </>
      ) : (
        <>
          <p className={words.soft}>{t(($) => $.work.scan)}</p>
          {isEmpty ? (
            <EmptyState
              title={t(($) => $.work.empty.title)}
              text={chosen === null ? t(($) => $.work.empty.text) : t(($) => $.work.empty.ofKind)}
            />
          ) : null}
          {chosen === null && !isEmpty ? (
            <>
              <div className={styles.sum}>
                <BigNumber value={format.number(work.total)} label={t(($) => $.work.total, { count: work.total })} />
                {work.overdue > 0 ? (
                  <p className={styles.overdue}>{t(($) => $.work.overdue, { count: work.overdue })}</p>
                ) : null}
              </div>
              <WorkKinds kinds={kinds} counts={work.counts} onChoose={setChosen} />
            </>
          ) : null}
          {!isEmpty ? (
            <FloorPanel label={t(($) => $.work.next[sort])}>
              <div className={`${arrange.row} ${styles.sorts}`} role="group" aria-label={t(($) => $.work.sort.label)}>
                {workSorts.map((each) => (
                  <FloorChoice key={each} pressed={each === sort} onClick={() => props.onSort(each)}>
                    {t(($) => $.work.sort[each])}
                  </FloorChoice>
                ))}
              </div>
              <WorkItems
                items={chosen === null ? work.items.slice(0, 5) : work.items}
                more={chosen === null ? 0 : work.more}
                hidesKind={chosen !== null}
                onOpen={onOpen}
              />
            </FloorPanel>
          ) : null}
          {chosen === null ? <ThroughputPanel throughput={work.throughput} /> : null}
        </>
      )}
      {shown !== null && (
        <FullScreenFeedback
          id={shown.id}
          tone={shown.tone}
          word={shown.word}
          detail={shown.detail}
          {...(shown.place === undefined ? {} : { place: shown.place })}
          code={groupCode(shown.code)}
          onEnd={() => setShown(null)}
        />
      )}
      {choice?.found.face === 'choose' && (
        <ChooseItemSheet
          answers={ChoiceCommands}
          code={choice.code}
          items={choice.found.items}
          onPick={(item) => act(findWork([item], warehouseIds, kinds, isCheckInHidden), choice.code)}
          onLater={() => setChoice(null)}
        />
      )}
    </FloorLayout>
  )
}
