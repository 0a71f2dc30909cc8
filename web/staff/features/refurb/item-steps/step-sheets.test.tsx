import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { plannedSteps, type ItemStep } from '#domain/refurb/refurb-step.ts'
import { stockCode } from '#domain/item/resolve-code.ts'
import { bench, config, operator, shelf, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext, useScanner } from '#web/scan/use-scanner.ts'
import { useItemScans } from '../floor/use-item-scans.ts'
import { CancelSheet } from './cancel-sheet.tsx'
import { CompleteSheet } from './complete-sheet.tsx'

const item = testedRow(1, { status: 'item_refurb_in_progress' })
const steps = plannedSteps(config.refurbSteps ?? [], warehouse)
const step = steps[0] as ItemStep
const workshop = { engine: {} as Engine, userId: operator, warehouseId: warehouse, config }
const inHand = { workshop, item, steps, deviceId: null }

/** A sheet over a step whose page says what it hears. */
async function open(sheet: ReactNode) {
  const behind = vi.fn()
  const { hub, scan } = scannedInto()
  const Page = () => {
    useScanner({ purpose: 'item', onScan: ({ text }) => behind(text) })
    return null
  }
  const Frame = () => {
    useItemScans(item)
    return <Page />
  }
  await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={hub}>
        <Frame />
        {sheet}
      </ScannerContext>
    </FeedbackProvider>,
    { language: 'en-GB', texts: ['refurb', 'scan'] },
  )
  const dialog = await vi.waitFor(() => {
    const found = document.querySelector('dialog[open]')
    if (found === null) throw new Error('no sheet yet')
    return found
  })
  const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  return { behind, scan, dialog, press }
}

type Opened = Awaited<ReturnType<typeof open>>

const sheets = [
  [
    'done',
    (onClose: () => void, act: () => Promise<void> = vi.fn()) => (
      <CompleteSheet {...inHand} step={step} moved={null} onComplete={act} onClose={onClose} />
    ),
  ],
  [
    'cancelled',
    (onClose: () => void, act: () => Promise<void> = vi.fn()) => (
      <CancelSheet step={step} moved={null} onCancel={act} onClose={onClose} />
    ),
  ],
] as const

describe.each(sheets)('the sheet of a step that is %s', (_name, sheet) => {
  it('stays open where Escape takes a stop away, and closes at the next', async () => {
    const onClose = vi.fn()
    const { scan, dialog } = await open(sheet(onClose))
    scan('20000018')
    await vi.waitFor(() => expect(dialog.querySelector('[role="alert"]')).not.toBeNull())
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(dialog.querySelector('[role="alert"]')).toBeNull())
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  })

  it('stops at another product, in front of the sheet', async () => {
    const onClose = vi.fn()
    const { behind, scan, dialog } = await open(sheet(onClose))
    scan('20000018')
    await vi.waitFor(() => expect(dialog.querySelector('[data-stays]')?.textContent).toContain('Another product'))
    expect(document.elementFromPoint(5, 5)?.closest('dialog [data-stays]')).not.toBeNull()
    scan('RPR:NEXT')
    await vi.waitFor(() => expect(dialog.querySelector('[data-stays]')).toBeNull())
    expect([onClose, behind].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  })

  it.each(['a command', 'Enter'])('is answered by %s once no stop stands before it', async (by) => {
    const act = vi.fn(() => Promise.resolve())
    const { scan, press, dialog } = await open(sheet(vi.fn(), act))
    const answer = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 250))
      if (by === 'Enter') press('Enter')
      else scan('RPR:CONFIRM')
    }
    scan('RPR:A')
    scan('20000018')
    await vi.waitFor(() => expect(dialog.querySelector('[data-stays]')?.textContent).toContain('Another product'))
    await answer()
    await vi.waitFor(() => expect(dialog.querySelector('[data-stays]')).toBeNull())
    expect(act).not.toHaveBeenCalled()
    await answer()
    await vi.waitFor(() => expect(act).toHaveBeenCalledOnce())
  })

  it('knows the product in hand again', async () => {
    const { behind, scan, dialog } = await open(sheet(vi.fn()))
    scan(item.code)
    await vi.waitFor(() => expect(dialog.querySelector('[data-tone=done]')?.textContent).toContain('Right product'))
    expect(behind).not.toHaveBeenCalled()
  })
})

it('the cancellation of a step leaves a stock’s barcode and an unknown code to nobody', async () => {
  const { behind, scan, dialog } = await open(
    <CancelSheet step={step} moved={null} onCancel={vi.fn()} onClose={vi.fn()} />,
  )
  scan(stockCode(bench))
  scan('F2LXK1ABC9')
  expect(behind).not.toHaveBeenCalled()
  expect(dialog.querySelector('[role=alert], [role=status]')).toBeNull()
})

describe('the stock after a completed step', () => {
  it.each([
    ['its letter', ({ press }: Opened) => press('a'), 'Shelf 1', shelf],
    ['its barcode', ({ scan }: Opened) => scan(stockCode(bench)), 'Bench', bench],
  ] as const)('is chosen by %s over the next step’s, and goes with the remark', { tags: ['slow'] }, async (...by) => {
    const [, choose, name, stockId] = by
    const onComplete = vi.fn(() => Promise.resolve())
    const opened = await open(
      <CompleteSheet {...inHand} step={step} moved={null} onComplete={onComplete} onClose={vi.fn()} />,
    )
    const { dialog, press } = opened
    const chosen = () => [...dialog.querySelectorAll('[aria-pressed=true]')].map((row) => row.textContent)
    expect(chosen()).toEqual([expect.stringContaining('to_refurbish')])
    choose(opened)
    await vi.waitFor(() => expect(chosen()).toEqual([expect.stringContaining(name)]))
    // Letters of a remark choose nothing: `a`, `b` and `c` are stocks outside the field.
    await userEvent.type(dialog.querySelector('textarea') as Element, 'back cover')
    expect(chosen()).toEqual([expect.stringContaining(name)])
    press('Enter')
    await vi.waitFor(() => expect(onComplete.mock.calls).toEqual([[stockId, 'back cover']]))
  })
})

describe('the reason of a cancellation', () => {
  it('is chosen by letter and sent by Enter', async () => {
    const onCancel = vi.fn(() => Promise.resolve())
    const { dialog, press } = await open(<CancelSheet step={step} moved={null} onCancel={onCancel} onClose={vi.fn()} />)
    press('Enter')
    await vi.waitFor(() => expect(dialog.textContent).toContain('A reason is needed.'))
    await new Promise((resolve) => setTimeout(resolve, 250))
    press('c')
    await vi.waitFor(() => expect(dialog.querySelector('[aria-pressed=true]')?.textContent).toContain('Beyond repair'))
    press('Enter')
    await vi.waitFor(() => expect(onCancel.mock.calls).toEqual([['Beyond repair']]))
  })

  it('is chosen by barcode', async () => {
    const { dialog, scan } = await open(<CancelSheet step={step} moved={null} onCancel={vi.fn()} onClose={vi.fn()} />)
    scan('RPR:D')
    await vi.waitFor(() => expect(dialog.querySelector('textarea')?.value).toBe('Product damaged'))
    scan('RPR:E')
    expect(dialog.querySelector('textarea')?.value).toBe('Product damaged')
  })

  it('takes 255 characters, and says how many are left', async () => {
    const { dialog } = await open(<CancelSheet step={step} moved={null} onCancel={vi.fn()} onClose={vi.fn()} />)
    const reason = await vi.waitUntil(() => dialog.querySelector('textarea'))
    await userEvent.fill(reason, 'é'.repeat(254))
    await userEvent.type(reason, 'et')
    expect(reason.value).toHaveLength(255)
    await vi.waitFor(() => expect(dialog.textContent).toContain('0 characters left'))
  })
})
