import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http.ts'
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
