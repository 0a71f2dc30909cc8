import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { answerIndex, isCommandCode, productCodes } from '#domain/item/resolve-code.ts'
import { mayBeSet } from '#domain/stock/stock-rules.ts'
import { productName } from '#domain/catalog/product-name.ts'
import { codesOf } from '#sync/replica/lanes.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useDialogCommands } from '#web/scan/use-dialog-commands.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { AnswerLetter } from '#web/staff/ui/floor/answer-letter.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { FloorChoice } from '#web/staff/ui/floor/floor-choice.tsx'
import { FloorSheet } from '#web/staff/ui/floor/floor-sheet.tsx'
import { ScanList, ScanRow } from '#web/staff/ui/floor/scan-list.tsx'
import type { CountDecision, CountSession, CountState } from './count-session.ts'
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

/** Place of the letter that gives up all that is missing. */
const giveUpAt = 2

interface Marked {
  readonly itemId: string
  readonly decision: CountDecision
}

/** What is missing or does not belong here, each with the ways to resolve it. */
export function DifferencesSheet(props: Props) {
  const { engine, kind, stock, differences, session, resolving, feedback, onClose } = props
  const { t } = useTranslation('stock')
  const [shown, setShown] = useState(step)
  const ordered = differences.toSorted((a, b) => Number(!isOpen(a.resolution)) - Number(!isOpen(b.resolution)))
  const drawn = ordered.slice(0, shown)
  const ids = drawn.map(({ itemId }) => itemId)
  // A decision changes the order alone.
  const items = useEngineRead(engine, ids.toSorted().join(' '), async () => {
    const views = await engine.view(ids)
    return new Map(views.map(({ item }) => [item.id, item]))
  })
  const open = ordered.filter(({ resolution }) => isOpen(resolution)).map(({ itemId }) => itemId)
  const [chosenId, setChosenId] = useState<string | undefined>()
  /** The difference that the letters answer: the one that was scanned, else the first. */
  const current = chosenId !== undefined && open.includes(chosenId) ? chosenId : open[0]
  /** The answer that a letter has marked, which CONFIRM records. */
  const [marked, setMarked] = useState<Marked | null>(null)
  const [givesUp, setGivesUp] = useState(false)
  const mayGiveUp = kind === 'missing' && open.length > 1 && resolving === null
  const mayStay = (itemId: string): boolean => {
    const item = items?.get(itemId)
    return item?.warehouseId === stock.warehouseId && mayBeSet(stock.native, item.status)
  }
  const decisionsOf = (itemId: string): readonly CountDecision[] =>
    kind === 'missing' ? ['found', 'not_found'] : mayStay(itemId) ? ['moved', 'put_back'] : ['put_back']
  /** Takes a letter; what a product may be decided on is known once the products are read. */
  const letter = (at: number): ScanAnswer => {
    if (items === undefined || current === undefined) return meaningless
    const decision = decisionsOf(current)[at]
    if (decision !== undefined) return setMarked({ itemId: current, decision })
    if (at !== giveUpAt || !mayGiveUp) return meaningless
    setGivesUp(true)
  }
  const confirm = (): ScanAnswer => {
    if (marked === null || marked.itemId !== current) return meaningless
    setMarked(null)
    void session.resolve([marked.itemId], marked.decision)
  }
  useScanner({
    purpose: 'item',
    layer: 'dialog',
    onScan(scan) {
      const { command } = scan.resolution
      if (command !== null && feedback.answer()) return
      if (command === 'CANCEL') return onClose()
      if (command === 'CONFIRM') return confirm()
      const at = answerIndex(command)
      if (at !== null) return letter(at)
      setMarked(null)
      if (command === 'NEXT' && open.length > 1)
        return setChosenId(open[(open.indexOf(current ?? '') + 1) % open.length])
      if (isCommandCode(scan.resolution) || scan.resolution.reserved) return meaningless
      const named = drawn.find(({ itemId }) => isNamed(items?.get(itemId), productCodes(scan.resolution)))
      // What is missing and is scanned after all is here; of what is too much, its code says which one is meant.
      if (kind === 'unexpected' && named !== undefined && isOpen(named.resolution)) return setChosenId(named.itemId)
      props.onScan(scan)
    },
  })
  if (givesUp && mayGiveUp)
    return (
      <GiveUpSheet
        count={open.length}
        onGiveUp={() => {
          setGivesUp(false)
          void session.resolve(open, 'not_found')
        }}
        onClose={() => setGivesUp(false)}
      />
    )
  return (
    <FloorSheet
      title={t(($) => $.count[kind].title)}
      closeLabel={t(($) => $.floor.close)}
      onClose={onClose}
      actions={
        kind === 'missing' && (resolving !== null || open.length > 1) ? (
          <FloorAction tone="quiet" busy={resolving !== null} onClick={() => setGivesUp(true)}>
            {mayGiveUp && items !== undefined && <AnswerLetter at={giveUpAt} />}
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
              isCurrent={items !== undefined && difference.itemId === current}
              marked={marked?.itemId === difference.itemId ? marked.decision : null}
              decisions={decisionsOf(difference.itemId)}
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

/** Asks before all that is missing is given up; a product that is scanned goes on with the search. */
function GiveUpSheet(props: { readonly count: number; readonly onGiveUp: () => void; readonly onClose: () => void }) {
  const { t } = useTranslation('stock')
  const { count, onGiveUp, onClose } = props
  useDialogCommands({ onConfirm: onGiveUp, onCancel: onClose, onCode: onClose })
  return (
    <FloorSheet
      title={t(($) => $.count.missing.all, { count })}
      closeLabel={t(($) => $.floor.close)}
      onClose={onClose}
      actions={
        <>
          <FloorAction tone="quiet" onClick={onClose}>
            {t(($) => $.count.goOn)}
          </FloorAction>
          <FloorAction tone="danger" onClick={onGiveUp}>
            {t(($) => $.count.missing.notFound)}
          </FloorAction>
        </>
      }
    >
      <p>{t(($) => $.count.missing.giveUp)}</p>
    </FloorSheet>
  )
}

function DifferenceRow(
  props: Props & {
    readonly difference: Difference
    readonly item: ItemRow | null
    /** Whether letters answer this one. */
    readonly isCurrent: boolean
    readonly decisions: readonly CountDecision[]
    /** The answer that CONFIRM records. */
    readonly marked: CountDecision | null
  },
) {
  const { difference, item, isCurrent, marked, kind, config, session } = props
  const { t } = useTranslation('stock')
  const { itemId, resolution } = difference
  const decisionText = (decision: CountDecision): string => {
    if (decision === 'found' || decision === 'not_found')
      return t(($) => $.count.missing[decision === 'found' ? 'found' : 'notFound'])
    return t(($) => $.count.unexpected[decision === 'moved' ? 'move' : 'putBack'])
  }
  const place = config?.stocks.find(({ id }) => id === item?.stockId)?.name ?? null
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
            {props.decisions.map((decision, at) => (
              <FloorChoice
                key={decision}
                {...(isCurrent && { pressed: marked === decision })}
                onClick={() => void session.resolve([itemId], decision)}
              >
                {isCurrent && <AnswerLetter at={at} />}
                {decisionText(decision)}
              </FloorChoice>
            ))}
          </div>
        )
      }
    >
      <span className={words.mono}>{item === null ? '' : groupCode(item.code)}</span>
      {kind === 'unexpected' && place !== null && resolution !== 'moved' && (
        <span className={words.soft}>{t(($) => $.count.unexpected.from, { stock: place })}</span>
      )}
      {isCurrent && marked !== null && <span className={words.soft}>{t(($) => $.count.confirm)}</span>}
      {resolution === 'refused' && <span className={words.error}>{t(($) => $.count.refusedByServer)}</span>}
    </ScanRow>
  )
}

function isNamed(item: ItemRow | undefined, codes: readonly string[]): boolean {
  return item !== undefined && codesOf(item).some((code) => codes.includes(code))
}
