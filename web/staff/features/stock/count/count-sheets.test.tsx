import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import type { StockRow } from '#sync/wire/pull.ts'
import { ResultOverlay } from '../floor/verdict-view.tsx'
import type { CountSession } from './count-session.ts'
import { AbandonCountSheet } from './abandon-count-sheet.tsx'
import { DifferencesSheet, type SheetFeedback } from './differences-sheet.tsx'
import { EndCountSheet } from './end-count-sheet.tsx'
import { tallyCount } from './tally.ts'

const verdict = { ...scanResultStyles.wrong, word: 'unexpected', place: 'Shelf 4', reason: null } as const
const stock = { id: 's', warehouseId: 'w', name: 'Shelf', native: null, location: null } as StockRow
const engine = { subscribe: () => () => undefined, view: async () => [] } as unknown as Engine
const asked = vi.fn<CountSession['resolve']>(async () => null)
const session = { resolve: asked } as unknown as CountSession

interface Handlers {
  readonly onEnd: () => Promise<null>
  readonly onClose: () => void
}

const sheets = {
  end: (feedback: SheetFeedback, onScan: () => void, { onEnd, onClose }: Handlers) => (
    <EndCountSheet
      tally={tallyCount([], [])}
      {...{ feedback, onScan, onEnd, onClose }}
      onResolve={() => undefined}
      onAbandon={() => undefined}
      onAttention={() => undefined}
    />
  ),
  differences: (feedback: SheetFeedback, onScan: () => void, { onClose }: Handlers) => (
    <DifferencesSheet
      {...{ engine, session, stock, feedback, onScan, onClose }}
      config={null}
      kind="missing"
      differences={[]}
      resolving={null}
    />
  ),
}

async function open(sheet: (typeof sheets)[keyof typeof sheets]) {
  const { hub, scan } = scannedInto()
  const handlers = { onEnd: vi.fn(async () => null), onClose: vi.fn() }
  const Frame = () => {
    const [isStopped, setStopped] = useState(false)
    const feedback: SheetFeedback = {
      drawn: isStopped && (
        <ResultOverlay id="1" code="20000018" label="Phone" verdict={verdict} onEnd={() => setStopped(false)} />
      ),
      answer() {
        setStopped(false)
        return isStopped
      },
    }
    return sheet(feedback, () => setStopped(true), handlers)
  }
  await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={hub}>
        <Frame />
      </ScannerContext>
    </FeedbackProvider>,
    { language: 'en-GB', texts: ['stock', 'warehouse', 'scan'] },
  )
  const dialog = await vi.waitFor(() => {
    const found = document.querySelector('dialog[open]')
    if (found === null) throw new Error('no sheet yet')
    return found
  })
  return { scan, dialog, ...handlers }
}

describe.each(Object.entries(sheets))('the sheet of a count (%s)', (_name, sheet) => {
  it.each(['RPR:CONFIRM', 'RPR:CANCEL'])(
    'shows a stop over itself, which %s takes away and nothing else',
    async (code) => {
      const { scan, dialog, onEnd, onClose } = await open(sheet)
      scan('20000018')
      await vi.waitFor(() => expect(dialog.querySelector('[data-stays]')?.textContent).toContain('Shelf 4'))
      expect(document.elementFromPoint(5, 5)?.closest('dialog [data-stays]')).not.toBeNull()
      scan(code)
      await vi.waitFor(() => expect(dialog.querySelector('[data-stays]')).toBeNull())
      expect([onEnd, onClose].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
      scan('RPR:CANCEL')
      await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    },
  )
})

describe('the question whether a count is abandoned', () => {
  async function ask(answer: string | null) {
    const { hub, scan } = scannedInto()
    const handlers = { onAbandon: vi.fn(async () => answer), onScan: vi.fn(), onClose: vi.fn() }
    await drawScreen(
      <FeedbackProvider>
        <ScannerContext value={hub}>
          <AbandonCountSheet stockName="Shelf" {...handlers} />
        </ScannerContext>
      </FeedbackProvider>,
      { language: 'en-GB', texts: ['stock', 'warehouse', 'scan'] },
    )
    await vi.waitFor(() => expect(document.querySelector('dialog[open]')?.textContent).toContain('Abandon this count?'))
    const calls = () => Object.values(handlers).map(({ mock }) => mock.calls.length)
    return { scan, calls }
  }

  it('takes its own letter for yes, and neither RPR:CONFIRM nor the letters before it', async () => {
    const { scan, calls } = await ask(null)
    for (const code of ['RPR:CONFIRM', 'RPR:A', 'RPR:B', 'RPR:J']) scan(code)
    expect(calls()).toEqual([0, 0, 0])
    scan('RPR:D')
    await vi.waitFor(() => expect(calls()).toEqual([1, 0, 1]))
  })

  it('takes a product for going on, and counts it', async () => {
    const { scan, calls } = await ask(null)
    scan('20000018')
    expect(calls()).toEqual([0, 1, 1])
  })

  it('stays with the reason where the device cannot keep it', async () => {
    const { scan, calls } = await ask('DEVICE_STORAGE_REFUSED')
    scan('RPR:D')
    await vi.waitFor(() => expect(document.querySelector('dialog [role=alert]')?.textContent).not.toBe(''))
    expect(calls()).toEqual([1, 0, 0])
  })
})

describe('letters in the sheet of differences', () => {
  async function missing(view: () => Promise<readonly object[]>) {
    const { hub, scan } = scannedInto()
    asked.mockClear()
    const { place } = await drawScreen(
      <FeedbackProvider>
        <ScannerContext value={hub}>
          <DifferencesSheet
            {...{ session, stock }}
            engine={{ ...engine, view } as unknown as Engine}
            config={null}
            kind="missing"
            differences={['a', 'b'].map((itemId) => ({ itemId, resolution: 'open' as const }))}
            resolving={null}
            feedback={{ drawn: null, answer: () => false }}
            onScan={() => undefined}
            onClose={() => undefined}
          />
        </ScannerContext>
      </FeedbackProvider>,
      { language: 'en-GB', texts: ['stock', 'warehouse', 'scan'] },
    )
    const buttons = () => [...place.querySelectorAll('button')].map(({ textContent }) => textContent)
    const pressed = () => [...place.querySelectorAll('[aria-pressed=true]')].map(({ textContent }) => textContent)
    await vi.waitFor(() => expect(buttons()).toContain('Seen'))
    return { scan, buttons, pressed }
  }

  it('mark an answer, which CONFIRM records, and NEXT takes the mark away', async () => {
    const { scan, buttons, pressed } = await missing(async () => [])
    await vi.waitFor(() => expect(buttons()).toContain('A Seen'))
    scan('RPR:A')
    scan('RPR:A')
    await vi.waitFor(() => expect(pressed()).toEqual(['A Seen']))
    expect(asked).not.toHaveBeenCalled()
    scan('RPR:NEXT')
    await vi.waitFor(() => expect(pressed()).toEqual([]))
    scan('RPR:B')
    await vi.waitFor(() => expect(pressed()).toEqual(['B Not found']))
    scan('RPR:CONFIRM')
    expect(asked.mock.calls).toEqual([[['b'], 'not_found']])
  })

  it('do nothing while the products are not read', async () => {
    const read = Promise.withResolvers<readonly object[]>()
    const { scan, buttons, pressed } = await missing(() => read.promise)
    expect(buttons()).not.toContain('A Seen')
    scan('RPR:A')
    read.resolve([])
    await vi.waitFor(() => expect(buttons()).toContain('A Seen'))
    expect(pressed()).toEqual([])
  })

  it('ask before all are given up', async () => {
    const { scan, buttons } = await missing(async () => [])
    await vi.waitFor(() => expect(buttons()).toContain('C All 2 not found'))
    scan('RPR:C')
    await vi.waitFor(() =>
      expect(document.querySelector('dialog[open]')?.textContent).toContain('Each of them is recorded as not found.'),
    )
    expect(asked).not.toHaveBeenCalled()
    // The question may be drawn a moment before it listens.
    await vi.waitFor(() => {
      scan('RPR:CONFIRM')
      expect(asked.mock.calls).toEqual([[['a', 'b'], 'not_found']])
    })
  })
})

describe('differences that are being resolved', () => {
  it('say how far they are, and take no second tap', async () => {
    const { place } = await drawScreen(
      <FeedbackProvider>
        <ScannerContext value={scannedInto().hub}>
          <DifferencesSheet
            {...{ engine, session, stock }}
            config={null}
            kind="missing"
            differences={['a', 'b'].map((itemId) => ({ itemId, resolution: 'open' as const }))}
            resolving={{ done: 12, of: 40 }}
            feedback={{ drawn: null, answer: () => false }}
            onScan={() => undefined}
            onClose={() => undefined}
          />
        </ScannerContext>
      </FeedbackProvider>,
      { language: 'en-GB', texts: ['stock', 'warehouse', 'scan'] },
    )
    const button = await vi.waitFor(() => {
      const found = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === '12 of 40')
      if (found === undefined) throw new Error('no button yet')
      return found
    })
    button.click()
    expect(asked).not.toHaveBeenCalled()
  })
})
