// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClamdScanner } from '#api/adapters/clamd/clamd-scanner.ts'
import type { ScanVerdict } from '#domain/kernel/file-verdict.ts'
import { createTestApi, type TestApi, type TestSession } from '#tests/support/api.ts'
import { eicar, hasClamd, startClamd, type TestClamd } from '#tests/support/clamd.ts'

let api: TestApi
let manager: TestSession
let verdict: ScanVerdict
const scanned: Buffer[] = []

beforeAll(async () => {
  const scanner = {
    scan: (bytes: Uint8Array) => {
      scanned.push(Buffer.from(bytes))
      return Promise.resolve(verdict)
    },
  }
  api = await createTestApi({ scanner })
  manager = await api.signIn('root_management_unit_manager')
})
beforeEach(() => {
  scanned.length = 0
})
afterAll(() => api.close())

const pdf = (words: string) => Buffer.from(`%PDF-1.7\n(${words})\nstartxref\n9\n%%EOF\n`, 'latin1')
const give = (bytes: Buffer, by = manager) =>
  by.request('/api/legal-files/eula', { method: 'PUT', json: { pdf: bytes.toString('base64') } })
const told = async (response: Response) => {
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code, response.headers.get('retry-after')]
}
const files = async (by = manager) => (await (await by.request('/api/legal-files')).json()) as { files: object[] }

describe('a file that is given out as it came', () => {
  it('is kept as a legal text once the scanner finds nothing in it, and not before', async () => {
    verdict = 'harmful'
    expect(await told(await give(pdf('one')))).toEqual([422, 'FILE_HARMFUL', null])
    verdict = 'unknown'
    expect(await told(await give(pdf('one')))).toEqual([503, 'FILE_NOT_SCANNED', '30'])
    expect(await files()).toEqual({ files: [], isScanned: true })
    verdict = 'harmless'
    expect((await give(pdf('one'))).status).toBe(200)
    expect(scanned.map(String)).toEqual([1, 2, 3].map(() => String(pdf('one'))))
    expect((await files()).files).toHaveLength(1)
  })

  it('is kept as a file of an import in the same way', async () => {
    const path = `/api/accounts/${api.accounts.retailer.id}/imports`
    const send = () =>
      manager.request(`${path}?content=categories&strategy=generic&file_name=a.csv`, {
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        body: 'name\nPhones\n',
      })
    verdict = 'harmful'
    expect(await told(await send())).toEqual([422, 'FILE_HARMFUL', null])
    verdict = 'unknown'
    expect(await told(await send())).toEqual([503, 'FILE_NOT_SCANNED', '30'])
    expect(scanned).toHaveLength(2)
  })

  it('is looked at by nobody where the installation has no scanner, which the page learns', async () => {
    const bare = await createTestApi({ share: api })
    const other = await bare.signIn('root_management_unit_manager')
    expect(await files(other)).toMatchObject({ isScanned: false })
    expect((await give(pdf(eicar), other)).status).toBe(200)
    await bare.close()
  })

  // Debian's package clamav-daemon is that.
  describe.runIf(hasClamd)('by a real ClamAV', () => {
    let clamd: TestClamd | null
    beforeAll(async () => {
      clamd = await startClamd()
    }, 120_000)

    it('is refused with a known virus in it, and with the daemon away', async ({ skip }) => {
      if (clamd === null) return skip('clamd may not run in a folder of tests here')
      const lines: unknown[] = []
      const log = { warn: (facts: unknown) => lines.push(facts) }
      const scanner = createClamdScanner({
        url: clamd.url,
        log: log as unknown as Parameters<typeof createClamdScanner>[0]['log'],
      })
      const guarded = await createTestApi({ share: api, scanner })
      const by = await guarded.signIn('root_management_unit_manager')
      expect((await give(pdf('two'), by)).status).toBe(200)
      expect(await told(await give(pdf(eicar), by))).toEqual([422, 'FILE_HARMFUL', null])
      await clamd.close()
      expect(await told(await give(pdf('three'), by))).toEqual([503, 'FILE_NOT_SCANNED', '30'])
      expect(lines).toMatchObject([{ signature: 'Reprise.Eicar.UNOFFICIAL' }, {}])
      await guarded.close()
    })
  })
})
