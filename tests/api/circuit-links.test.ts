import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { CircuitAnswer } from '#sync/calls/circuit.ts'
import type { CircuitOption } from '#sync/calls/public-catalog.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createCircuitWorld, type CircuitWorld } from '#tests/support/circuit-world.ts'

let world: CircuitWorld
let admin: TestSession
let ids: CircuitWorld['ids']
let categories: CircuitWorld['categories']

beforeAll(async () => {
  world = await createCircuitWorld()
  ;({ ids, categories } = world)
  admin = await world.api.signIn('admin')
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const rule of [ids.storeRule, ids.otherRule, ids.webRule, ids.postRule]) await world.give(rule)
})

const change =
  (method: 'POST' | 'DELETE') =>
  async (category: string, circuit: string, who: TestSession = admin) => {
    const answer = await who.request(`/api/categories/${categories[category] ?? category}/circuits/${circuit}`, {
      method,
    })
    return [answer.status, answer.status === 204 ? null : await answer.json()] as const
  }
const link = change('POST')
const unlink = change('DELETE')
const namesOf = async (circuit: string) => {
  const { categories: given } = (await (await admin.request(`/api/circuits/${circuit}`)).json()) as CircuitAnswer
  return given.map(({ name }) => name)
}
const rules = async (circuit: string) =>
  (
    await world.owner.query<{ id: string; version: number }>(
      'select id, version from dispatch_circuit_rule where circuit_id = $1 order by id',
      [circuit],
    )
  ).rows

describe('a circuit of a category', () => {
  it('is linked and unlinked, however often, by the rule that there is (CAT-19)', async () => {
    const [before] = await rules(ids.post)
    for (let time = 0; time < 2; time++) expect(await link('smartphones', ids.post)).toEqual([204, null])
    expect(await namesOf(ids.post)).toEqual(['Smartphones'])
    expect(await rules(ids.post)).toEqual([{ id: before!.id, version: before!.version + 1 }])
    for (let time = 0; time < 2; time++) expect(await unlink('smartphones', ids.post)).toEqual([204, null])
    expect(await namesOf(ids.post)).toEqual([])
    expect(await rules(ids.post)).toEqual([{ id: before!.id, version: before!.version + 2 }])
  })

  it('gets a rule of its own where the circuit has none that is enabled', async () => {
    await world.change(
      `update dispatch_circuit_rule set status = 'disabled' where account_id = $1 and id = $2`,
      ids.postRule,
    )
    expect(await link('audio', ids.post)).toEqual([204, null])
    expect(await namesOf(ids.post)).toEqual(['Audio'])
    expect(await rules(ids.post)).toHaveLength(2)
    expect(await unlink('audio', ids.post)).toEqual([204, null])
    await world.change(
      `delete from dispatch_circuit_rule where account_id = $1 and circuit_id = $2 and id <> $3`,
      ids.post,
      ids.postRule,
    )
    await world.change(
      `update dispatch_circuit_rule set status = 'enabled' where account_id = $1 and id = $2`,
      ids.postRule,
    )
  })

  it('is offered by the public site from then on, and unlinked no more; then it can be disabled (CIRC-11)', async () => {
    await world.change(
      'insert into circuit_payment_mode (account_id, circuit_id, payment_mode_id) values ($1, $2, $3)',
      ids.post,
      ids.transfer,
    )
    await world.change(
      'insert into circuit_shipping_method (account_id, circuit_id, shipping_method_id) values ($1, $2, $3)',
      ids.post,
      ids.byPost,
    )
    const path = `/api/public/options?categoryId=${categories['smartphones']}`
    expect(await world.refusal(path)).toEqual([409, 'CIRCUIT_NO_TRANSPORT_MODE'])
    await link('telephonie', ids.post)
    expect(await world.read<{ circuits: readonly CircuitOption[] }>(path)).toMatchObject({
      circuits: [{ id: ids.post }],
    })
    const disable = () => admin.request(`/api/circuits/${ids.post}`, { method: 'PATCH', json: { status: 'disabled' } })
    expect((await disable()).status).toBe(409)
    await unlink('telephonie', ids.post)
    expect(await world.refusal(path)).toEqual([409, 'CIRCUIT_NO_TRANSPORT_MODE'])
    expect((await disable()).status).toBe(200)
    await world.setStatus(ids.post, 'enabled')
  })

  it('is one active store drop alone (CIRC-12)', async () => {
    await world.give(ids.storeRule, 'telephonie')
    expect(await link('smartphones', ids.otherStore)).toMatchObject([
      409,
      {
        code: 'CIRCUIT_STORE_DROP_TAKEN',
        details: { categories: [{ name: 'Smartphones' }], circuit: { id: ids.store, name: 'Comptoir' } },
      },
    ])
    expect(await namesOf(ids.otherStore)).toEqual([])
    expect(await link('audio', ids.otherStore)).toEqual([204, null])
  })

  it('is a web drop only beside a store drop, which stays as long as it does (CIRC-13)', async () => {
    expect(await link('smartphones', ids.web)).toMatchObject([409, { code: 'CIRCUIT_STORE_DROP_MISSING' }])
    await link('telephonie', ids.store)
    expect(await link('smartphones', ids.web)).toEqual([204, null])
    expect(await unlink('telephonie', ids.store)).toMatchObject([
      409,
      {
        code: 'CIRCUIT_STORE_DROP_MISSING',
        details: { categories: [{ name: 'Smartphones' }], circuit: { id: ids.web, name: 'Dépôt' } },
      },
    ])
    expect(await namesOf(ids.store)).toEqual(['Téléphonie'])
    expect(await unlink('smartphones', ids.web)).toEqual([204, null])
    expect(await unlink('telephonie', ids.store)).toEqual([204, null])
  })

  it('is not there where circuit or category are not the account’s', async () => {
    for (const circuit of [newId(), ids.abroad.circuit])
      for (const call of [link, unlink])
        expect(await call('audio', circuit)).toMatchObject([404, { code: 'REQUEST_NOT_FOUND', field: 'circuitId' }])
    expect(await link(newId(), ids.post)).toMatchObject([404, { code: 'REQUEST_NOT_FOUND', field: 'linkCategoryIds' }])
    expect(await link('audio-video', ids.post)).toMatchObject([404, { code: 'REQUEST_NOT_FOUND' }])
  })

  it('is changed by who may change the rules alone', async () => {
    for (const who of ['root_management_unit_analyst', 'store_manager', 'buyer_manager']) {
      const session = await world.api.signIn(who)
      for (const call of [link, unlink]) expect((await call('audio', ids.post, session))[0]).toBe(403)
    }
    expect(await namesOf(ids.post)).toEqual([])
  })

  it('changes with the rest of the circuit at once: taken, given, and then its status, or nothing of it (CIRC-11)', async () => {
    const patch = async (json: object) => {
      const answer = await admin.request(`/api/circuits/${ids.post}`, { method: 'PATCH', json })
      return [answer.status, await answer.json()] as const
    }
    const [audio, phones] = [categories['audio'], categories['smartphones']]
    expect(await patch({ linkCategoryIds: [audio, phones] })).toMatchObject([
      200,
      { categories: [{ name: 'Audio' }, { name: 'Smartphones' }] },
    ])
    const half = { unlinkCategoryIds: [audio], status: 'disabled', name: 'Autre nom' }
    expect(await patch(half)).toMatchObject([
      409,
      { code: 'CIRCUIT_IN_USE', details: { categories: [{ name: 'Smartphones' }] } },
    ])
    expect(await namesOf(ids.post)).toEqual(['Audio', 'Smartphones'])
    expect(await patch({ unlinkCategoryIds: [audio, phones], status: 'disabled' })).toMatchObject([
      200,
      { categories: [], status: 'disabled' },
    ])
    expect(await patch({ linkCategoryIds: [phones], status: 'enabled', ownLabel: true })).toMatchObject([
      200,
      { categories: [{ name: 'Smartphones' }], status: 'enabled' },
    ])
    expect(await patch({ linkCategoryIds: [newId()], name: 'Autre nom' })).toMatchObject([
      404,
      { field: 'linkCategoryIds' },
    ])
  })
})
