import { beforeAll, describe, expect, it } from 'vitest'
import { customerAnswer, customerAnswers, type CustomerAnswer } from '#domain/quarantine/customer-answer.ts'
import { proposalLifetimeMs } from '#domain/quarantine/proposal.ts'
import type { QuarantinedItemAnswer } from '#sync/calls/quarantine.ts'
import type { TestItem } from '#tests/support/factories.ts'
import { prepareQuarantineFloor, tokenOf } from '#tests/support/quarantine-floor.ts'
import { rowOfAnswer } from '#web/staff/features/quarantine/quarantine-row.ts'

const { api, owner, account, manager, queue, send, declaredItem, quarantined, mails, lettersOf, answer } =
  prepareQuarantineFloor()

async function list(query: string, session = manager()) {
  const response = await session.request(`/api/quarantine?${query}`)
  const body = (await response.json()) as { 'hydra:member': QuarantinedItemAnswer[]; 'hydra:totalItems': number }
  return { members: body['hydra:member'], total: body['hydra:totalItems'] }
}
const idsOf = (found: { readonly members: readonly { readonly id: string }[] }) => found.members.map(({ id }) => id)

/** One item for each way that a customer's answer may stand, and one whose test alone is known and too old. */
let items: Readonly<Record<CustomerAnswer | 'byTest', TestItem>>

beforeAll(async () => {
  const [byTest, expired, waiting] = [await quarantined(), await quarantined(), await quarantined()]
  const noAddress = await quarantined({ email: null })
  const declined = await quarantined()
  await mails()()
  await answer(tokenOf((await lettersOf(declined))[0]), 'declined')
  await owner().query(`update price_proposal set expires_at = now() - interval '1 day' where item_id = $1`, [
    expired.id,
  ])
  // An item whose test is all that is known, and older than a proposal lives.
  await owner().query(
    `update item set facts = jsonb_set(facts, '{control,atMs}', to_jsonb($2::bigint)) where id = $1`,
    [byTest.id, Date.now() - proposalLifetimeMs - 86_400_000],
  )
  await owner().query('delete from price_proposal where item_id = $1', [byTest.id])
  const none = await declaredItem()
  const args = { warehouseId: account().warehouseId, answers: [], photos: [], setAside: 'stolen' }
  await send(queue(), 'testItem', none, args)
  items = { waiting, expired, declined, noAddress, none, byTest, unsent: await quarantined() }
})

describe('the list of the quarantine', () => {
  it('shows declared and controlled prices, the proposal and its answer, of the own warehouse', async () => {
    const { members } = await list(`itemId=${items.waiting.id}`)
    expect(members).toMatchObject([
      {
        id: items.waiting.id,
        declaredPriceCents: 10_000,
        controlledPriceCents: 4_000,
        controlledGrade: 'grade_d',
        outcome: 'proposal',
        proposal: { state: 'open', priceCents: 4_000 },
        returnLabel: null,
        hasAddress: true,
      },
    ])
    const other = account().otherWarehouseId
    expect((await manager().request(`/api/quarantine?warehouseId=${other}`)).status).toBe(404)
    const headquarters = await api().signIn('root_management_unit_manager')
    expect(await list(`warehouseId=${other}`, headquarters)).toEqual({ members: [], total: 0 })
  })

  it('is filtered by the answer that the domain reads from the same facts', async () => {
    const all = (await list('itemsPerPage=200')).members
    const nowMs = Date.now()
    for (const wanted of customerAnswers) {
      const expected = all.filter((told) => customerAnswer(rowOfAnswer(told), nowMs) === wanted).map(({ id }) => id)
      const found = await list(`answer=${wanted}&itemsPerPage=200`)
      expect([wanted, idsOf(found), found.total]).toEqual([wanted, expected, expected.length])
      expect(expected).toContain(items[wanted].id)
    }
    expect(idsOf(await list('answer=expired'))).toContain(items.byTest.id)
  })

  it('comes by pages with the number of all, in every order, what is unknown last', async () => {
    const all = await list('itemsPerPage=200')
    expect(all.total).toBe(7)
    const pages = [await list('itemsPerPage=4'), await list('itemsPerPage=4&page=2')]
    expect(pages.map(({ total }) => total)).toEqual([7, 7])
    expect(pages.flatMap(idsOf)).toEqual(idsOf(all))
    for (const sort of ['waitingSince', 'name', 'declaredPrice', 'controlledPrice', 'deadline']) {
      const found = await list(
        `order[${sort}]=desc&answer[]=waiting&answer[]=expired&answer[]=none&q=${codeOf('none')}`,
      )
      expect([sort, idsOf(found)]).toEqual([sort, [items.none.id]])
    }
    const byDeadline = await list('order[deadline]=desc&answer[]=waiting&answer[]=expired&answer[]=none')
    expect(idsOf(byDeadline).at(0)).toBe(items.waiting.id)
    expect(idsOf(byDeadline).at(-1)).toBe(items.none.id)
  })

  it('is searched by words of the product and by codes, which may come in groups', async () => {
    const code = codeOf('waiting')
    const { brand, productLabel } = (await list(`q=${code}`)).members[0]!
    const grouped = `${code.slice(0, 1)} ${code.slice(1, 7)} ${code.slice(7)}`
    expect(idsOf(await list(`q=${encodeURIComponent(grouped)}`))).toEqual([items.waiting.id])
    expect(idsOf(await list(`q=${code.slice(-6)}`))).toEqual([items.waiting.id])
    const words = encodeURIComponent(`${productLabel} ${brand ?? ''}`.toUpperCase())
    expect((await list(`q=${words}`)).total).toBe(7)
    expect((await list('q=%25')).total).toBe(0)
  })

  it('is closed to operators', async () => {
    expect((await (await api().signIn('warehouse_operator')).request('/api/quarantine')).status).toBe(403)
  })
})

const codeOf = (which: keyof typeof items) => items[which].buybackCode
