import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DispatchCircuitRuleAnswer } from '#sync/calls/circuit.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createCircuitWorld, type CircuitWorld } from '#tests/support/circuit-world.ts'

let world: CircuitWorld
let admin: TestSession
let analyst: TestSession
let ids: CircuitWorld['ids']
let categories: CircuitWorld['categories']

beforeAll(async () => {
  world = await createCircuitWorld()
  ;({ ids, categories } = world)
  admin = await world.api.signIn('admin')
  analyst = await world.api.signIn('root_management_unit_analyst')
})
afterAll(() => world.close())

const list = async (query = '', who: TestSession = admin) => {
  const answer = await who.request(`/api/dispatch-circuit-rules${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as {
    readonly 'hydra:member': readonly DispatchCircuitRuleAnswer[]
    readonly 'hydra:totalItems': number
  }
}
const listed = async (query = '') => (await list(query))['hydra:member'].map(({ circuit_name }) => circuit_name)

describe('the dispatch circuit rules', () => {
  beforeAll(async () => {
    await world.give(ids.storeRule, 'telephonie', 'audio')
    await world.give(ids.webRule, 'smartphones')
    await world.give(ids.postRule)
  })

  it('tell of each circuit the path, the categories and the rest of the rule (CIRC-01, CIRC-03, CIRC-14, CIRC-15)', async () => {
    const found = await list()
    expect(found['hydra:totalItems']).toBe(4)
    const rule = found['hydra:member'].find(({ id }) => id === ids.storeRule)
    expect(rule).toEqual({
      id: ids.storeRule,
      version: 1,
      status: 'enabled',
      circuit: {
        id: ids.store,
        name: 'Comptoir',
        type: 'store_drop',
        channel: 'store',
        deposit: 'drop',
        status: 'enabled',
      },
      circuit_name: 'Comptoir',
      description: null,
      terms: 'Conditions',
      traceabilityEnabled: false,
      highlightedInstruction: null,
      translations: {},
      eligibleCountries: [],
      categories: [
        { id: categories['audio'], name: 'Audio' },
        { id: categories['telephonie'], name: 'Téléphonie' },
      ],
      categoryIds: [categories['audio'], categories['telephonie']],
      categoryLabels: ['Audio', 'Téléphonie'],
      categoryCount: 2,
      instructions: [],
      customValues: { merchant: '42' },
    })
  })

  it('are those of a channel, of a category and the ones above it, or of a word (CIRC-16)', async () => {
    expect(await listed('?circuit.channel=web')).toEqual(['Dépôt', 'Envoi'])
    expect(await listed('?circuit.channel=store&itemsPerPage=1&page=2')).toEqual(['Comptoir bis'])
    expect(await listed(`?categoryIds[]=${categories['smartphones']}`)).toEqual(['Comptoir', 'Dépôt'])
    expect(await listed(`?categoryIds=${categories['telephonie']}`)).toEqual(['Comptoir'])
    expect(
      await listed(`?categoryIds[]=${categories['ecouteurs']}&categoryIds[]=${categories['smartphones']}`),
    ).toEqual(['Comptoir', 'Dépôt'])
    expect(await listed(`?categoryIds=${categories['smartphones']}&circuit.channel=web`)).toEqual(['Dépôt'])
    expect(await listed('?search=smart')).toEqual(['Dépôt'])
    expect(await listed('?search=compt&order[circuit]=desc')).toEqual(['Comptoir bis', 'Comptoir'])
    expect(await listed('?order[categoryCount]=desc&itemsPerPage=2')).toEqual(['Comptoir', 'Dépôt'])
  })

  it.each(['circuit.channel=phone', 'categoryIds=all', 'circuit.type=web_drop'])('know no %s', async (query) => {
    expect((await admin.request(`/api/dispatch-circuit-rules?${query}`)).status).toBeOneOf([400, 422])
  })

  it('keep payment custom values from who may not read them (CIRC-32)', async () => {
    const found = await list('', analyst)
    expect(found['hydra:member'].map(({ customValues }) => customValues)).toEqual([null, null, null, null])
  })

  it('are for who holds their list, and never another account’s (SHELL-24)', async () => {
    expect(await listed('?search=Autre')).toEqual([])
    for (const who of ['store_seller', 'warehouse_manager', 'management_unit_manager'])
      expect((await (await world.api.signIn(who)).request('/api/dispatch-circuit-rules')).status).toBe(403)
  })
})
