import { atom, useAtomValue } from 'jotai'
import { describe, expect, it, vi } from 'vitest'
import { config, itemRow, uuid } from '#tests/support/rows.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import type { ItemListPage, ListedItem } from '#web/local/list/list-query.ts'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import type { ItemSource } from './item-source.ts'
import { ItemsScreen } from './items-screen.tsx'
import { itemsQueryOf, type ItemsSearch } from './items-search.ts'

const searchAtom = atom<ItemsSearch>({})

const listed = (number: number): ListedItem => {
  const { id, code, imei, status, buybackStatus, stockId, warehouseId, destinationWarehouseId } = itemRow(number)
  return {
    id,
    code,
    imei,
    status,
    buybackStatus,
    stockId,
    warehouseId,
    destinationWarehouseId,
    buybackCode: code,
    serialNumber: null,
    brand: 'Fairphone',
    productLabel: `4 of row ${number}`,
    declaredGrade: null,
    declaredPriceCents: null,
    paidCents: null,
    plannedCostCents: 0,
    completedCostCents: 0,
    createdAtMs: 0,
    latestMoveAtMs: null,
    promisedOn: null,
    work: null,
    isMissing: false,
    isPending: false,
  }
}

const page: ItemListPage = {
  rows: [1, 2, 3].map(listed),
  total: 3,
  facets: { statuses: {}, stocks: {}, brands: {}, works: {} },
  itemCount: 3,
}

/** The list of the items on the server, which answers the first question; each later one is answered by the test. */
async function open() {
  const asked: {
    readonly search: string
    readonly limit: number
    readonly answer: PromiseWithResolvers<ItemListPage | null>
  }[] = []
  const source: ItemSource = {
    kind: 'server',
    subscribe: () => () => undefined,
    ask({ search }, _offset, limit) {
      const answer = Promise.withResolvers<ItemListPage | null>()
      asked.push({ search, limit, answer })
      if (asked.length === 1) answer.resolve(page)
      return answer.promise
    },
  }
  const [onOpen, onChange] = [vi.fn(), vi.fn()]
  const { hub, scan } = scannedInto()
  const user = { id: uuid(5, 1), userType: 'admin' } as StoredUser
  const engine = {
    subscribe: () => () => undefined,
    config: () => config,
    copyInfo: () => null,
    isCopyMissed: () => false,
  }
  function Screen() {
    const search = useAtomValue(searchAtom)
    const query = itemsQueryOf(search, 0, 'Europe/Paris')
    const rest = { isStarting: false, mayMove: true, onChange, onOpen }
    return (
      <ScannerContext value={hub}>
        <ItemsScreen source={source} search={search} query={query} {...rest} />
      </ScannerContext>
    )
  }
  const { place, session } = await drawScreen(overPages(Screen).screen, {
    language: 'en-GB',
    texts: ['item', 'warehouse'],
    user,
    engine,
  })
  const rows = () => [...place.querySelectorAll<HTMLElement>('[data-index]')]
  await vi.waitFor(() => expect(rows()).toHaveLength(3))
  const failure = () => place.querySelector('[role=alert]')
  const refuse = (at: number) => asked[at]!.answer.reject(new Error('the server is out of reach'))
  const askedFor = (count: number) => vi.waitFor(() => expect(asked).toHaveLength(count))
  const change = (search: ItemsSearch) => session.store.set(searchAtom, search)
  return { place, rows, failure, asked, askedFor, refuse, onOpen, change, onChange, scan }
}

describe('the items in stock', () => {
  it('are a failure where the server does not answer another question, and come at another try', async () => {
    const { place, rows, failure, asked, askedFor, refuse, change } = await open()
    change({ q: 'another' })
    await askedFor(2)
    expect(failure()).toBeNull()
    refuse(1)
    await vi.waitFor(() => expect(failure()?.textContent).toContain('This list is read from the server'))
    expect(place.querySelector('[role=grid]')).toBeNull()
    failure()!.querySelector('button')!.click()
    await askedFor(3)
    asked[2]!.answer.resolve({ ...page, rows: [listed(4)], total: 1 })
    await vi.waitFor(() => expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining('row 4')]))
    expect(failure()).toBeNull()
  })

  it('are no failure of the next question where the last one had no answer', async () => {
    const { failure, asked, askedFor, refuse, change } = await open()
    change({ q: 'another' })
    await askedFor(2)
    refuse(1)
    await vi.waitFor(() => expect(failure()).not.toBeNull())
    change({ q: 'a third' })
    await vi.waitFor(() => expect(asked.at(-1)?.search).toBe('a third'))
    expect(failure()).toBeNull()
  })

  it('are searched for by a code in place of what was typed just before it', async () => {
    const { place, onChange, scan } = await open()
    const field = place.querySelector<HTMLInputElement>('[data-search]')!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '2000')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    scan('20000018')
    await vi.waitFor(() => expect(field.value).toBe('20000018'))
    await new Promise((done) => setTimeout(done, 400))
    expect(onChange.mock.calls).toEqual([[{ q: '20000018' }]])
  })

  it('let the rows of the question before be looked at alone', async () => {
    const { rows, asked, askedFor, onOpen, change } = await open()
    const isPassing = () => rows()[0]!.closest('[role=rowgroup]')?.getAttribute('aria-busy')
    expect(isPassing()).toBe('false')
    change({ q: 'another' })
    await askedFor(2)
    expect(isPassing()).toBe('true')
    rows()[0]!.querySelector<HTMLElement>('[data-column=product]')!.click()
    rows()[0]!.querySelector('input')!.click()
    rows()[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    rows()[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(onOpen).not.toHaveBeenCalled()
    expect(rows()[0]!.querySelector('input')?.checked).toBe(false)
    asked[1]!.answer.resolve(page)
    await vi.waitFor(() => expect(isPassing()).toBe('false'))
    rows()[0]!.querySelector('input')!.click()
    await vi.waitFor(() => expect(rows()[0]!.querySelector('input')?.checked).toBe(true))
    rows()[0]!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(listed(1).id)
  })

  it('are not chosen for a question that has given way to another', async () => {
    const { place, rows, asked, askedFor, change } = await open()
    place.querySelector<HTMLInputElement>('[role=columnheader] input')!.click()
    await askedFor(2)
    change({ q: 'another' })
    await askedFor(3)
    asked[2]!.answer.resolve({ ...page, rows: [listed(4), listed(5)], total: 2 })
    await vi.waitFor(() => expect(rows()).toHaveLength(2))
    asked[1]!.answer.resolve(page)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(place.querySelector('[role=columnheader] input')).toHaveProperty('indeterminate', false)
    expect(place.textContent).not.toContain('Move')
  })

  it('say that a selection of all of them could not be read, until another try brings it', async () => {
    const { place, failure, rows, asked, askedFor, refuse } = await open()
    const tick = () => place.querySelector<HTMLInputElement>('[role=columnheader] input')!
    tick().click()
    await askedFor(2)
    refuse(1)
    await vi.waitFor(() => expect(failure()?.textContent).toContain('The selection could not be read'))
    expect(rows()).toHaveLength(3)
    tick().click()
    await askedFor(3)
    expect(asked[2]!.limit).toBe(200)
    asked[2]!.answer.resolve(page)
    await vi.waitFor(() => expect(tick().checked).toBe(true))
    expect(failure()).toBeNull()
    expect(place.textContent).not.toContain('At most')
  })

  it('say that a selection could not be read while the copy is being replaced, instead of choosing none', async () => {
    const { place, failure, asked, askedFor } = await open()
    place.querySelector<HTMLInputElement>('[role=columnheader] input')!.click()
    await askedFor(2)
    asked[1]!.answer.resolve(null)
    await vi.waitFor(() => expect(failure()?.textContent).toContain('The selection could not be read'))
  })

  it('are all chosen where some were chosen before, as after a return to the list', async () => {
    const { place, rows, asked, askedFor } = await open()
    const tick = () => place.querySelector<HTMLInputElement>('[role=columnheader] input')!
    rows()[0]!.querySelector('input')!.click()
    await vi.waitFor(() => expect(tick().indeterminate).toBe(true))
    tick().click()
    await askedFor(2)
    asked[1]!.answer.resolve(page)
    await vi.waitFor(() => expect(tick().checked).toBe(true))
    expect(place.textContent).toContain('Move')
    tick().click()
    await vi.waitFor(() => expect([tick().checked, tick().indeterminate]).toEqual([false, false]))
  })

  it('say how many a selection of all of them holds at most, where there are more', async () => {
    const { place, rows, asked, askedFor } = await open()
    place.querySelector<HTMLInputElement>('[role=columnheader] input')!.click()
    await askedFor(2)
    asked[1]!.answer.resolve({ ...page, total: 201 })
    await vi.waitFor(() => expect(place.textContent).toContain('At most 200 at a time'))
    rows()[0]!.querySelector('input')!.click()
    await vi.waitFor(() => expect(place.textContent).not.toContain('At most'))
  })
})
