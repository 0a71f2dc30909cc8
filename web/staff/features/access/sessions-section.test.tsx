import { expect, it, vi } from 'vitest'
import { openOffice } from '#tests/support/office-page.tsx'
import { getDeviceId } from '#web/local/device/device-id.ts'
import { SessionsSection } from './sessions-section.tsx'

const chrome = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const times = { startedAt: '2026-11-18T08:00:00Z', lastSeenAt: '2026-11-18T09:00:00Z' }

it('each session but this one, and each device, is ended by its own button', async () => {
  let sessions = [
    { id: 'here', isThis: true, module: 'root', ...times, userAgent: null },
    { id: 'there', isThis: false, module: 'rps', ...times, userAgent: chrome },
  ]
  let devices = [{ id: 'handheld', since: times.startedAt, lastUsedAt: null }]
  const { asked, place, heading } = await openOffice(SessionsSection, {
    answer: ({ method, path }) => {
      if (method === 'GET') return { sessions, devices }
      if (path.includes('/devices/')) devices = []
      else sessions = sessions.filter(({ isThis }) => isThis)
      return new Response(null, { status: 204 })
    },
    texts: ['access'],
  })
  await heading('Sessions et appareils')
  const buttons = () => [...place.querySelectorAll<HTMLButtonElement>('button')]
  expect(buttons().map(({ ariaLabel }) => ariaLabel)).toEqual([
    expect.stringContaining('Chrome, Android'),
    expect.stringContaining('Appareil'),
  ])
  buttons()[0]!.click()
  await vi.waitUntil(() => buttons().length === 1)
  buttons()[0]!.click()
  await vi.waitUntil(() => buttons().length === 0)
  expect(asked.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/session/list/there/end',
    '/api/session/devices/handheld/end',
  ])
})

it('the device in hand is marked', async () => {
  const devices = [
    { id: 'another', since: times.startedAt, lastUsedAt: null },
    { id: await getDeviceId(), since: times.startedAt, lastUsedAt: null },
  ]
  const { place, heading } = await openOffice(SessionsSection, {
    answer: () => ({ sessions: [], devices }),
    texts: ['access'],
  })
  await heading('Sessions et appareils')
  await vi.waitUntil(() => place.textContent.includes('cet appareil'))
  expect(place.textContent.match(/cet appareil/g)).toHaveLength(1)
})

it('a list that could not be read is asked for again', async () => {
  let isAway = true
  const { place, press, says } = await openOffice(SessionsSection, {
    answer: () => (isAway ? null : { sessions: [], devices: [{ id: 'x', since: times.startedAt, lastUsedAt: null }] }),
    texts: ['access'],
  })
  await vi.waitUntil(() => place.querySelector('button'), { timeout: 10_000 })
  isAway = false
  await press('Réessayer')
  await says(/Appareil qui envoie/)
})
