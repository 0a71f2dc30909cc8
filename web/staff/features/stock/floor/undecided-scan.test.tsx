import { expect, it, vi } from 'vitest'
import { config, native, operator, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { CountScreen } from '../count/count-screen.tsx'
import { MoveScreen } from '../move/move-screen.tsx'
import { refusedScan } from '../move/move-verdict.ts'
import { undecidedCode } from './undecided-scan.ts'

const imei = '356938035643809'
const stock = config.stocks.find(({ id }) => id === native('to_refurbish'))!
const twins = [1, 2].map((number) => testedRow(number, { imei, stockId: stock.id, warehouseId: warehouse }))
const lineId = 'the line'

/** A device that keeps one undecided scan. */
function deviceWith(details: object) {
  const view = {
    id: lineId,
    order: 1,
    code: imei,
    label: null,
    details: { itemId: null, verdict: refusedScan(undecidedCode), among: twins.map(({ id }) => id), ...details },
    capturedAtMs: 1,
    userId: operator,
    opId: null,
    refusedCode: undecidedCode,
    verdict: 'refused',
    state: 'refused',
    reasonCode: undecidedCode,
    op: null,
  }
  const dispatch = vi.fn(async () => ({ captured: true }))
  const note = vi.fn(async () => lineId)
  const engine = {
    subscribe: () => () => undefined,
    status: () => ({ online: true, signedOut: [] }),
    config: () => config,
    author: () => ({ userId: operator }),
    view: async () => twins.map((item) => ({ item, pending: 0 })),
    lines: async () => [view],
    listItems: async () => ({ rows: [], facets: { stocks: {} } }),
    listIds: async () => [],
    dispatch,
    addRefusedLine: note,
  }
  return { engine: engine as unknown as Engine, dispatch, note }
}

async function draw(engine: Engine, screen: React.ReactNode) {
  const { hub, scan } = scannedInto()
  await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={hub}>{screen}</ScannerContext>
    </FeedbackProvider>,
    {
      language: 'en-GB',
      texts: ['stock', 'warehouse', 'scan'],
      user: { id: operator } as StoredUser,
      engine,
    },
  )
  const row = await vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLButtonElement>('li button')].find((each) =>
      each.textContent.includes('Choice needed'),
    )
    if (found === undefined) throw new Error('no row yet')
    return found
  })
  return { row, scan }
}

const isAsking = () => vi.waitFor(() => expect(document.querySelectorAll('dialog[open] li')).toHaveLength(2))

it('an undecided scan of a move asks again from its row, and the answer takes its line over', async () => {
  const { engine, dispatch } = deviceWith({ stockId: stock.id, fromStock: null })
  const nothing = () => undefined
  const { row, scan } = await draw(
    engine,
    <MoveScreen
      {...{ engine, config }}
      warehouseId={warehouse}
      online
      stockId={stock.id}
      onStock={nothing}
      onWarehouse={null}
    />,
  )
  row.click()
  await isAsking()
  scan('RPR:B')
  await vi.waitFor(() =>
    expect(dispatch).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'moveItem' }),
      { itemId: twins[1]!.id, stockId: stock.id },
      expect.objectContaining({ lineId }),
    ),
  )
})

it('an undecided scan of a count asks again from its row and from the end, which it holds up', async () => {
  const { engine, dispatch, note } = deviceWith({ kind: 'refused' })
  const run = {
    countId: 'count',
    stockId: stock.id,
    stockName: stock.name,
    startedAtMs: 1,
    endedAtMs: null,
    numbers: null,
  }
  const { row, scan } = await draw(
    engine,
    <CountScreen {...{ engine, config, run, stock }} runsId="runs" onAttention={() => undefined} />,
  )
  row.click()
  await isAsking()
  scan('RPR:CANCEL')
  await vi.waitFor(() => expect(document.querySelectorAll('dialog[open]')).toHaveLength(0))
  scan('RPR:END')
  await vi.waitFor(() => expect(document.querySelector('dialog[open]')?.textContent).toContain('1 difference is still'))
  scan('RPR:CONFIRM')
  await isAsking()
  scan('RPR:A')
  await vi.waitFor(() =>
    expect(note).toHaveBeenCalledWith(
      expect.objectContaining({ code: imei, details: expect.objectContaining({ itemId: twins[0]!.id }) }),
      expect.any(String),
      lineId,
    ),
  )
  expect(dispatch).not.toHaveBeenCalled()
})
