import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { createScannerHub } from '#web/scan/scanner-hub.ts'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import type { CheckInLine } from './check-in-line.ts'
import { EndRoundSheet } from './end-round-sheet.tsx'

const line = (code: string, change: Partial<CheckInLine>): CheckInLine => ({
  lineId: code,
  listId: 'r1',
  code,
  capturedAtMs: 1,
  state: 'local',
  verdict: null,
  label: null,
  opId: null,
  itemId: null,
  reason: 'ITEM_CODE_AMBIGUOUS',
  details: null,
  undoable: true,
  ...change,
})

async function show(lines: Pick<Parameters<typeof EndRoundSheet>[0], 'undecided' | 'refused'>) {
  const [onChoose, onAttention] = [vi.fn(), vi.fn()]
  const hub = createScannerHub({ target: document, nowMs: () => performance.now() })
  await drawScreen(
    <ScannerContext value={hub}>
      <EndRoundSheet
        {...lines}
        distinct={1}
        waiting={0}
        commentNeeded={false}
        onEnd={async () => null}
        onScan={() => undefined}
        onClose={() => undefined}
        onAttention={onAttention}
        onChoose={onChoose}
      />
    </ScannerContext>,
    { language: 'en-GB', texts: ['warehouse', 'errors', 'scan'] },
  )
  const sheet = await vi.waitUntil(() => document.querySelector<HTMLElement>('dialog[open]'))
  const press = (name: string): void =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent.includes(name))?.click()
  return { sheet, press, onChoose, onAttention }
}

const refused = line('20000001', { state: 'refused', opId: 'o1', reason: 'STOCK_NOT_ALLOWED' })

it('the end of a round names the scans without a product and asks for the oldest, before what is refused', async () => {
  const [newer, older] = [line('55555551', {}), line('55555550', {})]
  const { sheet, press, onChoose, onAttention } = await show({ undecided: [newer, older], refused: [refused] })
  await vi.waitFor(() => expect(sheet.textContent).toContain('2 scans without a chosen product'))
  expect(sheet.textContent?.replaceAll(/\s/g, '')).toContain('55555550')
  expect(sheet.querySelector('input')).toBeNull()
  press('Choose the product')
  expect(onChoose).toHaveBeenCalledWith(older)
  expect(onAttention).not.toHaveBeenCalled()
})

it('the end of a round with refused scans leads to what needs attention', async () => {
  const { sheet, press, onAttention } = await show({ undecided: [], refused: [refused] })
  await vi.waitFor(() => expect(sheet.textContent).toContain('1 refused scan in this round'))
  press('Needs attention')
  expect(onAttention).toHaveBeenCalledOnce()
})
