import { QueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { UserType } from '#domain/organization/user-type.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { LcmSettingsPage } from './lcm-settings-page.tsx'
import { storedDetail, storedPaymentRule, storedSignInRules, storedWhiteLabel } from './settings.fixture.ts'
import { TimSettingsPage } from './tim-settings-page.tsx'

interface Sent {
  readonly path: string
  readonly version: string | null
  readonly body: unknown
}

interface Opened {
  readonly page?: () => ReactNode
  readonly userType?: UserType
  /** A call that the server fails at. */
  readonly failing?: (path: string, method: string) => boolean
  readonly hasBuyer?: boolean
}

/** A settings page over a server whose settings another user may change. */
async function open({ page: Screen = TimSettingsPage, userType = 'admin', failing, hasBuyer = true }: Opened = {}) {
  let detail = storedDetail()
  let whiteLabel = storedWhiteLabel()
  const sent: Sent[] = []
  let rules = storedSignInRules()
  let paymentRule = storedPaymentRule()
  const stored = (path: string) =>
    path.endsWith('white-label')
      ? whiteLabel
      : path.endsWith('sign-in-rules')
        ? rules
        : path.endsWith('payment-rule')
          ? paymentRule
          : detail
  const http = createHttp({
    fetch: async (url, init) => {
      const path = new URL(url as string, location.origin).pathname
      const method = init?.method ?? 'GET'
      if (failing?.(path, method) === true) return Response.json({ code: 'SERVER_ERROR' }, { status: 500 })
      if (path === '/api/branding') return Response.json({ code: 'SERVER_ERROR' }, { status: 500 })
      if (path === '/api/legal-files') return Response.json({ files: [], isScanned: true })
      if (path.includes('by-buyer')) return Response.json({ byBuyerFeatureAvailable: hasBuyer })
      if (method === 'GET') return Response.json(stored(path))
      const version = new Headers(init?.headers).get('if-match')
      const body: object = await new Response(init?.body ?? null).json()
      sent.push({ path, version, body })
      const present = stored(path)
      if (version !== `"${present.version}"`)
        return Response.json({ code: 'REQUEST_VERSION_CONFLICT', message: '' }, { status: 412 })
      const next = { ...present, ...body, version: present.version + 1 }
      if (path.endsWith('white-label')) whiteLabel = next as never
      else if (path.endsWith('sign-in-rules')) rules = next as never
      else if (path.endsWith('payment-rule')) paymentRule = next as never
      else detail = next as never
      return Response.json(next)
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { screen, path } = overPages(
    () => (
      <>
        <Link to="/home">away</Link>
        <Screen />
      </>
    ),
    ['/settings/tim/general', '/home'],
  )
  const { place } = await drawScreen(screen, {
    language: 'en-GB',
    texts: ['errors', 'settings', 'connector', 'organization'],
    http,
    queries,
    user: signedInUser({ module: 'root', userType }),
  })
  const field = (label: string) =>
    vi.waitUntil(() =>
      [...place.querySelectorAll('input')].find(({ labels }) =>
        [...(labels ?? [])].some(({ textContent }) => textContent.startsWith(label)),
      ),
    )
  const button = (name: string, within: ParentNode = document) =>
    vi.waitUntil(() => [...within.querySelectorAll('button')].find(({ textContent }) => textContent === name))
  return {
    place,
    path,
    sent,
    field,
    fill: async (label: string, text: string) => userEvent.fill(await field(label), text),
    press: async (name: string, within?: ParentNode) => (await button(name, within)).click(),
    says: (text: string) => vi.waitFor(() => expect(place.textContent).toContain(text)),
    changedByAnother: (part: Partial<typeof detail>) => {
      detail = { ...detail, ...part, version: detail.version + 1 }
    },
  }
}

const detailPath = `/api/organization-root-details/${storedDetail().id}`
const whiteLabelPath = `/api/accounts/${storedDetail().accountId}/white-label`

describe('the settings of stores (SET-07)', () => {
  it('show what is paid for and how to ask for it; the platform is led to where it is set', async () => {
    const asked = await open({ userType: 'root_management_unit_manager' })
    await asked.says('Payment bonus')
    await asked.says('ask your Reprise contact')
    expect(asked.place.querySelector('a[href*="/connectors/"]')).toBeNull()
    const { place, says } = await open({ userType: 'admin' })
    await says('You are an administrator of the platform')
    const account = signedInUser().viewedAccountId
    expect(place.querySelector(`a[href="/connectors/${account}/connectors"]`)).not.toBeNull()
  })

  it('save what has changed over the versions that were read, each part in one call', { tags: ['slow'] }, async () => {
    const { fill, press, says, sent } = await open()
    await fill('Minimum cart amount', '25')
    await fill('Tag manager id', 'gtm-abc1234')
    await says('Unsaved changes')
    await press('Save')
    await says('Settings saved')
    expect(sent).toEqual([
      { path: detailPath, version: '"1"', body: { cartMinValue: 2_500 } },
      { path: whiteLabelPath, version: '"1"', body: { tagManagerId: 'GTM-ABC1234' } },
    ])
    await press('Save')
    await says('nothing has changed')
    expect(sent).toHaveLength(2)
  })

  it('give customers the days that are chosen to hand a product over', { tags: ['slow'] }, async () => {
    const { field, press, says, sent } = await open()
    const days = await field('Time to hand the product over')
    expect(days.value).toBe('15 days')
    days.click()
    const offered = () => [...document.querySelectorAll<HTMLElement>('[role=option]')]
    await vi.waitFor(() => expect(offered()).not.toEqual([]))
    expect(offered()[0]?.textContent).toBe('5 days')
    offered()
      .find(({ textContent }) => textContent === '21 days')!
      .click()
    await vi.waitFor(() => expect(days.value).toBe('21 days'))
    await press('Save')
    await says('Settings saved')
    expect(sent).toMatchObject([{ path: detailPath, body: { sendWithinDays: 21 } }])
  })

  it('save a legal text in another language, and lead to one that is too long', { tags: ['slow'] }, async () => {
    const { place, press, says, sent } = await open()
    const terms = () =>
      vi.waitUntil(() =>
        [...place.querySelectorAll('textarea')].find(({ labels }) => labels[0]?.textContent === 'Terms of use'),
      )
    const show = async (language: string) => {
      const tab = await vi.waitUntil(() =>
        [...place.querySelectorAll<HTMLElement>('[role=tab]')].find(({ textContent }) =>
          textContent.startsWith(language),
        ),
      )
      await userEvent.click(tab)
    }
    await show('Deutsch')
    await vi.waitFor(async () => expect((await terms()).lang).toBe('de-DE'))
    await userEvent.fill(await terms(), 'Rechte')
    await press('Save')
    await says('Settings saved')
    expect(sent).toEqual([
      { path: detailPath, version: '"1"', body: { translations: { 'de-DE': { eula: 'Rechte' } } } },
    ])
    await userEvent.fill(await terms(), 'x'.repeat(200_001))
    await show('Français')
    await press('Save')
    await vi.waitFor(async () => expect([(await terms()).lang, (await terms()).ariaInvalid]).toEqual(['de-DE', 'true']))
    expect(sent).toHaveLength(1)
  })

  it('demand a second factor of the user types that are ticked', async () => {
    const { field, press, says, sent } = await open()
    const analyst = await field('Head office analyst')
    analyst.click()
    await says('Unsaved changes')
    await press('Save')
    await says('Settings saved')
    const path = `/api/accounts/${storedDetail().accountId}/sign-in-rules`
    expect(sent).toEqual([{ path, version: '"0"', body: { secondFactorTypes: ['root_management_unit_analyst'] } }])
  })

  it('set when sessions end that nobody uses', async () => {
    const { field, press, says, sent } = await open()
    const idle = await field('In the office, unused for')
    expect(idle.value).toBe('30 minutes')
    expect((await field('In stores and warehouses, at the latest after the sign-in')).value).toBe('7 days')
    await userEvent.click(idle)
    const hour = await vi.waitUntil(() => {
      // The options of a field that is scrolled away are hidden, and what is above it on this page may still grow.
      idle.scrollIntoView({ block: 'center' })
      return [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
        (option) => option.textContent === '1 hour' && option.checkVisibility(),
      )
    })
    hour.click()
    await says('Unsaved changes')
    await press('Save')
    await says('Settings saved')
    const path = `/api/accounts/${storedDetail().accountId}/sign-in-rules`
    expect(sent).toEqual([{ path, version: '"0"', body: { officeIdleMinutes: 60 } }])
  })

  it('ask for two people above an amount, and say that a change waits for the second one', async () => {
    const { field, fill, press, says, sent } = await open()
    ;(await field('Two people above an amount')).click()
    await fill('Above', '500.25')
    await press('Save')
    await says('Settings saved')
    const path = `/api/accounts/${storedDetail().accountId}/payment-rule`
    expect(sent).toEqual([{ path, version: '"0"', body: { releaseAboveCents: 50_025 } }])
  })

  it('send no amount of the rule that is none', async () => {
    const { field, fill, press, says, sent } = await open()
    ;(await field('Two people above an amount')).click()
    await fill('Above', '')
    await press('Save')
    await says('Enter an amount of at most two decimals.')
    expect(sent).toEqual([])
  })

  it('send nothing of what is wrong, and go to the first field of it (SET-08)', async () => {
    const { fill, press, says, sent, field } = await open()
    await fill('Minimum cart amount', '12.5')
    await press('Save')
    await says('Enter a whole amount')
    await vi.waitFor(async () => expect(document.activeElement).toBe(await field('Minimum cart amount')))
    expect(sent).toEqual([])
  })

  it('keep what was typed where another user was faster, and offer the newest', { tags: ['slow'] }, async () => {
    const { fill, press, says, field, changedByAnother, place } = await open()
    await fill('Support e-mail', 'mine@shop.example')
    changedByAnother({ sellerSupportEmail: 'theirs@shop.example' })
    await press('Save')
    await says('Somebody changed this in the meantime')
    expect((await field('Support e-mail')).value).toBe('mine@shop.example')
    await press('Reload')
    await vi.waitFor(async () => expect((await field('Support e-mail')).value).toBe('theirs@shop.example'))
    expect(place.querySelector('[role="alert"]')).toBeNull()
  })

  it('say that the white label could not be read, and save the rest (SET-10)', async () => {
    const { fill, press, says, sent } = await open({ failing: (path) => path === whiteLabelPath })
    await says('The white label could not be read')
    await says('Failed to get WhiteLabelConfig')
    await fill('Minimum cart amount', '25')
    await press('Save')
    await says('Settings saved')
    expect(sent).toHaveLength(1)
  })

  it('say that the white label was not saved, and keep what was typed (SET-10)', async () => {
    const failing = (path: string, method: string) => path === whiteLabelPath && method === 'PATCH'
    const { fill, press, says, field } = await open({ failing })
    await fill('Consent tool id', 'abc')
    await press('Save')
    await says('The white label was not saved (Failed to get WhiteLabelConfig)')
    expect((await field('Consent tool id')).value).toBe('abc')
    await says('Unsaved changes')
  })

  it('ask before they are left with something unsaved', { tags: ['slow'] }, async () => {
    const { fill, press, place, path } = await open()
    await fill('Support e-mail', 'mine@shop.example')
    const dialog = async () => {
      place.querySelector('a')?.click()
      return vi.waitUntil(() => document.querySelector('[role="dialog"]'))
    }
    await press('Stay on the page', await dialog())
    await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
    expect(path()).toBe('/settings/tim/general')
    await press('Leave without saving', await dialog())
    await vi.waitFor(() => expect(path()).toBe('/home'))
  })

  it('can only be read without the permission to change them', async () => {
    const { field, says, place } = await open({ userType: 'root_management_unit_analyst' })
    await says('not change them')
    expect((await field('Minimum cart amount')).readOnly).toBe(true)
    expect([...place.querySelectorAll<HTMLInputElement>('[role="switch"]')].every(({ disabled }) => disabled)).toBe(
      true,
    )
    expect(place.querySelector('button[type="submit"]')).toBeNull()
  })
})

describe('the settings of buyer and workshop (SET-07)', () => {
  it('save the requirement of check-in and what is said of comments', async () => {
    const { field, press, says, sent } = await open({ page: LcmSettingsPage })
    ;(await field('Disabled')).click()
    ;(await field('Comment mandatory')).click()
    await press('Save')
    await says('Settings saved')
    const body = { warehouseCheckinRequirement: 'disabled', isWarehouseCommentMandatory: true }
    expect(sent).toEqual([{ path: detailPath, version: '"1"', body }])
  })

  it('leave payment by the buyer off where no buyer works with the account (API-10)', async () => {
    const { field, says } = await open({ page: LcmSettingsPage, hasBuyer: false })
    await says('No buyer is linked')
    expect((await field('Payment by the buyer')).disabled).toBe(true)
  })
})
