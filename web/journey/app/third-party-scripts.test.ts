import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { WhiteLabel } from '#sync/calls/journey.ts'
import { startThirdPartyScripts } from './third-party-scripts.ts'

interface Others {
  axeptioSettings?: { readonly clientId: string }
  _axcb?: ((tool: object) => void)[]
  dataLayer?: readonly { readonly event?: string }[]
}

let page: Others
let loaded: string[]
const reload = vi.fn()

beforeEach(() => {
  page = {}
  loaded = []
  reload.mockReset()
  vi.stubGlobal('window', page)
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('document', {
    querySelector: (selector: string) => loaded.find((address) => selector.includes(address)) ?? null,
    createElement: () => ({}),
    head: { append: ({ src }: { readonly src: string }) => loaded.push(src) },
  })
})
afterEach(() => vi.unstubAllGlobals())

const start = (ids: Pick<WhiteLabel, 'axeptioId' | 'tagManagerId'>) => startThirdPartyScripts(ids as WhiteLabel)
const [manager, consent] = ['https://www.googletagmanager.com/gtm.js?id=GTM-TEST', 'https://static.axept.io/sdk.js']

it('the tag manager starts alone where the consent tool has no id (PUB-39)', () => {
  start({ tagManagerId: 'GTM-TEST', axeptioId: null })
  expect(loaded).toEqual([manager])
  expect(page.dataLayer).toMatchObject([{ event: 'gtm.js' }])
  expect(page).not.toHaveProperty('axeptioSettings')
})

it('the consent tool starts alone where the tag manager has no id (PUB-39)', () => {
  start({ tagManagerId: null, axeptioId: 'axeptio-test' })
  expect(loaded).toEqual([consent])
  expect(page.axeptioSettings).toEqual({ clientId: 'axeptio-test' })
  expect(page).not.toHaveProperty('dataLayer')
})

it('neither is loaded twice', () => {
  start({ tagManagerId: 'GTM-TEST', axeptioId: 'axeptio-test' })
  start({ tagManagerId: 'GTM-TEST', axeptioId: 'axeptio-test' })
  expect(loaded).toEqual([consent, manager])
})

it('the page reloads once the consent tool has saved that analytics are accepted, and not for other vendors (PUB-43)', () => {
  start({ tagManagerId: null, axeptioId: 'axeptio-test' })
  const save = (vendors: Readonly<Record<string, boolean>>): void => {
    const on = (event: string, told: (saved: object) => void): void => {
      if (event === 'consent:saved') told({ preferences: { vendors } })
    }
    for (const give of page._axcb ?? []) give({ on })
  }
  save({ google_analytics: false, facebook_pixel: true })
  expect(reload).not.toHaveBeenCalled()
  save({ google_analytics: true })
  expect(reload).toHaveBeenCalledOnce()
})
