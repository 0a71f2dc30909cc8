import { IconArrowBackUp, IconCamera, IconMapPin } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import { groupCode } from '#web/lib/format.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { floorEngine, type PageUser } from '#web/local/engine/floor-engine.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import { ChoiceCommands } from '#web/scan/choice-commands.tsx'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { ScanPanel } from '#web/scan/scan-panel.tsx'
import type { Scan } from '#web/scan/scan.ts'
import { meaningless, type ScanAnswer } from '#web/scan/scanner-hub.ts'
import { useScanner } from '#web/scan/use-scanner.ts'
import { ChooseItemSheet } from '#web/staff/ui/floor/choose-item-sheet.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { useFloorKeys } from '#web/staff/ui/floor/floor-keys.ts'
import { UndoTarget } from '#web/staff/ui/floor/undo-target.tsx'
import { staysOpen } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import { useTopAtResult } from '#web/staff/ui/floor/use-top-at-result.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { ActionRow, IconAction } from '#web/staff/ui/floor/icon-action.tsx'
import { ScanList, ScanRow } from '#web/staff/ui/floor/scan-list.tsx'
import { newId } from '#web/lib/new-id.ts'
import { useSessionState } from '#web/scan/use-session-state.ts'
import { StockList, stocksOf } from '../floor/stock-list.tsx'
import { useStockCounts } from '../floor/use-stock-counts.ts'
import { LastResult, ResultOverlay, VerdictSign } from '../floor/verdict-view.tsx'
import { toMoveLine, undoableLines, type MoveLine } from './move-line.ts'
import { createMoveSession, type MoveEngine, type MoveSession } from './move-session.ts'
import { countMoved } from './moved-into.ts'
import { useTruncatedList } from '#web/lib/use-truncated-list.ts'
import { ShowMoreButton } from '#web/staff/ui/list/show-more-button.tsx'
import rows from '#web/staff/ui/floor/floor-row.module.css'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from '../floor/stock-floor.module.css'

interface Props {
  readonly engine: Engine
  readonly warehouseId: string
  readonly config: Config | null
  readonly online: boolean
  /** Stock that the address names. */
  readonly stockId: string | null
  readonly onStock: (stockId: string | null) => void
  readonly onWarehouse: (() => void) | null
}

/** Lines of one operator that are kept on the screen. */
const shownLines = 100

/** Moves products into a stock, scan after scan (STOCK-14). */
export function MoveScreen({ engine, warehouseId, config, online, stockId, onStock, onWarehouse }: Props) {
  const { t, i18n } = useTranslation('stock')
  const user = useSignedInUser()
  const feedback = useFeedback()
  const listId = `move:${warehouseId}:${user.id}`
  const session = useMoveSession(engine, listId, { userId: user.id, accountId: user.viewedAccountId })
  const state = useSessionState(session)
  const lines = useEngineRead(engine, `${listId} ${online}`, () => readLines(engine, listId, user.id, online))
  const moved = useEngineRead(engine, `${listId} ${stockId}`, () =>
    countMoved((limit) => readSome(engine, listId, user.id, online, limit), stockId, Date.now()),
  )
  const counts = useStockCounts(engine, warehouseId)
  const stocks = useMemo(
    () => stocksOf(config?.stocks ?? [], warehouseId, i18n.language),
    [config, warehouseId, i18n.language],
  )
  const target = stocks.find(({ id }) => id === stockId) ?? null
  const [camera, setCamera] = useState(false)

  const readUndoable = async () => {
    const { latest, answered } = session.state()
    return { latest, undoable: await undoableLines(engine, await readLines(engine, listId, user.id, true), answered) }
  }
  const { latest = null, undoable = [] } = useEngineRead(engine, `undoable ${listId}`, readUndoable) ?? {}
  const undone = undoable.find(({ lineId }) => lineId === state.answered) ?? undoable[0]
  const named = undone === undefined ? null : { lineId: undone.lineId, latest }

  useTopAtResult(state.shown?.id ?? null)
  // What stands is answered first: what an undo takes back is named on the screen behind it.
  const undo = (): void =>
    state.shown !== null && staysOpen(state.shown.verdict.tone) ? session.acknowledge() : session.undoLast(named)
  const take = (scan: Scan): ScanAnswer => {
    const { resolution } = scan
    if (resolution.stockId !== null) return pickScanned(resolution.stockId)
    if (resolution.command === 'UNDO') return undo()
    if (resolution.command === 'END' && target !== null) return onStock(null)
    if (resolution.command !== null) return state.shown === null ? meaningless : session.acknowledge()
    if (resolution.reserved) return meaningless
    if (session.answer(scan)) return
    if (target === null) return session.refuseUnplaced(resolution)
    session.scan(scan, target)
  }

  function pickScanned(id: string): void {
    session.acknowledge()
    if (!stocks.some((stock) => stock.id === id)) return session.refuseStock(id)
    feedback.play('accepted')
    onStock(id)
  }
  useScanner({ purpose: 'item', onScan: take })
  useFloorKeys({ onUndo: undo })

  const last = lines?.[0]
  return (
    <FloorLayout
      title={t(($) => $.move.title)}
      actions={
        <ActionRow>
          <IconAction
            label={t(($) => $.floor[camera ? 'closeCamera' : 'camera'])}
            icon={IconCamera}
            pressed={camera}
            onClick={() => setCamera(!camera)}
          />
          <IconAction
            label={t(($) => $.move.undoLast)}
            icon={IconArrowBackUp}
            onClick={() => session.undoLast(named)}
            disabled={undone === undefined}
          />
          {target === null && onWarehouse !== null ? (
            <FloorAction tone="quiet" onClick={onWarehouse}>
              {t(($) => $.floor.changeWarehouse)}
            </FloorAction>
          ) : (
            <FloorAction onClick={() => onStock(null)} disabled={target === null}>
              {t(($) => $.move.changeStock)}
            </FloorAction>
          )}
        </ActionRow>
      }
    >
      <div className={arrange.stack} data-scan-ready={lines === undefined ? undefined : true}>
        {camera && <ScanPanel purpose="item" onCode={take} paused={state.choosing !== null} />}
        {target === null ? (
          <>
            <p className={words.strong}>{t(($) => $.move.choose)}</p>
            <p className={words.soft}>{t(($) => $.move.chooseText)}</p>
            {undone !== undefined && <UndoTarget name={undone.label ?? groupCode(undone.code)} />}
            <StockList stocks={stocks} counts={counts} onPick={(stock) => onStock(stock.id)} />
          </>
        ) : (
          <>
            <Target stock={target} count={counts?.[target.id] ?? null} onChange={() => onStock(null)} />
            {last === undefined ? (
              <EmptyState title={t(($) => $.move.empty)} text={t(($) => $.move.emptyText)} />
            ) : (
              <>
                <LastResult code={last.code} label={last.label} verdict={last.details.verdict} />
                {undone !== undefined && <UndoTarget name={undone.label ?? groupCode(undone.code)} />}
                <p className={words.soft} data-testid="moved-count">
                  {moved === undefined ? '\u{A0}' : t(($) => $.move.moved, { count: moved })}
                </p>
                <MoveLines lines={lines ?? []} session={session} />
              </>
            )}
          </>
        )}
      </div>
      {state.shown !== null && state.choosing === null && (
        <ResultOverlay {...state.shown} onEnd={session.acknowledge} />
      )}
      {state.choosing !== null && (
        <ChooseItemSheet
          answers={ChoiceCommands}
          code={state.choosing.code}
          items={state.choosing.items}
          onPick={session.choose}
          onLater={session.chooseLater}
        />
      )}
    </FloorLayout>
  )
}

function Target(props: { readonly stock: StockRow; readonly count: number | null; readonly onChange: () => void }) {
  const { t } = useTranslation('stock')
  const { stock, count } = props
  return (
    <button type="button" className={`${rows.row} ${rows.box} ${styles.target}`} data-chosen onClick={props.onChange}>
      <IconMapPin size={32} aria-hidden />
      <span className={rows.words}>
        <span>{t(($) => $.move.into)}</span>
        <strong>{stock.name}</strong>
        {stock.location !== null && <span>{stock.location}</span>}
        {count !== null && <span>{t(($) => $.floor.products, { count })}</span>}
      </span>
    </button>
  )
}

function MoveLines({ lines, session }: { readonly lines: readonly MoveLine[]; readonly session: MoveSession }) {
  const { t } = useTranslation('stock')
  const { shown, others, showAll } = useTruncatedList(lines)
  const stateText = (line: MoveLine): string => t(($) => $.lineState[line.state])
  return (
    <section aria-label={t(($) => $.move.lines)}>
      <ScanList>
        {shown.map((line) => (
          <ScanRow
            key={line.lineId}
            sign={{
              tone: line.details.verdict.tone,
              icon: <VerdictSign tone={line.details.verdict.tone} size={24} />,
            }}
            {...(line.isUndecided ? { onOpen: () => session.reopen(line) } : {})}
            title={line.label ?? t(($) => $.word[line.details.verdict.word])}
            isUndone={line.state === 'undone'}
            end={
              <>
                {line.state !== 'local' && <span>{stateText(line)}</span>}
                {line.undoableOpId !== null && (
                  <IconAction
                    label={`${t(($) => $.move.undo)} ${groupCode(line.code)}`}
                    icon={IconArrowBackUp}
                    onClick={() => session.undo(line)}
                  />
                )}
              </>
            }
          >
            <span className={words.mono}>{groupCode(line.code)}</span>
            <span className={words.soft}>
              {line.details.fromStock !== null && line.details.verdict.word === 'moved'
                ? t(($) => $.move.fromTo, {
                    from: line.details.fromStock,
                    to: line.details.verdict.place ?? '',
                  })
                : t(($) => $.word[line.details.verdict.word])}
            </span>
          </ScanRow>
        ))}
      </ScanList>
      <ShowMoreButton floor others={others} onShow={showAll} />
    </section>
  )
}

async function readLines(
  engine: Engine,
  listId: string,
  userId: string,
  online: boolean,
): Promise<readonly MoveLine[]> {
  return (await readSome(engine, listId, userId, online, shownLines)).lines
}

async function readSome(engine: Engine, listId: string, userId: string, online: boolean, limit: number) {
  const views = await engine.lines(listId, limit)
  const lines = views.flatMap((view) => toMoveLine(view, userId, online) ?? [])
  return { lines, isWhole: views.length < limit }
}

function useMoveSession(engine: Engine, listId: string, { userId, accountId }: PageUser): MoveSession {
  const feedback = useFeedback()
  return useMemo(() => {
    const ports: MoveEngine = {
      ...floorEngine(engine, { userId, accountId }),
      undoable: async () => undoableLines(engine, await readLines(engine, listId, userId, true)),
      line: async (id) => (await readLines(engine, listId, userId, true)).find(({ lineId }) => lineId === id) ?? null,
    }
    return createMoveSession({
      engine: ports,
      config: engine.config,
      listId,
      newId,
      signal: (kind) => feedback.play(kind),
    })
  }, [engine, listId, userId, accountId, feedback])
}
