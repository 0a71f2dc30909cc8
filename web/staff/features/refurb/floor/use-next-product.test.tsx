import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { stockCode } from '#domain/item/resolve-code.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { createScannerHub } from '#web/scan/scanner-hub.ts'
import { ScannerContext, useScanner } from '#web/scan/use-scanner.ts'
import { ShownFeedback, useForgetShown, useShow } from './shown-feedback.tsx'
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

  it('is free of what stood there once it was left for a while, or for another station (F7)', async () => {
    const { now } = Date
    function Reds() {
      const show = useShow()
      const forget = useForgetShown()
      const [isDrawn, setDrawn] = useState(true)
      return (
        <>
          <button onClick={() => show({ tone: 'refused', signal: 'refused', word: 'no' })}>show</button>
          <button onClick={forget}>station</button>
          <button onClick={() => setDrawn(!isDrawn)}>turn</button>
          {isDrawn && <ShownFeedback />}
          {isDrawn && <i>drawn</i>}
        </>
      )
    }
    const { place } = await drawScreen(
      <FeedbackProvider>
        <Reds />
      </FeedbackProvider>,
      { language: 'en-GB', texts: ['refurb', 'scan'] },
    )
    const stands = () => place.querySelector('[data-stays]') !== null
    const press = (name: string) =>
      [...place.querySelectorAll('button')].find((one) => one.textContent === name)?.click()
    await vi.waitFor(() => expect(place.querySelector('button')).not.toBeNull())
    press('show')
    await vi.waitFor(() => expect(stands()).toBe(true))
    const isDrawn = () => place.querySelector('i') !== null
    press('turn')
    await vi.waitFor(() => expect(isDrawn()).toBe(false))
    const later = vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + 60_000)
    try {
      press('turn')
      await vi.waitFor(() => expect(isDrawn()).toBe(true))
      expect(stands()).toBe(false)
    } finally {
      later.mockRestore()
    }
    press('show')
    await vi.waitFor(() => expect(stands()).toBe(true))
    press('station')
    await vi.waitFor(() => expect(stands()).toBe(false))
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
