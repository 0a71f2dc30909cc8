// @module-tag slow
import { describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { OwnSessions } from '#sync/calls/own-session.ts'
import { prepareAccess } from '#tests/support/access.ts'
import type { TestSession } from '#tests/support/api.ts'

const access = prepareAccess()
const listed = async (by: TestSession) => (await (await by.request('/api/session/list')).json()) as OwnSessions
const end = async (by: TestSession, path: string) => (await by.request(path, { method: 'POST', json: {} })).status

describe('the own sessions and devices', () => {
  it('are those that are alive, the one that asks among them, and nobody else’s', async () => {
    const deviceId = newId()
    const here = await access.api.signIn('warehouse_operator')
    const there = await access.api.signIn('warehouse_operator', { deviceId })
    await access.api.signIn('warehouse_manager')
    const { sessions, devices } = await listed(here)
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1)
    expect(sessions).toHaveLength(2)
    expect(devices).toMatchObject([{ id: deviceId, lastUsedAt: null }])
    expect((await listed(there)).sessions.find(({ isThis }) => isThis)?.id).not.toBe(
      sessions.find(({ isThis }) => isThis)?.id,
    )
  })

  it('end one by one', async () => {
    const deviceId = newId()
    const here = await access.api.signIn('store_manager')
    const there = await access.api.signIn('store_manager', { deviceId })
    const other = (await listed(here)).sessions.find(({ isThis }) => !isThis)!
    expect(await end(here, `/api/session/list/${other.id}/end`)).toBe(204)
    expect(await end(here, `/api/session/list/${other.id}/end`)).toBe(404)
    expect((await there.request('/api/session')).status).toBe(401)
    expect(await end(here, `/api/session/devices/${deviceId}/end`)).toBe(204)
    expect(await end(here, `/api/session/devices/${deviceId}/end`)).toBe(404)
    expect(await listed(here)).toMatchObject({ sessions: [{ isThis: true }], devices: [] })
  })

  it('of other users are not to be ended', async () => {
    const deviceId = newId()
    const mine = await access.api.signIn('store_seller')
    const theirs = await access.api.signIn('management_unit_analyst', { deviceId })
    const { id } = (await listed(theirs)).sessions[0]!
    expect(await end(mine, `/api/session/list/${id}/end`)).toBe(404)
    expect(await end(mine, `/api/session/devices/${deviceId}/end`)).toBe(404)
    expect((await theirs.request('/api/session')).status).toBe(200)
  })
})
