import { IconCamera, IconFlag } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerIndex } from '#domain/item/resolve-code.ts'
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
import { staysOpen } from '#web/staff/ui/floor/full-screen-feedback.tsx'
import { useTopAtResult } from '#web/staff/ui/floor/use-top-at-result.ts'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { AnswerLetter } from '#web/staff/ui/floor/answer-letter.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { ActionRow, IconAction } from '#web/staff/ui/floor/icon-action.tsx'
import { ScanList, ScanRow } from '#web/staff/ui/floor/scan-list.tsx'
import { newId } from '#web/lib/new-id.ts'
import { useSessionState } from '#web/scan/use-session-state.ts'
import { LastResult, ResultOverlay, VerdictSign } from '../floor/verdict-view.tsx'
import { AbandonCountSheet } from './abandon-count-sheet.tsx'
import { toCountLine, type CountLine, type CountRun } from './count-line.ts'
import { countListId, createCountSession, type CountEngine, type CountSession } from './count-session.ts'
import { DifferencesSheet, type SheetFeedback } from './differences-sheet.tsx'
import { EndCountSheet } from './end-count-sheet.tsx'
import { tallyCount, type CountRead, type Tally } from './tally.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from '../floor/stock-floor.module.css'

interface Props {
  readonly engine: Engine
  readonly config: Config | null
  readonly run: CountRun
  readonly stock: StockRow
  readonly runsId: string
  readonly onAttention: () => void
}

type OpenSheet = 'missing' | 'unexpected' | 'end' | 'abandon'

/** The figures that A and B open. */
const figures: readonly OpenSheet[] = ['missing', 'unexpected']

/** A running count: scan what stands there, resolve what differs, end with the numbers. */
export function CountScreen({ engine, config, run, stock, runsId, onAttention }: Props) {
  const { t } = useTranslation('stock')
  const user = useSignedInUser()
  const session = useCountSession(engine, { run, stock, runsId, userId: user.id, accountId: user.viewedAccountId })
  const state = useSessionState(session)
  const read = useEngineRead(engine, run.countId, () => readCount(engine, run.countId, stock.id))
  const tally = useMemo(
    () => (read === undefined || read === null ? null : tallyCount(read.inStock, read.lines)),
    [read],
  )
  const [sheet, setSheet] = useState<OpenSheet | null>(null)
  const [camera, setCamera] = useState(false)

  const take = (scan: Scan): ScanAnswer => {
    const { resolution } = scan
    if (resolution.command !== null && feedback.answer()) return
    if (resolution.command === 'END' && tally !== null) return setSheet('end')
    const figure = figures[answerIndex(resolution.command) ?? -1]
    if (figure !== undefined && tally !== null) return setSheet(figure)
    if (resolution.command !== null) return meaningless
    if (resolution.stockId !== null) return session.seeStock(resolution.stockId)
    if (resolution.reserved) return meaningless
    if (session.answer(scan)) return
    session.scan(scan)
  }
  useScanner({ purpose: 'item', onScan: take })

  function resolve(kind: 'undecided' | 'missing' | 'unexpected'): void {
    if (kind !== 'undecided') return setSheet(kind)
    setSheet(null)
    const [line] = tally?.undecided ?? []
    if (line !== undefined) session.reopen(line)
  }

  const last = read?.lines.at(-1)
  const { shown, choosing, resolving } = state
  useTopAtResult(shown?.id ?? null)
  const feedback: SheetFeedback = {
    drawn: shown !== null && choosing === null && <ResultOverlay {...shown} onEnd={session.acknowledge} />,
    answer() {
      if (shown === null || !staysOpen(shown.verdict.tone)) return false
      session.acknowledge()
      return true
    },
  }
  return (
    <FloorLayout
      title={t(($) => $.count.title)}
      actions={
        <ActionRow>
          <IconAction
            label={t(($) => $.floor[camera ? 'closeCamera' : 'camera'])}
            icon={IconCamera}
            pressed={camera}
            onClick={() => setCamera(!camera)}
          />
          <FloorAction onClick={() => setSheet('end')} disabled={tally === null}>
            {t(($) => $.count.end)}
          </FloorAction>
        </ActionRow>
      }
    >
      <div className={arrange.stack} data-scan-ready={tally === null ? undefined : true}>
        <p className={words.strong}>
          {stock.name}
          {stock.location !== null && <span className={words.soft}> · {stock.location}</span>}
        </p>
        {camera && <ScanPanel purpose="item" onCode={take} paused={sheet !== null || choosing !== null} />}
        {tally !== null && <Figures tally={tally} onOpen={setSheet} />}
        {last === undefined ? (
          <EmptyState title={t(($) => $.count.empty)} text={t(($) => $.count.emptyText)} icon={IconFlag} />
        ) : (
          <LastResult {...(state.latest ?? { ...last, verdict: last.details.verdict })} />
        )}
        {tally !== null && <Undecided lines={tally.undecided} session={session} />}
      </div>
      {sheet === null && feedback.drawn}
      {choosing !== null && (
        <ChooseItemSheet
          answers={ChoiceCommands}
          code={choosing.code}
          items={choosing.items}
          onPick={session.choose}
          onLater={session.chooseLater}
        />
      )}
      {tally !== null && (sheet === 'missing' || sheet === 'unexpected') && (
        <DifferencesSheet
          engine={engine}
          config={config}
          stock={stock}
          kind={sheet}
          differences={tally[sheet]}
          session={session}
          resolving={resolving}
          feedback={feedback}
          onScan={take}
          onClose={() => setSheet(null)}
        />
      )}
      {tally !== null && sheet === 'end' && (
        <EndCountSheet
          tally={tally}
          onEnd={session.end}
          onResolve={resolve}
          onAbandon={() => setSheet('abandon')}
          feedback={feedback}
          onScan={take}
          onAttention={onAttention}
          onClose={() => setSheet(null)}
        />
      )}
      {sheet === 'abandon' && (
        <AbandonCountSheet
          stockName={stock.name}
          onAbandon={session.abandon}
          onScan={take}
          onClose={() => setSheet(null)}
        />
      )}
    </FloorLayout>
  )
}

function Figures({ tally, onOpen }: { readonly tally: Tally; readonly onOpen: (sheet: OpenSheet) => void }) {
  const { t } = useTranslation('stock')
  const { expected, present, missing, unexpected } = tally
  return (
    <div className={styles.figures}>
      <Figure name="expected" count={expected} />
      <Figure name="present" count={present.length} />
      <button
        type="button"
        className={styles.figure}
        data-open={missing.length > 0 || undefined}
        onClick={() => onOpen('missing')}
      >
        <strong data-testid="count-missing">{missing.length}</strong>
        <span>
          <AnswerLetter at={0} />
          {t(($) => $.count.figure.missing, { count: missing.length })}
        </span>
      </button>
      <button
        type="button"
        className={styles.figure}
        data-open={unexpected.length > 0 || undefined}
        onClick={() => onOpen('unexpected')}
      >
        <strong data-testid="count-unexpected">{unexpected.length}</strong>
        <span>
          <AnswerLetter at={1} />
          {t(($) => $.count.figure.unexpected, { count: unexpected.length })}
        </span>
      </button>
    </div>
  )
}

function Figure({ name, count }: { readonly name: 'expected' | 'present'; readonly count: number }) {
  const { t } = useTranslation('stock')
  return (
    <p className={styles.figure}>
      <strong data-testid={`count-${name}`}>{count}</strong>
      <span>{t(($) => $.count.figure[name], { count })}</span>
    </p>
  )
}

/** Scans that still ask which product they were; a tap asks again. */
function Undecided({ lines, session }: { readonly lines: readonly CountLine[]; readonly session: CountSession }) {
  const { t } = useTranslation('stock')
  if (lines.length === 0) return null
  return (
    <section aria-label={t(($) => $.word.choose)}>
      <ScanList>
        {lines.map((line) => (
          <ScanRow
            key={line.lineId}
            sign={{
              tone: line.details.verdict.tone,
              icon: <VerdictSign tone={line.details.verdict.tone} size={24} />,
            }}
            title={t(($) => $.word.choose)}
            onOpen={() => session.reopen(line)}
          >
            <span className={words.mono}>{groupCode(line.code)}</span>
          </ScanRow>
        ))}
      </ScanList>
    </section>
  )
}

async function readCount(engine: Engine, countId: string, stockId: string): Promise<CountRead | null> {
  const inStock = await engine.listIds({ stockIds: [stockId] }).catch(() => null)
  return inStock === null ? null : { inStock, lines: await readLines(engine, countId) }
}

async function readLines(engine: Engine, countId: string): Promise<readonly CountLine[]> {
  const views = await engine.lines(countListId(countId), Infinity)
  return views.flatMap((view) => toCountLine(view) ?? []).toReversed()
}

function useCountSession(
  engine: Engine,
  of: PageUser & { readonly run: CountRun; readonly stock: StockRow; readonly runsId: string },
): CountSession {
  const feedback = useFeedback()
  const { run, stock, runsId, userId, accountId } = of
  const [first] = useState({ run, stock })
  return useMemo(() => {
    const ports: CountEngine = {
      ...floorEngine(engine, { userId, accountId }),
      read: () => readCount(engine, first.run.countId, first.stock.id),
      lines: () => readLines(engine, first.run.countId),
    }
    return createCountSession({
      engine: ports,
      config: engine.config,
      run: first.run,
      stock: first.stock,
      runsId,
      newId,
      nowMs: () => Date.now(),
      signal: (kind) => feedback.play(kind),
    })
  }, [engine, first, runsId, userId, accountId, feedback])
}
