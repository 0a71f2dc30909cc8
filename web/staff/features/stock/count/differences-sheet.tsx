import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import { productName } from '#domain/catalog/product-name.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import type { Scan } from '#web/scan/scan.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { ScanList, ScanRow } from '#web/staff/ui/floor/scan-list.tsx'
import type { CountSession, CountState } from './count-session.ts'
import { isOpen, type Difference } from './tally.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from '../floor/stock-floor.module.css'

/** What a sheet of the count shows of a scan over itself. */
export interface SheetFeedback {
  readonly drawn: ReactNode
  /** Takes a result that waits for an answer away; false where none does. */
  readonly answer: () => boolean
}

interface Props {
  readonly engine: Engine
  readonly config: Config | null
  readonly stock: StockRow
  readonly kind: 'missing' | 'unexpected'
  readonly differences: readonly Difference[]
  readonly session: CountSession
  readonly resolving: CountState['resolving']
  readonly feedback: SheetFeedback
  readonly onScan: (scan: Scan) => void
  readonly onClose: () => void
}

/** Differences that are drawn at first, and how many come with each tap. */
const step = 30

/** What is missing or does not belong here, each with the ways to resolve it. */
export function DifferencesSheet(props: Props) {
  const { engine, kind, differences, session, resolving, feedback, onClose } = props
  const { t } = useTranslation('stock')
  const [shown, setShown] = useState(step)
  const ordered = differences.toSorted((a, b) => Number(!isOpen(a.resolution)) - Number(!isOpen(b.resolution)))
  const drawn = ordered.slice(0, shown)
  const ids = drawn.map(({ itemId }) => itemId)
  const items = useEngineRead(engine, ids.join(' '), async () => {
    const views = await engine.view(ids)
    return new Map(views.map(({ item }) => [item.id, item]))
  })
  const open = ordered.filter(({ resolution }) => isOpen(resolution)).map(({ itemId }) => itemId)
  useScanner({
    purpose: 'item',
    layer: 'dialog',
    onScan(scan) {
      const { command } = scan.resolution
      if (command !== null && feedback.answer()) return
      if (command === 'CANCEL') return onClose()
      props.onScan(scan)
    },
  })
  return (
    <FloorSheet
      title={t(($) => $.count[kind].title)}
      closeLabel={t(($) => $.floor.close)}
      onClose={onClose}
      actions={
        kind === 'missing' && (resolving !== null || open.length > 1) ? (
          <FloorAction tone="quiet" busy={resolving !== null} onClick={() => void session.resolve(open, 'not_found')}>
            {resolving === null
              ? t(($) => $.count.missing.all, { count: open.length })
              : t(($) => $.count.missing.running, { done: resolving.done, total: resolving.of })}
          </FloorAction>
        ) : undefined
      }
    >
      <div className={arrange.stack}>
        <p className={words.soft}>{t(($) => (differences.length === 0 ? $.count[kind].none : $.count[kind].text))}</p>
        <ScanList>
          {drawn.map((difference) => (
            <DifferenceRow
              key={difference.itemId}
              difference={difference}
              item={items?.get(difference.itemId) ?? null}
              {...props}
            />
          ))}
        </ScanList>
        {ordered.length > shown && (
          <FloorAction tone="quiet" onClick={() => setShown(shown + step)}>
            {t(($) => $.floor.more, { count: ordered.length - shown })}
          </FloorAction>
        )}
      </div>
      {feedback.drawn}
    </FloorSheet>
  )
}

function DifferenceRow(props: Props & { readonly difference: Difference; readonly item: ItemRow | null }) {
  const { difference, item, kind, config, stock, session } = props
  const { t } = useTranslation('stock')
  const { itemId, resolution } = difference
  const place = config?.stocks.find(({ id }) => id === item?.stockId)?.name ?? null
  const mayStay = item !== null && item.warehouseId === stock.warehouseId && mayBeSet(stock.native, item.status)
  return (
    <ScanRow
      title={(item === null ? null : productName(item)) ?? t(($) => $.floor.unnamed)}
      end={
        !isOpen(resolution) && resolution !== 'refused' && resolution !== 'open'
          ? t(($) => $.count.resolution[resolution])
          : undefined
      }
      below={
        isOpen(resolution) && (
          <div className={`${arrange.pair} ${styles.ways}`}>
            {kind === 'missing' ? (
              <>
                <FloorChoice onClick={() => void session.resolve([itemId], 'found')}>
                  {t(($) => $.count.missing.found)}
                </FloorChoice>
                <FloorChoice onClick={() => void session.resolve([itemId], 'not_found')}>
                  {t(($) => $.count.missing.notFound)}
                </FloorChoice>
              </>
            ) : (
              <>
                {mayStay && (
                  <FloorChoice onClick={() => void session.resolve([itemId], 'moved')}>
                    {t(($) => $.count.unexpected.move)}
                  </FloorChoice>
                )}
                <FloorChoice onClick={() => void session.resolve([itemId], 'put_back')}>
                  {t(($) => $.count.unexpected.putBack)}
                </FloorChoice>
              </>
            )}
          </div>
        )
      }
    >
      <span className={words.mono}>{item === null ? '' : groupCode(item.code)}</span>
      {kind === 'unexpected' && place !== null && resolution !== 'moved' && (
        <span className={words.soft}>{t(($) => $.count.unexpected.from, { stock: place })}</span>
      )}
      {resolution === 'refused' && <span className={words.error}>{t(($) => $.count.refusedByServer)}</span>}
    </ScanRow>
  )
}
