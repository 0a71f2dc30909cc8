// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { testOrigin, type TestSession } from '#tests/support/api.ts'
import { createPaperWorld, type PaperWorld } from '#tests/support/paper-world.ts'
import { visitorToken } from '#tests/support/visitor-token.ts'

let world: PaperWorld
let api: PaperWorld['api']
let owner: PaperWorld['owner']
let account: PaperWorld['account']
let seller: PaperWorld['seller']
let made: PaperWorld['made']
let statesOf: PaperWorld['statesOf']
let linkOf: PaperWorld['linkOf']

beforeAll(async () => {
  world = await createPaperWorld()
  ;({ api, owner, account, seller, made, statesOf, linkOf } = world)
})
afterAll(() => world.close())

describe('who may read the papers', () => {
  const paths = (id: string) => [
    `/api/buybacks/${id}/documents`,
    `/api/buybacks/${id}/documents/tracking_sheet.pdf`,
    `/api/buybacks/${id}/shipping-label`,
  ]
  const statusesFor = async (session: TestSession, id: string) =>
    Promise.all(paths(id).map(async (path) => (await session.request(path)).status))

  it.each([
    'admin',
    'super_admin',
    'root_management_unit_manager',
    'management_unit_manager',
    'store_manager',
    'store_seller',
  ])('%s may, in the own part of the account', async (type) => {
    const { id } = await made()
    expect(await statusesFor(await api.signIn(type), id)).toEqual([200, 200, 200])
  })

  it.each(['root_management_unit_analyst', 'management_unit_analyst', 'warehouse_manager', 'warehouse_operator'])(
    '%s sees the buyback, but not its papers',
    async (type) => {
      const { id } = await made()
      expect(await statusesFor(await api.signIn(type), id)).toEqual([403, 403, 403])
    },
  )

  it('nobody may of another store, another account, or a visitor’s', async () => {
    const { id } = await made()
    for (const who of ['south@retailer.example', 'admin@other.example'])
      expect(await statusesFor(await api.signIn(who), id), who).toEqual([404, 404, 404])
  })

  it('the visitor may who made it, and no other visitor', async () => {
    const { id } = await made()
    const [mine, stranger] = [await visitor(), await visitor()]
    const cartId = newId()
    await owner.query(
      `insert into cart (account_id, id, visitor_id, created_at, validated_at) values ($1, $2, $3, now(), now())`,
      [account.id, cartId, mine.visitorId],
    )
    await owner.query(
      `insert into cart_line (account_id, cart_id, in_cart_id, position, buyback_id, total_cents, seller_mac, body_mac,
        answer, created_at) values ($1, $2, $3, 1, $4, 11000, $5, $5, '{}', now())`,
      [account.id, cartId, newId(), id, Buffer.alloc(32)],
    )
    const ask = async (token: string) =>
      Promise.all(
        paths(id).map(
          async (path) => (await api.request(path, { headers: { authorization: `Bearer ${token}` } })).status,
        ),
      )
    expect(await ask(mine.token)).toEqual([200, 200, 200])
    expect(await ask(stranger.token)).toEqual([404, 404, 404])
    expect(await Promise.all(paths(id).map(async (path) => (await api.request(path)).status))).toEqual([401, 401, 401])
  })

  it('every holder of the private link may, without signing in; a changed one opens nothing', async () => {
    const { id } = await made()
    expect(await statesOf(id, 'link')).toMatchObject({ shipping_label: 'ready' })
    const link = linkOf(id)
    expect((await api.request(`${link}/shipping-label`, { method: 'HEAD' })).status).toBe(200)
    const paper = await api.request(`${link}/documents/transfer_order.pdf`)
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    // The last character of a secret holds bits that no byte needs.
    const changed = link.slice(0, -9) + (link.at(-9) === 'A' ? 'B' : 'A') + link.slice(-8)
    for (const path of [`${link.slice(0, -4)}/documents`, `${changed}/documents`, `${changed}/shipping-label`])
      expect((await api.request(path)).status).toBe(404)
  })

  it('a tab is answered a page in its language, whatever is wrong with the address', async () => {
    const { id } = await made()
    const [link, tab] = [
      linkOf(id),
      { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'de-DE' },
    ]
    const opened = async (path: string, headers: Record<string, string> = tab) => {
      // Calls of the description are answered JSON; a tab asks for none of them.
      const asked = new Request(`${testOrigin}${path}`, { headers: { host: new URL(testOrigin).host, ...headers } })
      const answer = await api.app.hono.request(asked)
      return [answer.status, answer.headers.get('content-type')?.split(';')[0], await answer.text()] as const
    }
    const page = expect.stringContaining('<html lang="de-DE">') as unknown
    for (const path of [
      `${link}/documents/voucher.pdf`,
      `${link}/documents/strange.pdf`,
      `${link.slice(0, -4)}/documents/transfer_order.pdf`,
      `${link}/documents/transfer_order.pdf/x`,
      `${link}/dokumente/transfer_order.pdf`,
    ])
      expect(await opened(path), path).toEqual([404, 'text/html', page])
    expect(await opened(`/api/buybacks/${id}/documents/receipt.pdf`)).toEqual([401, 'text/html', page])
    const [status, type] = await opened(`${link}/dokumente/transfer_order.pdf`, { accept: '*/*' })
    expect([status, type]).toEqual([404, 'application/json'])
  })

  it('no kind beside the known ones, no other ending', async () => {
    const { id } = await made()
    for (const file of ['tracking_sheet', 'tracking_sheet.zpl', 'strange.pdf', 'constructor.pdf'])
      expect((await seller.request(`/api/buybacks/${id}/documents/${file}`)).status, file).toBe(404)
  })
})

async function visitor(): Promise<{ token: string; visitorId: string }> {
  const token = await visitorToken(api)
  const claims = /^v_([\w-]+)\./.exec(token)?.[1] ?? ''
  const { visitor: visitorId } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { visitor: string }
  return { token, visitorId }
}
