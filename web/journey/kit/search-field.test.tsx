import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { plainPlace, type JourneySite } from '#sync/calls/journey.ts'
import type { Suggestions } from '#sync/calls/search-suggestions.ts'
import type { PublicApi } from './public-api.ts'
import { SearchField } from './search-field.tsx'
import { SiteApiContext } from './site-api.ts'
import { SiteContext } from './site.ts'
import { startTexts } from './site-texts.ts'

const phone = (label: string) => ({
  id: label,
  slug: label.toLowerCase().replaceAll(' ', '-'),
  label,
  brand: 'Apple',
  model: null,
  categoryId: 'phones',
  categoryName: 'Phones',
  image: null,
  bestPriceCents: 36_000,
})
const suggested: Suggestions = {
  products: [phone('iPhone 13'), phone('iPhone 14')],
  brands: [{ value: 'iPhony', count: 12 }],
  categories: [{ id: 'phones', name: 'iPhones', slug: 'phones', count: 20 }],
  total: 32,
}
const nothing: Suggestions = { products: [], brands: [], categories: [], total: 0 }

interface Asked {
  readonly query: string
  readonly signal: AbortSignal | undefined
  answer(found: Suggestions): void
  fail(): void
}

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

async function drawField(site: object = {}) {
  const asked: Asked[] = []
  const get = (_path: string, { query, signal }: { query?: { query?: string }; signal?: AbortSignal }) =>
    new Promise((resolve, reject) => {
      asked.push({
        query: query?.query ?? '',
        signal,
        answer: resolve,
        fail: () => reject(new Error('no network')),
      })
    })
  const texts = await startTexts('en-GB', ['journey'])
  const history = createMemoryHistory()
  const component = () => <SearchField />
  const routeTree = createRootRoute({ component, notFoundComponent: component })
  const router = createRouter({ routeTree, history })
  const value = { branding: { currency: 'EUR' }, place: plainPlace, settings: null, ...site }
  const place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  root.render(
    <SiteContext value={value as unknown as JourneySite}>
      <I18nextProvider i18n={texts}>
        <SiteApiContext value={{ get } as unknown as PublicApi}>
          <RouterProvider router={router as never} />
        </SiteApiContext>
      </I18nextProvider>
    </SiteContext>,
  )
  await vi.waitFor(() => expect(place.querySelector('input')).not.toBeNull())
  const field = place.querySelector('input')!
  const options = () => [...place.querySelectorAll('[role=option]')]
  /** Types the text in place of what is there, waits for its question and answers it. */
  const propose = async (text: string, found: Suggestions) => {
    await userEvent.fill(field, text)
    await vi.waitFor(() => expect(asked.at(-1)?.query).toBe(text))
    asked.at(-1)!.answer(found)
  }
  const listed = async (text = 'ip') => {
    await propose(text, suggested)
    await vi.waitFor(() => expect(options()).toHaveLength(4))
  }
  const active = () => {
    const id = field.getAttribute('aria-activedescendant')
    return id === null ? null : (document.getElementById(id)?.getAttribute('aria-selected') ?? 'nothing')
  }
  return { place, field, asked, options, propose, listed, active, address: () => history.location.href }
}

it('proposes products, brands and categories for what is typed, in named groups', async () => {
  const { place, field, options, listed } = await drawField()
  expect([field.getAttribute('role'), field.getAttribute('aria-expanded')]).toEqual(['combobox', 'false'])
  await listed()
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(place.querySelector(`#${CSS.escape(field.getAttribute('aria-controls')!)}`)?.role).toBe('listbox')
  expect(options().map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Apple iPhone 13'),
    expect.stringContaining('Apple iPhone 14'),
    expect.stringContaining('iPhony'),
    expect.stringContaining('iPhones'),
  ])
  expect(options()[0]!.textContent).toContain('€360')
  const groups = [...place.querySelectorAll('[role=group]')].map((group) => group.getAttribute('aria-label'))
  expect(groups).toEqual(['Products', 'Brands', 'Categories'])
  expect(place.querySelector('[role=status]')!.textContent).toBe('4 suggestions: choose with the arrow keys')
})

it.each([
  ['{ArrowDown}{Enter}', '/buyback/create/iPhone%2013/iphone-13'],
  ['{ArrowDown}{ArrowDown}{ArrowDown}{Enter}', '/buyback/search/products?brand=%5B%22iPhony%22%5D'],
  ['{ArrowUp}{Enter}', '/buyback/search/products?category=phones'],
  // Past the last one stands the field, and what was typed is searched.
  ['{ArrowUp}{ArrowDown}{Enter}', '/buyback/search/products?query=ip'],
  ['{Enter}', '/buyback/search/products?query=ip'],
])('%s leads to %s', async (keys, expected) => {
  const { field, listed, address, options } = await drawField()
  await listed()
  field.focus()
  await userEvent.keyboard(keys)
  await vi.waitFor(() => expect(address()).toBe(expected))
  expect(options()).toHaveLength(0)
})

it('the arrows name the option to the reader, Escape closes the list and keeps the words', async () => {
  const { field, listed, active, options } = await drawField()
  await listed()
  expect(active()).toBeNull()
  field.focus()
  await userEvent.keyboard('{ArrowDown}')
  await vi.waitFor(() => expect(active()).toBe('true'))
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(options()).toHaveLength(0))
  expect([field.value, field.getAttribute('aria-expanded'), active()]).toEqual(['ip', 'false', null])
})

it('a press on a suggestion opens it', async () => {
  const { options, listed, address } = await drawField()
  await listed()
  await userEvent.click(options()[1]!)
  await vi.waitFor(() => expect(address()).toBe('/buyback/create/iPhone%2014/iphone-14'))
})

it('the answer to fewer letters is dropped once more have been typed', async () => {
  const { field, asked, options } = await drawField()
  await userEvent.fill(field, 'ip')
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await userEvent.fill(field, 'galaxy')
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[0]!.signal!.aborted).toBe(true)
  asked[1]!.answer({ ...nothing, products: [phone('Galaxy')] })
  await vi.waitFor(() => expect(options()).toHaveLength(1))
  asked[0]!.answer(suggested)
  await new Promise((resume) => setTimeout(resume, 50))
  expect(options().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Galaxy')])
})

it('letters that follow each other at once are one question', async () => {
  const { field, asked } = await drawField()
  for (const text of ['ip', 'iph', 'ipho']) {
    field.value = text
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  await vi.waitFor(() => expect(asked.map(({ query }) => query)).toEqual(['ipho']))
})

it.each(['i', ' ', '351696201234564'])('«%s» asks for nothing', async (text) => {
  const { field, asked, propose } = await drawField()
  await userEvent.fill(field, text)
  await propose('ip', nothing)
  expect(asked.map(({ query }) => query)).toEqual(['ip'])
})

it('no list stands there where nothing is found or the server is not reached', async () => {
  const { field, options, propose, listed, asked } = await drawField()
  await listed()
  await propose('iq', nothing)
  await vi.waitFor(() => expect(options()).toHaveLength(0))
  await listed()
  await userEvent.fill(field, 'ipx')
  await vi.waitFor(() => expect(asked.at(-1)?.query).toBe('ipx'))
  asked.at(-1)!.fail()
  await vi.waitFor(() => expect(options()).toHaveLength(0))
  expect(field.getAttribute('aria-expanded')).toBe('false')
})
