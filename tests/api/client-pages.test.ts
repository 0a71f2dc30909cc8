import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { ClientPages } from '#sync/calls/client-pages.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'

let api: TestApi
let admin: TestSession

beforeAll(async () => {
  api = await createTestApi()
  admin = await api.signIn('admin')
})
afterAll(() => api.close())

const headers = (version: number) => ({ 'content-type': 'application/merge-patch+json', 'if-match': `"${version}"` })
const path = (id: string) => `/api/accounts/${id}/pages`
const read = async (id: string) => (await (await admin.request(path(id))).json()) as ClientPages

describe('the public pages of a client (ORG-02)', () => {
  it('are read and changed for any client, and what is not named stays', async () => {
    const { id } = api.accounts.other
    const before = await read(id)
    const json = { eula: '<p>Règles</p>', noSearchResultDescription: null }
    const changed = await admin.request(path(id), { method: 'PATCH', json, headers: headers(before.version) })
    expect(changed.status).toBe(200)
    expect(await read(id)).toMatchObject({ ...before, ...json, version: before.version + 1 })
    const own = await read(api.accounts.retailer.id)
    expect(own.eula).not.toBe(json.eula)
    const late = await admin.request(path(id), { method: 'PATCH', json, headers: headers(before.version) })
    expect([late.status, ((await late.json()) as { code: string }).code]).toEqual([412, 'REQUEST_VERSION_CONFLICT'])
  })

  it('take no other setting, and no text beyond its limit', async () => {
    const { id } = api.accounts.other
    const { version } = await read(id)
    const statusOf = async (json: object) =>
      (await admin.request(path(id), { method: 'PATCH', json, headers: headers(version) })).status
    expect(await statusOf({ enabledPremiumFeatures: ['sftp_access'] })).toBe(400)
    expect(await statusOf({ eula: 'a'.repeat(200_001) })).toBe(422)
    expect(await statusOf({ eula: 'a'.repeat(200_000) })).toBe(200)
    expect((await admin.request(path(newId()))).status).toBe(404)
  })

  it('are nobody’s but those of whoever administers clients', async () => {
    const manager = await api.signIn('root_management_unit_manager')
    expect((await manager.request(path(api.accounts.retailer.id))).status).toBe(403)
  })
})
