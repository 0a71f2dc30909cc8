import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { FoundRelayPoint } from '#domain/circuit/relay-points.ts'
import type { JourneySite } from '#sync/calls/journey.ts'
import { RelayPointChoice } from './relay-point-choice.tsx'
import { SiteContext } from './site.ts'
import { startTexts } from './site-texts.ts'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

const point = (reference: string, name: string, distanceKm: number): FoundRelayPoint => ({
  reference,
  name,
  street: '3 quai Ouest',
  zipCode: '59000',
  city: 'Lille',
  country: 'FR',
  latitude: 50.63,
  longitude: 3.06,
  openingHours: '7/7',
  distanceKm,
})
const points = [point('P1', 'Tabac du Port', 0.4), point('P2', 'Presse Gare', 1.2)]

it.each([true, false])('points near a place are listed and one is chosen, map of the account: %s', async (hasMap) => {
  const texts = await startTexts('en-GB', [])
  const place = document.body.appendChild(document.createElement('div'))
  const site = {
    branding: { currency: 'EUR' },
    place: { timeZone: 'Europe/Paris' },
    mapTiles: null,
    whiteLabel: { dropOffLocationsMapEnabled: hasMap },
  } as unknown as JourneySite
  const readPoints = vi.fn(() => Promise.resolve(points))
  const onChoose = vi.fn()
  root = createRoot(place)
  root.render(
    <SiteContext value={site}>
      <I18nextProvider i18n={texts}>
        <RelayPointChoice readPoints={readPoints} chosen={null} onChoose={onChoose} />
      </I18nextProvider>
    </SiteContext>,
  )
  const near = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('form input'))
  await userEvent.fill(near, 'Lille')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(place.querySelector('[role=status]')?.textContent).toBe('2 parcel points'))
  expect(readPoints).toHaveBeenCalledWith('Lille')
  const map = () => place.querySelector('[role=region][aria-label="Map of the parcel points"]')
  if (hasMap) await vi.waitFor(() => expect(map()?.textContent).toContain('Presse Gare'))
  else expect(map()).toBeNull()
  const one = [...place.querySelectorAll('ul button')].find(({ textContent }) => textContent.includes('Presse Gare'))
  expect(one?.textContent).toContain('1.2 km')
  ;(one as HTMLButtonElement).click()
  const { distanceKm: _distance, ...kept } = points[1]!
  await vi.waitFor(() => expect(onChoose).toHaveBeenCalledWith(kept))
})
