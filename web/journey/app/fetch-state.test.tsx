import { afterEach, expect, it, vi } from 'vitest'
import { fetchState } from './fetch-state.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const json = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })

/** A server that answers the configuration as told; the addresses that were asked for, in order. */
function serve(configuration: () => Response): readonly string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    if (path === '/api/white-label/config') return Promise.resolve(configuration())
    if (path === '/api/branding') return Promise.resolve(json({ name: 'Maison', language: 'nl-BE' }))
    return Promise.resolve(
      json({ ord: { features: [] }, account: { companyCountry: 'BE', timeZone: 'Europe/Brussels' } }),
    )
  })
  return asked
}

it('asks for the configuration first, and then for the rest (PUB-38)', async () => {
  const asked = serve(() => json({ clientId: 'c' }))
  const { site } = await fetchState()
  expect(asked).toEqual(['/api/white-label/config', '/api/branding', '/api/webtoken-with-account-and-ord'])
  expect(site).toMatchObject({ whiteLabel: { clientId: 'c' }, settings: { features: [] }, place: { country: 'BE' } })
})

it.each([404, 500, 503])(
  'has no configuration, and asks for no visitor, where it is answered %i (PUB-45)',
  async (status) => {
    const asked = serve(() => json({ code: 'ANY' }, status))
    const { site } = await fetchState()
    expect(site).toMatchObject({ whiteLabel: null, settings: null })
    expect(asked).not.toContain('/api/webtoken-with-account-and-ord')
  },
)
