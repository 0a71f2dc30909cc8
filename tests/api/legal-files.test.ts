import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { legalFileBytes } from '#domain/settings/legal-file.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createPublicWorld, type PublicWorld } from '#tests/support/public-world.ts'

let world: PublicWorld
let manager: TestSession

beforeAll(async () => {
  world = await createPublicWorld()
  manager = await world.api.signIn('root_management_unit_manager')
})
afterAll(() => world.close())

const end = '\nstartxref\n9\n%%EOF\n'
const pdf = (bytes: number) => Buffer.from(`%PDF-1.7\n${' '.repeat(bytes - 9 - end.length)}${end}`)
const put = (document: string, bytes: Buffer, by = manager) =>
  by.request(`/api/legal-files/${document}`, { method: 'PUT', json: { pdf: bytes.toString('base64') } })
const list = async (by = manager) =>
  ((await (await by.request('/api/legal-files')).json()) as { files: object[] }).files
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code]

describe('a legal text as a PDF (SET-14)', () => {
  it('is given, read by everybody with the text, replaced and taken away', async () => {
    const given = (await (await put('eula', pdf(legalFileBytes))).json()) as { path: string }
    expect(await list()).toMatchObject([{ document: 'eula', bytes: legalFileBytes, path: given.path }])
    expect(await world.read<object>('/api/public/legal/eula')).toMatchObject({ file: given.path })
    const file = await world.api.request(given.path)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(file.headers.get('content-disposition')).toMatch(/^attachment/)
    expect((await file.arrayBuffer()).byteLength).toBe(legalFileBytes)
    const next = (await (await put('eula', pdf(500))).json()) as { path: string }
    expect((await world.api.request(given.path)).status).toBe(404)
    expect(await world.read<object>('/api/public/legal/eula')).toMatchObject({ file: next.path })
    const remove = () => manager.request('/api/legal-files/eula', { method: 'DELETE' })
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404])
    expect(await world.read<object>('/api/public/legal/eula')).toMatchObject({ file: null })
  })

  it('is replaced and taken away in the version that was read alone', async () => {
    const given = async (version: number | null, bytes = pdf(600)) => {
      const headers: Record<string, string> = version === null ? {} : { 'if-match': `"${version}"` }
      const json = { pdf: bytes.toString('base64') }
      const response = await manager.request('/api/legal-files/cookies-policy', { method: 'PUT', headers, json })
      return { status: response.status, ...((await response.json()) as { version: number; code?: string }) }
    }
    const taken = (version: number) =>
      manager.request('/api/legal-files/cookies-policy', { method: 'DELETE', headers: { 'if-match': `"${version}"` } })
    const conflict = [412, 'REQUEST_VERSION_CONFLICT']
    const first = await given(0)
    expect(first.status).toBe(200)
    const late = await given(0)
    expect([late.status, late.code]).toEqual(conflict)
    const second = await given(first.version, pdf(700))
    expect(second.version).toBeGreaterThan(first.version)
    expect(await codeOf(await taken(first.version))).toEqual(conflict)
    const lost = await given(first.version)
    expect([lost.status, lost.code]).toEqual(conflict)
    expect(await list()).toMatchObject([{ version: second.version, bytes: 700 }])
    expect((await taken(second.version)).status).toBe(204)
    const gone = await given(second.version)
    expect([gone.status, gone.code]).toEqual(conflict)
    expect((await given(null)).status).toBe(200)
    expect((await manager.request('/api/legal-files/cookies-policy', { method: 'DELETE' })).status).toBe(204)
  })

  it('is judged by its content, at its limit (SET-15)', async () => {
    expect(await codeOf(await put('eula', pdf(legalFileBytes + 1)))).toEqual([422, 'PDF_TOO_LARGE'])
    expect(await codeOf(await put('eula', Buffer.from('<html></html>')))).toEqual([422, 'PDF_TYPE_WRONG'])
    expect(await codeOf(await put('eula', pdf(500).subarray(0, -4)))).toEqual([422, 'PDF_BROKEN'])
    expect((await put('imprint', pdf(500))).status).toBe(404)
    expect((await world.api.request(`/api/public/legal-files/${newId()}`)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  it('is the account’s own, and changed by who may change settings', async () => {
    expect(await codeOf(await put('eula', pdf(500), await world.api.signIn('store_seller')))).toEqual([
      403,
      'ACCESS_PERMISSION_MISSING',
    ])
    await put('service-terms', pdf(500))
    const other = await world.api.signIn('admin@other.example')
    expect(await list(other)).toEqual([])
    expect((await other.request('/api/legal-files/service-terms', { method: 'DELETE' })).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })
})
