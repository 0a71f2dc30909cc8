import { expect, it, vi } from 'vitest'
import { openOffice } from '#tests/support/office-page.tsx'
import { clearScreens, drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { StockFormPage } from './stock-form-page.tsx'

it('a name that another stock has is said to be taken, under the name and nowhere else (STOCK-05)', async () => {
  const taken = { code: 'STOCK_NAME_TAKEN', field: 'name' }
  const network = vi.fn<typeof fetch>(async () => Response.json(taken, { status: 422 }))
  const http = createHttp({ fetch: network, module: () => null, onSessionEnded: () => undefined })
  const user = { userType: 'warehouse_manager' } as StoredUser
  const { screen, path } = overPages(() => <StockFormPage id={null} />, ['/stocks/create', '/stocks'])
  const { place } = await drawScreen(screen, { language: 'en-GB', texts: ['errors', 'stock'], http, user })
  const name = await vi.waitUntil(() => place.querySelector('input'))
  expect(name.labels?.[0]?.textContent).toMatch(/^Name/)
  name.focus()
  document.execCommand('insertText', false, 'Shelf A')
  place.querySelector<HTMLButtonElement>('button[type="submit"]')!.click()
  await vi.waitFor(() => expect(name.ariaInvalid).toBe('true'))
  const told = [...place.querySelectorAll('[id$="-error"]')]
  expect(told.map(({ textContent }) => textContent)).toEqual(['This name is already taken'])
  expect(name.getAttribute('aria-describedby')?.split(' ')).toContain(told[0]!.id)
  expect(place.querySelector('[role="alert"]')).toBeNull()
  expect(name.value).toBe('Shelf A')
  expect(network).toHaveBeenCalledOnce()
  expect(path()).toBe('/stocks/create')
})

it('a stock without a name says so (STOCK-04), and asks the server nothing', async () => {
  const network = vi.fn<typeof fetch>()
  const http = createHttp({ fetch: network, module: () => null, onSessionEnded: () => undefined })
  const user = { userType: 'warehouse_manager' } as StoredUser
  const { screen } = overPages(() => <StockFormPage id={null} />, ['/stocks/create', '/stocks'])
  const { place } = await drawScreen(screen, { texts: ['errors', 'stock'], http, user })
  const submit = await vi.waitUntil(() => place.querySelector<HTMLButtonElement>('button[type="submit"]'))
  submit.click()
  const told = () => [...place.querySelectorAll('[id$="-error"]')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(told()).toEqual(['Ce champ est obligatoire et doit compter de 1 à 255 caractères.']))
  expect(network).not.toHaveBeenCalled()
})

it.each([
  [null, false],
  ['in_quarantine', true],
] as const)('the name of a stock that is native as %s is kept: %s (STOCK-07)', async (native, isKept) => {
  const stock = { id: 's', version: 1, warehouseId: 'w', warehouseName: 'Lyon', name: 'Quarantaine', native }
  const counts = { averageAgeDays: null, productCount: 0, ageCounts: [], stepCount: 0 }
  const answer = { ...stock, ...counts, identifier: null, location: null, createdAt: '2026-11-01T10:00:00.000Z' }
  const network = vi.fn<typeof fetch>(async () => Response.json(answer))
  const http = createHttp({ fetch: network, module: () => null, onSessionEnded: () => undefined })
  const user = { userType: 'warehouse_manager' } as StoredUser
  const { screen } = overPages(() => <StockFormPage id="s" />, ['/stocks/s/edit', '/stocks'])
  const { place } = await drawScreen(screen, { texts: ['errors', 'stock'], http, user })
  const name = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('form input'))
  expect(name.value).toBe('Quarantaine')
  expect(name.readOnly).toBe(isKept)
})

it('a stock is created with its place, and changed over the version that is shown (STOCK-02)', async () => {
  const kept = {
    id: 's',
    version: 3,
    warehouseId: 'w',
    warehouseName: 'Lyon',
    name: 'Réserve haute',
    identifier: null,
    location: 'Mezzanine',
    native: null,
    averageAgeDays: null,
    productCount: 0,
    ageCounts: [],
    stepCount: 0,
    createdAt: '2026-11-01T10:00:00.000Z',
  }
  const parts = { answer: () => kept, texts: ['stock'], userType: 'warehouse_manager', module: 'rps' } as const
  const created = await openOffice(() => <StockFormPage id={null} />, {
    ...parts,
    pages: ['/stocks/create', '/stocks'],
  })
  await created.fill('Nom', 'Réserve haute')
  await created.fill('Emplacement', 'Mezzanine')
  await created.press('Créer un stock')
  await vi.waitFor(() => expect(created.path()).toBe('/stocks'))
  expect(created.asked).toMatchObject([
    { method: 'POST', path: '/api/stocks', body: { name: 'Réserve haute', location: 'Mezzanine' } },
  ])
  clearScreens()

  const edited = await openOffice(() => <StockFormPage id="s" />, { ...parts, pages: ['/stocks/s/edit', '/stocks'] })
  await edited.fill('Identifiant', 'R-H')
  await edited.press('Enregistrer')
  await vi.waitFor(() => expect(edited.path()).toBe('/stocks'))
  expect(edited.asked.at(-1)).toMatchObject({
    method: 'PATCH',
    path: '/api/stocks/s',
    version: '"3"',
    body: { name: 'Réserve haute', identifier: 'R-H' },
  })
})
