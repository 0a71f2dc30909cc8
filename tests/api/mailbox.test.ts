import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '#tests/support/api.ts'
import { connectAsOwner } from '#tests/support/factories.ts'

let api: TestApi
beforeAll(async () => {
  api = await createTestApi()
})
afterAll(() => api.close())

describe('the development mailbox', () => {
  it('shows mails with their links, and escapes what people typed', { tags: ['slow'] }, async () => {
    const box = await createTestApi({ share: api })
    const owner = await connectAsOwner(api.testDatabase.ownerUrl)
    await owner.query(`begin; set local app.system = 'on'`)
    await owner.query(`update account set name = '<script>x</script>' where id = '${api.accounts.retailer.id}'`)
    await owner.query('commit')
    await owner.end()
    await box.request('/api/password/renew', { method: 'POST', json: { email: 'store_manager@retailer.example' } })
    await box.mailRunner.runOnce()
    const html = await (await box.request('/mailbox')).text()
    expect(html).toMatch(/<a href="http:\/\/retailer.example\/renew\/p_[\w-]{43}">/)
    // Addresses are longer than a phone is wide.
    expect(html).toContain('overflow-wrap:anywhere')
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toContain('<script>')
    expect(box.mailbox.sent.at(-1)?.html).not.toContain('<script>')
    await box.close()
  })
})
