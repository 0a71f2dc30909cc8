import { useNavigate } from '@tanstack/react-router'
import { IconClipboardCheck } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScanCommand } from '#domain/item/resolve-code.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useEngineRead } from '#web/local/engine/engine-reads.ts'
import { waitForAuthor } from '#web/local/engine/floor-engine.ts'
import { useFeedback } from '#web/scan/feedback-provider.tsx'
import { useScanner } from '#web/scan/use-scanner.ts'
import { EmptyState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { FloorLayout } from '#web/staff/ui/floor/floor-layout.tsx'
import { FloorAction } from '#web/staff/ui/floor/floor-parts.tsx'
import { newId } from '#web/lib/new-id.ts'
import { ChooseWarehouse } from '../floor/choose-warehouse.tsx'
import { StockList, stocksOf } from '../floor/stock-list.tsx'
import { useFloorPlace } from '../floor/use-floor-place.ts'
import { useStockCounts } from '../floor/use-stock-counts.ts'
import { ResultOverlay } from '../floor/verdict-view.tsx'
import { noStockVerdict } from '../move/move-verdict.ts'
import { alreadyEndedCode, countMarks, toCountRun, type CountRun } from './count-line.ts'
import { CountScreen } from './count-screen.tsx'
import { runLine } from './count-session.ts'
import arrange from '#web/staff/ui/floor/floor-arrange.module.css'
import words from '#web/staff/ui/floor/floor-text.module.css'

/** `/warehouse/stock-count`: counts one stock of the warehouse; a running count goes on after a restart. */
export function CountPage() {
  const { t } = useTranslation('stock')
  const engine = useEngine()
  const user = useSignedInUser()
  const place = useFloorPlace(engine, user)
  if (place.kind === 'choose') {
    return (
      <ChooseWarehouse
        title={t(($) => $.count.title)}
        warehouses={place.config?.warehouses ?? []}
        onPick={place.choose}
      />
    )
  }
  const { warehouseId, config, change } = place
  return (
    <Counts
      key={`${user.id} ${warehouseId}`}
      {...{ engine, warehouseId, config }}
      userId={user.id}
      accountId={user.viewedAccountId}
      onWarehouse={change}
    />
  )
}

interface Props {
  readonly engine: Engine
  readonly warehouseId: string
  readonly config: Config | null
  readonly userId: string
  readonly accountId: string
  readonly onWarehouse: (() => void) | null
}

function Counts({ engine, warehouseId, config, userId, accountId, onWarehouse }: Props) {
  const { t, i18n } = useTranslation('stock')
  const navigate = useNavigate()
  const runsId = `counts:${warehouseId}:${userId}`
  const runs = useEngineRead(engine, runsId, async () =>
    (await engine.lines(runsId, 20)).flatMap((view) => toCountRun(view) ?? []),
  )
  const [again, setAgain] = useState(false)
  const [openedAtMs] = useState(() => Date.now())
  const latest = runs?.[0]
  const stock = config?.stocks.find(({ id }) => id === latest?.stockId)
  if (runs === undefined) {
    return (
      <FloorLayout title={t(($) => $.count.title)}>
        <RowsSkeleton rows={4} height={64} />
      </FloorLayout>
    )
  }
  if (latest !== undefined && latest.endedAtMs === null && stock !== undefined) {
    return (
      <CountScreen
        key={latest.countId}
        {...{ engine, config, stock, runsId }}
        run={latest}
        onAttention={() => void navigate({ to: '/warehouse/attention' })}
      />
    )
  }
  const begin = async (picked: StockRow): Promise<void> => {
    setAgain(false)
    await waitForAuthor(engine, { userId, accountId })
    const run = newRun(picked)
    await engine.addRefusedLine(runLine(runsId, run), countMarks.started, run.countId)
  }
  const hasJustEnded = latest?.isAbandoned === false && (latest.endedAtMs ?? 0) >= openedAtMs
  if (latest !== undefined && hasJustEnded && !again) {
    const stocks = stocksOf(config?.stocks ?? [], warehouseId, i18n.language)
    return <Ended run={latest} stocks={stocks} onPick={begin} onNext={() => setAgain(true)} />
  }
  return <Choose {...{ engine, warehouseId, config, onWarehouse }} onPick={begin} />
}

function newRun(stock: StockRow): CountRun {
  const countId = newId()
  return {
    countId,
    stockId: stock.id,
    stockName: stock.name,
    startedAtMs: Date.now(),
    endedAtMs: null,
    numbers: null,
  }
}

/** Begins the count of the location whose barcode is scanned, and stops at any other code. */
function useLocationScans(props: {
  readonly stocks: readonly StockRow[]
  readonly onPick: (stock: StockRow) => Promise<void>
  /** What the barcode of a button does here, if anything. */
  readonly onCommand?: (command: ScanCommand) => boolean
}): ReactNode {
  const { stocks, onPick, onCommand } = props
  const feedback = useFeedback()
  const [refused, setRefused] = useState<{ readonly id: number; readonly code: string } | null>(null)
  useScanner({
    purpose: 'item',
    onScan: ({ resolution }) => {
      if (resolution.command !== null && onCommand?.(resolution.command) === true) return
      const stock = stocks.find(({ id }) => id === resolution.stockId)
      if (stock === undefined) {
        feedback.play(noStockVerdict.signal)
        // What is the barcode of a button names no product.
        if (resolution.command !== null || resolution.reserved) return setRefused(null)
        const code = resolution.code.slice(0, 60)
        return setRefused((before) => ({ id: (before?.id ?? 0) + 1, code }))
      }
      feedback.play('accepted')
      void onPick(stock)
    },
  })
  if (refused === null) return null
  return (
    <ResultOverlay
      id={String(refused.id)}
      code={refused.code}
      label={null}
      verdict={noStockVerdict}
      onEnd={() => setRefused(null)}
    />
  )
}

function Choose(props: Omit<Props, 'userId' | 'accountId'> & { readonly onPick: (stock: StockRow) => Promise<void> }) {
  const { engine, warehouseId, config, onWarehouse, onPick } = props
  const { t, i18n } = useTranslation('stock')
  const counts = useStockCounts(engine, warehouseId)
  const stocks = stocksOf(config?.stocks ?? [], warehouseId, i18n.language)
  const refused = useLocationScans({ stocks, onPick })
  return (
    <FloorLayout
      title={t(($) => $.count.title)}
      actions={
        onWarehouse === null ? undefined : (
          <FloorAction tone="quiet" onClick={onWarehouse}>
            {t(($) => $.floor.changeWarehouse)}
          </FloorAction>
        )
      }
    >
      <div className={arrange.stack} data-scan-ready={config === null ? undefined : true}>
        <p className={words.strong}>{t(($) => $.count.choose)}</p>
        <p className={words.soft}>{t(($) => $.count.chooseText)}</p>
        <StockList stocks={stocks} counts={counts} onPick={(stock) => void onPick(stock)} />
      </div>
      {refused}
    </FloorLayout>
  )
}

function Ended(props: {
  readonly run: CountRun
  readonly stocks: readonly StockRow[]
  readonly onPick: (stock: StockRow) => Promise<void>
  readonly onNext: () => void
}) {
  const { run, stocks, onPick, onNext } = props
  const { t } = useTranslation('stock')
  const refused = useLocationScans({
    stocks,
    onPick,
    onCommand(command) {
      if (command !== 'CONFIRM' && command !== 'NEXT') return false
      onNext()
      return true
    },
  })
  const reasonText = useReasonText()
  const figures = ['expected', 'present', 'missing', 'unexpected'] as const
  const { numbers } = run
  const text =
    numbers === null
      ? reasonText(alreadyEndedCode)
      : figures
          .map((name) => `${numbers[name]} ${t(($) => $.count.figure[name], { count: numbers[name] })}`)
          .join(' · ')
  return (
    <FloorLayout
      title={t(($) => $.count.title)}
      actions={<FloorAction onClick={onNext}>{t(($) => $.count.another)}</FloorAction>}
    >
      <div data-scan-ready>
        <EmptyState icon={IconClipboardCheck} title={t(($) => $.count.ended, { stock: run.stockName })} text={text} />
      </div>
      {refused}
    </FloorLayout>
  )
}
