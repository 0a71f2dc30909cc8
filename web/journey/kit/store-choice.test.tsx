import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import type { PublicStore } from '#sync/calls/public-catalog.ts'
import type { JourneySite } from '#sync/calls/journey.ts'
import { SiteContext } from './site.ts'
import { startTexts } from './site-texts.ts'
import { StoreChoice } from './store-choice.tsx'

const site = { branding: { currency: 'EUR' }, place: { timeZone: 'Europe/Paris' } } as unknown as JourneySite

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  vi.useRealTimers()
  document.body.innerHTML = ''
})

it('a choice among many stores counts those that it leaves out, and brings them (SHELL-12)', async () => {
  const texts = await startTexts('en-GB', [])
  const place = document.body.appendChild(document.createElement('div'))
  const stores = Array.from({ length: 43 }, (_, at) => ({ id: `s${at}`, name: `Store ${at}`, street: null }))
  const read = () => Promise.resolve(stores as unknown as readonly PublicStore[])
  root = createRoot(place)
  root.render(
    <SiteContext value={site}>
      <I18nextProvider i18n={texts}>
        <StoreChoice readStores={read} chosen={{ id: 's40', label: 'Store 40' }} onChoose={() => undefined} />
      </I18nextProvider>
    </SiteContext>,
  )
  const listed = () => [...place.querySelectorAll('ul li')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(listed()).toHaveLength(31))
  expect(listed().at(-1)).toContain('Store 40')
  const others = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'and 12 others')
  others!.click()
  await vi.waitFor(() => expect(listed()).toHaveLength(43))
})

it('a store says when it is open, its phone and its closed days, where they are known', async () => {
  const texts = await startTexts('en-GB', [])
  const place = document.body.appendChild(document.createElement('div'))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T13:30:00Z') })
  const openingHours = { days: [{ day: 2, opens: '14:00', closes: '19:00' }], closedOn: ['2026-12-08'] }
  const named = (name: string, visit: object) => ({ id: name, name, street: null, city: 'Lyon', ...visit })
  const stores = [
    named('Bellecour', { openingHours, phone: '+33 4 72 00 00 00', timeZone: 'Europe/Paris' }),
    named('Antilles', { openingHours, phone: null, timeZone: 'America/Guadeloupe' }),
    named('Silent', { openingHours: null, phone: null, timeZone: 'Europe/Paris' }),
  ]
  root = createRoot(place)
  root.render(
    <SiteContext value={site}>
      <I18nextProvider i18n={texts}>
        <StoreChoice
          readStores={() => Promise.resolve(stores as unknown as readonly PublicStore[])}
          chosen={null}
          onChoose={() => undefined}
        />
      </I18nextProvider>
    </SiteContext>,
  )
  const items = () => [...place.querySelectorAll('ul li')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(items()).toHaveLength(3))
  expect(items()[0]).toContain('Lyon · Open until 19:00')
  expect(items()[0]).toContain(
    'Mon closed\nTue 14:00–19:00\nWed–Sun closed\nClosed on 8 December 2026\n+33 4 72 00 00 00',
  )
  expect(items()[1]).toContain('Lyon · Closed, opens at 14:00')
  expect(items()[2]).toBe('SilentLyon')
})
