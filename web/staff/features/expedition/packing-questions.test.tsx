import { expect, it, vi } from 'vitest'
import { config, itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { PackingQuestions } from './packing-questions.tsx'
import type { PackingSession } from './packing-session.ts'
import type { PackingState } from './packing-state.ts'
import { scanOf } from './waiting-scans.ts'

const origin = { type: 'warehouse', warehouseId } as const
const others = [otherWarehouseId, ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((number) => uuid(2, number))]
const warehouses = [warehouseId, ...others].map((id, at) => ({ id, name: `Warehouse ${at}`, city: null }))
const product = itemRow(1, { tested: true })

/** The question where a tested product goes, among so many other warehouses. */
async function ask(count: number, suggested: string | null = null, inactive: readonly string[] = []) {
  const { hub, scan } = scannedInto()
  const [sendTo, dismiss] = [vi.fn<(id: string) => void>(), vi.fn<() => void>()]
  const session = { sendTo, dismiss } as unknown as PackingSession
  const asking = { item: product, code: product.code, scan: scanOf(product.code) }
  const state = { asking, choosing: null, waiting: [] } as unknown as PackingState
  const known = {
    ...config,
    warehouses: warehouses.slice(0, count + 1).map((one) => ({ ...one, isActive: !inactive.includes(one.id) })),
    dispatch: { rules: [], defaultWarehouseId: suggested, isGeographic: false },
  }
  await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={hub}>
        <PackingQuestions session={session} state={state} origin={origin} config={known} />
      </ScannerContext>
    </FeedbackProvider>,
    { language: 'en-GB', texts: ['expedition'] },
  )
  await vi.waitFor(() => expect(document.querySelector('dialog[open] ul')).not.toBeNull())
  const lettered = () =>
    [...document.querySelectorAll('dialog[open] li')].flatMap(({ textContent }) =>
      /^[A-J](?=Warehouse|Next)/.test(textContent) ? [textContent] : [],
    )
  return { scan, sendTo, lettered }
}

it('answers A to J name ten warehouses (F15)', async () => {
  const { scan, sendTo } = await ask(10)
  scan('RPR:J')
  expect(sendTo).toHaveBeenCalledExactlyOnceWith(others[9])
})

it('of more than ten, J goes on to the next nine, and from the last ones to the first', async () => {
  const { scan, sendTo, lettered } = await ask(12)
  const first = Array.from('ABCDEFGHI', (letter, at) => `${letter}Warehouse ${at + 1}`)
  expect(lettered()).toEqual([...first, 'JNext ones'])
  scan('RPR:J')
  const last = ['AWarehouse 10', 'BWarehouse 11', 'CWarehouse 12', 'JNext ones']
  await vi.waitFor(() => expect(lettered()).toEqual(last))
  scan('RPR:D')
  scan('RPR:C')
  expect(sendTo).toHaveBeenCalledExactlyOnceWith(others[11])
  scan('RPR:J')
  await vi.waitFor(() => expect(lettered()[0]).toBe('AWarehouse 1'))
})

it('the confirmation takes the warehouse that the rules suggest, and never one that is only listed first', async () => {
  const { scan, sendTo } = await ask(3)
  scan('RPR:CONFIRM')
  expect(sendTo).not.toHaveBeenCalled()
  scan('RPR:A')
  expect(sendTo).toHaveBeenCalledExactlyOnceWith(others[0])
})

it('the confirmation takes the suggested warehouse, which stands first', async () => {
  const { scan, sendTo } = await ask(7, others[5])
  scan('RPR:CONFIRM')
  expect(sendTo).toHaveBeenCalledExactlyOnceWith(others[5])
})

it('names no warehouse that is inactive', async () => {
  const { lettered } = await ask(3, null, [others[1]!])
  expect(lettered()).toEqual(['AWarehouse 1', 'BWarehouse 3'])
})

it('says so where every other warehouse is inactive', async () => {
  await ask(2, null, others)
  expect(document.querySelectorAll('dialog[open] li')).toHaveLength(0)
  expect(document.querySelector('dialog[open]')?.textContent).toContain('No other warehouse is active')
})
