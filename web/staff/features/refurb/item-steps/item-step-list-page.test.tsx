import { useLocation } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { stockCode } from '#domain/item/resolve-code.ts'
import { plannedSteps } from '#domain/refurb/refurb-step.ts'
import {
  bench,
  config,
  facts,
  id,
  operator,
  otherWarehouse,
  refurb,
  shelf,
  testedRow,
  warehouse,
} from '#tests/support/floor-world.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { stepPauseMs } from '#web/staff/ui/floor/use-step-pause.ts'
import { itemStepId } from './item-step-id.ts'
import { StepsCompletedPage } from './steps-completed-page.tsx'
import { ItemStepListPage } from './item-step-list-page.tsx'
import { ItemStepPage } from './item-step-page.tsx'

const steps = plannedSteps(config.refurbSteps ?? [], warehouse)
const item = testedRow(1, { status: 'item_refurb_in_progress', facts: facts({ steps }) })
const named = itemStepId(item.id, refurb.battery)
const stepPath = `/warehouse/item-refurb-steps/${named}`
const completedPath = '/warehouse/item-refurb-steps/completed'
const theirs = config.stocks.find(({ warehouseId }) => warehouseId === otherWarehouse)!
const done = { ...item, facts: facts({ steps: steps.map((step) => ({ ...step, status: 'completed' as const })) }) }
const pause = (): Promise<void> => new Promise((done) => void setTimeout(done, stepPauseMs))

/** The steps of the product on a device that keeps nothing of what is done. */
async function open(held: ItemRow = item) {
  const { hub, scan } = scannedInto()
  const user = { id: operator, userType: 'warehouse_operator', currentOrganization: { id: warehouse } } as StoredUser
  const dispatch = vi.fn(() => Promise.resolve({ captured: true, items: [item] }))
  const engine = {
    subscribe: () => () => undefined,
    config: () => config,
    author: () => user,
    copyInfo: () => ({}),
    deviceId: () => Promise.resolve(id(3)),
    tray: () => Promise.resolve([]),
    viewed: () => ({ item: held, pending: 0 }),
    view: () => Promise.resolve([{ item: held, pending: 0 }]),
    dispatch,
  }
  function Page() {
    const path = useLocation().pathname
    if (path === stepPath) return <ItemStepPage itemRefurbStepId={named} />
    if (path === completedPath) return <StepsCompletedPage identificationNumber={item.code} stockName="Bac 12" />
    return <ItemStepListPage itemId={item.id} />
  }
  const pages = overPages(Page, ['/', completedPath, '/warehouse/item-refurb-steps/$itemRefurbStepId'])
  const { place } = await drawScreen(
    <FeedbackProvider>
      <ScannerContext value={hub}>{pages.screen}</ScannerContext>
    </FeedbackProvider>,
    { language: 'en-GB', texts: ['refurb', 'warehouse', 'scan'], user, engine },
  )
  const button = (name: string) =>
    vi.waitFor(() => {
      const found = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
      if (found === undefined) throw new Error(`no ${name} yet`)
      return found
    })
  await vi.waitFor(() => expect(place.querySelector('main li')).not.toBeNull())
  return { place, scan, button, dispatch, path: pages.path }
}

describe('the steps of a product', () => {
  it('lead to the next one by a double tap without starting it: nobody has read its stock (REFURB-23)', async () => {
    const { button, dispatch, path } = await open()
    await pause()
    await userEvent.dblClick(await button('Next step'))
    await button('I am at this stock')
    expect(path()).toBe(stepPath)
    expect(dispatch).not.toHaveBeenCalled()
    await pause()
    await userEvent.click(await button('I am at this stock'))
    await vi.waitFor(() => expect(dispatch).toHaveBeenCalledOnce())
  })

  it('are confirmed by a double tap that leaves the place of the product on the screen (REFURB-19)', async () => {
    const { place, button, path } = await open(done)
    await pause()
    await userEvent.dblClick(await button('Confirm the steps'))
    await vi.waitFor(() => expect(place.textContent).toContain('Bac 12'))
    expect(path()).toBe(completedPath)
    expect(place.textContent).toContain('Next product')
  })

  it.each([
    ['another stock', shelf, 'Wrong stock'],
    ['a stock of another warehouse', theirs.id, 'Other warehouse'],
  ])('stop at %s, where none of them waits', async (_name, stockId, word) => {
    const { place, scan, path } = await open()
    scan(stockCode(stockId))
    await vi.waitFor(() => expect(place.querySelector('[data-stays]')?.textContent).toContain(word))
    expect(path()).toBe('/')
  })

  it('stop at a bench where nothing is left to do', async () => {
    const { place, scan, path } = await open(done)
    scan(stockCode(bench))
    await vi.waitFor(() => expect(place.querySelector('[data-stays]')?.textContent).toContain('Wrong stock'))
    expect(path()).toBe('/')
  })

  it('lead from the barcode of a bench to the step that waits there', async () => {
    const { scan, path } = await open()
    scan(stockCode(bench))
    await vi.waitFor(() => expect(path()).toBe(stepPath))
  })

  it.each(['the barcode', 'the keys'])('say that there is nothing to undo, by %s', async (by) => {
    const { place, scan, dispatch } = await open()
    if (by === 'the barcode') scan('RPR:UNDO')
    else document.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))
    await vi.waitFor(() => expect(place.querySelector('[data-stays]')?.textContent).toContain('Nothing to undo'))
    expect(dispatch).not.toHaveBeenCalled()
  })

  it('open none by a tap that was meant for the screen before', async () => {
    // The screen is drawn a minute after the tap by its own clock, however long a slow machine takes to tap.
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
    const { button, path } = await open()
    await userEvent.click(await button('Next step'))
    clock.mockRestore()
    expect(path()).toBe('/')
  })
})
