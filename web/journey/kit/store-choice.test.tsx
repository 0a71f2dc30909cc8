import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import type { PublicStore } from '#sync/calls/public-catalog.ts'
import { startTexts } from './site-texts.ts'
import { StoreChoice } from './store-choice.tsx'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

it('a choice among many stores counts those that it leaves out, and brings them (SHELL-12)', async () => {
  const texts = await startTexts('en-GB', [])
  const place = document.body.appendChild(document.createElement('div'))
  const stores = Array.from({ length: 43 }, (_, at) => ({ id: `s${at}`, name: `Store ${at}`, street: null }))
  const read = () => Promise.resolve(stores as unknown as readonly PublicStore[])
  root = createRoot(place)
  root.render(
    <I18nextProvider i18n={texts}>
      <StoreChoice readStores={read} chosen={{ id: 's40', label: 'Store 40' }} onChoose={() => undefined} />
    </I18nextProvider>,
  )
  const listed = () => [...place.querySelectorAll('ul li')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(listed()).toHaveLength(31))
  expect(listed().at(-1)).toContain('Store 40')
  const others = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'and 12 others')
  others!.click()
  await vi.waitFor(() => expect(listed()).toHaveLength(43))
})
