import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import type { SftpAccessAnswer } from '#sync/calls/sftp.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { SftpPage } from './sftp-page.tsx'

const server = { host: 'sftp.example', port: 2222, fingerprint: 'SHA256:abc' }
const inactive: SftpAccessAnswer = {
  version: 4,
  active: false,
  userName: 'maison-0bp1cq',
  changedAt: '2026-11-01T10:00:00.000Z',
  changedBy: 'Zoé Müller',
  lastSignInAt: null,
  organizationId: '019a6410-0000-7000-8000-000000000001',
  server,
}
const active = { ...inactive, active: true, version: 5 }

/** The page over a server that reads `stored` and gives each change the next of `answers`. */
async function open(
  stored: SftpAccessAnswer | Response,
  answers: readonly Response[] = [],
  userType: 'admin' | 'root_management_unit_analyst' = 'admin',
  organizationId?: string,
) {
  const changes: { readonly path: string; readonly version: string | null }[] = []
  const left = [...answers]
  const http = createHttp({
    fetch: async (address, init) => {
      if (init?.method !== 'POST') return stored instanceof Response ? stored.clone() : Response.json(stored)
      changes.push({ path: address as string, version: new Headers(init.headers).get('if-match') })
      return left.shift() ?? Response.error()
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place, queries } = await drawScreen(
    overPages(() => <SftpPage {...(organizationId !== undefined && { organizationId })} />, ['/settings/sftp']).screen,
    {
      language: 'en-GB',
      texts: ['errors', 'sftp'],
      http,
      queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
      user: signedInUser({ module: 'root', userType, enabledPremiumFeatures: ['sftp_access'] }),
    },
  )
  const button = (name: string) =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  const press = async (name: string) => {
    await vi.waitFor(() => expect(button(name)).toBeDefined())
    button(name)!.click()
  }
  const says = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text))
  return { place, queries, changes, button, press, says }
}
const refusal = (code: string, status: number) => Response.json({ code, message: code }, { status })

describe('the page of SFTP access (CONN-18)', () => {
  it('shows a password once, and keeps it nowhere but on the page', async () => {
    const password = 'aaaaa-bbbbb-ccccc-ddddd-eeeee'
    const { press, says, changes, queries, place } = await open(inactive, [Response.json({ ...active, password })])
    await press('Enable access')
    await press('Enable')
    await says(password)
    await says('never shown again')
    expect(changes).toEqual([{ path: '/api/sftp-access/enable', version: '"4"' }])
    const kept = [...queries.getQueryCache().getAll()].map(({ state }) => state.data)
    expect(JSON.stringify(kept)).not.toContain(password)
    await press('I have kept it')
    await vi.waitFor(() => expect(place.textContent).not.toContain(password))
    await says('Disable')
  })

  it('says that another user was first, and asks again', async () => {
    const { press, says, button } = await open(active, [refusal('REQUEST_VERSION_CONFLICT', 412)])
    await press('Disable')
    await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
    const confirm = [...document.querySelectorAll<HTMLElement>('[role=dialog] button')].at(-1)
    confirm!.click()
    await says('Somebody changed')
    expect(button('New password')).toBeDefined()
  })

  it('offers no change to who may not make one, and says where no server serves', async () => {
    const reader = await open(active, [], 'root_management_unit_analyst')
    await reader.says('maison-0bp1cq')
    for (const name of ['Disable', 'New password', 'Enable access']) expect(reader.button(name)).toBeUndefined()
  })

  it('says where the server runs without SFTP, and lets an open access be closed there', async () => {
    const { says, button } = await open({ ...active, server: null })
    await says('This server runs without SFTP')
    expect(button('New password')?.disabled).toBe(true)
    expect(button('Disable')?.disabled).toBe(false)
  })

  it('is the account’s own: by its top entity, and of no other organisation (CONN-04)', async () => {
    await (await open(active, [], 'admin', active.organizationId ?? undefined)).says('maison-0bp1cq')
    const other = await open(active, [], 'admin', '019a6410-0db2-7c2b-bc96-49f2e604f79e')
    await other.says('Unknown organisation')
  })

  it('says what the account has not, what the user may not, and what failed', async () => {
    await (await open(refusal('SFTP_FEATURE_MISSING', 403))).says('Option not included')
    await (await open(refusal('ACCESS_PERMISSION_MISSING', 403))).says('do not allow')
    const failed = await open(refusal('SERVER_ERROR', 500))
    await vi.waitFor(() => expect(failed.place.querySelector('[role=alert]')).not.toBeNull())
    expect(failed.button('Try again')).toBeDefined()
  })
})
