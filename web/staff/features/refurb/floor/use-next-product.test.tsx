import { useLocation } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { stockCode } from '#domain/item/resolve-code.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { createScannerHub } from '#web/scan/scanner-hub.ts'
import { ScannerContext, useScanner } from '#web/scan/use-scanner.ts'
import { ShownFeedback } from './shown-feedback.tsx'
import { useNextProduct } from './use-next-product.ts'

const search = '/warehouse/item-refurb-steps/search'

/** The end of the work on product 20000001, in front of the search; tells what the search hears. */
async function finish(start?: () => void) {
  const hub = createScannerHub({ target: document, nowMs: () => performance.now() })
  const heard: string[] = []
  function End() {
    useNextProduct({
      purpose: 'steps',
      codes: ['20000001'],
      ...(start === undefined ? {} : { commands: { START: start } }),
    })
    return (
      <>
        <p>the end</p>
        <ShownFeedback />
      </>
    )
  }
  function Search() {
    useScanner({ purpose: 'item', onScan: ({ text }) => void heard.push(text) })
    return <p>the search</p>
  }
  function Page() {
    return useLocation().pathname === search ? <Search /> : <End />
  }
  const pages = overPages(Page, ['/', search])
  const { place } = await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={hub}>{pages.screen}</ScannerContext>
    </FeedbackProvider>,
    { language: 'en-GB', texts: ['refurb', 'scan'] },
  )
  await vi.waitFor(() => expect(place.textContent).toContain('the end'))
  const scan = (text: string): void =>
    hub.receive({ text, via: 'keys', atMs: performance.now(), firstKey: 0, accepted: true, alternative: null })
  const settled = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return { place, scan, heard, path: pages.path, settled }
}

describe('the end of the work on a product', () => {
  it('takes the next products by their codes, one after the other, and loses none', async () => {
    const { scan, heard, path } = await finish()
    scan('20000018')
    scan('20000025')
    await vi.waitFor(() => expect(heard).toEqual(['20000018', '20000025']))
    expect(path()).toBe(search)
  })

  it('leads on by the barcodes of commands, which nobody hears after it', async () => {
    const { scan, heard, path } = await finish()
    scan('RPR:NEXT')
    await vi.waitFor(() => expect(path()).toBe(search))
    expect(heard).toEqual([])
  })

  it('stays at the code of its own product and at one of a stock', async () => {
    const { scan, path, settled } = await finish()
    scan('20000001')
    scan(stockCode('019a6410-0db2-7c2b-bc96-49f2e604f79e'))
    await settled()
    expect(path()).toBe('/')
  })

  it.each(['the barcode', 'the keys'])('says that nothing is undone there, by %s, and stays', async (by) => {
    const { place, scan, path, settled } = await finish()
    if (by === 'the barcode') scan('RPR:UNDO')
    else document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
    await vi.waitFor(() => expect(place.querySelector('[data-stays]')?.textContent).toContain('Nothing to undo'))
    // What stands there is answered before the screen is.
    scan('RPR:NEXT')
    await vi.waitFor(() => expect(place.querySelector('[data-stays]')).toBeNull())
    await settled()
    expect(path()).toBe('/')
  })

  it('does what a command means on its own screen instead of leading on', async () => {
    const start = vi.fn<() => void>()
    const { scan, path, settled } = await finish(start)
    scan('RPR:START')
    await settled()
    expect(start).toHaveBeenCalledOnce()
    expect(path()).toBe('/')
  })
})
