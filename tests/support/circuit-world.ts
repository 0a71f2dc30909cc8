import { newId } from '#api/db/new-id.ts'
import type { TestSession } from './api.ts'
import { createPublicWorld, type PublicWorld } from './public-world.ts'

/** New ids of the rows of a circuit world: each world has its own. */
function newIds() {
  return {
    store: newId(),
    otherStore: newId(),
    web: newId(),
    post: newId(),
    storeRule: newId(),
    otherRule: newId(),
    webRule: newId(),
    postRule: newId(),
    transfer: newId(),
    card: newId(),
    byPost: newId(),
    byCourier: newId(),
    /** Of another account. */
    abroad: { circuit: newId(), mode: newId(), method: newId(), rule: newId() },
  }
}

/** The catalog of a public site with two store drops, a web drop and a post, each with a rule without categories. */
export interface CircuitWorld extends PublicWorld {
  readonly ids: ReturnType<typeof newIds>
  /** Gives the circuit of a rule to these categories alone. */
  give(rule: string, ...identifiers: readonly string[]): Promise<void>
  setStatus(circuit: string, status: 'enabled' | 'disabled'): Promise<unknown>
}

/** Boots the application with the circuits in its first account. */
export async function createCircuitWorld(): Promise<CircuitWorld> {
  const world = await createPublicWorld()
  const ids = newIds()
  await world.change(
    `insert into payment_mode (account_id, id, type, label, position) values
      ($1, $2, 'bank_transfer', 'Virement', 1), ($1, $3, 'gift_card', 'Carte', 2)`,
    ids.transfer,
    ids.card,
  )
  await world.change(
    `insert into shipping_method (account_id, id, type, description, modifier_type, modifier_value) values
      ($1, $2, 'web_post', 'Par la poste', 'fixed', -300), ($1, $3, 'web_post', 'Coursier', 'percentage', -5)`,
    ids.byPost,
    ids.byCourier,
  )
  await world.change(
    `insert into circuit (account_id, id, type, name) values ($1, $2, 'store_drop', 'Comptoir'),
      ($1, $3, 'store_drop', 'Comptoir bis'), ($1, $4, 'web_drop', 'Dépôt'), ($1, $5, 'web_post', 'Envoi')`,
    ids.store,
    ids.otherStore,
    ids.web,
    ids.post,
  )
  await world.change(
    `insert into dispatch_circuit_rule (account_id, id, circuit_id, terms, custom_values) values
      ($1, $2, $3, 'Conditions', '{"merchant": "42"}'), ($1, $4, $5, null, '{}'), ($1, $6, $7, null, '{}'),
      ($1, $8, $9, null, '{}')`,
    ids.storeRule,
    ids.store,
    ids.otherRule,
    ids.otherStore,
    ids.webRule,
    ids.web,
    ids.postRule,
    ids.post,
  )
  const { other } = world.api.accounts
  await world.owner.query(`insert into circuit (account_id, id, type, name) values ($1, $2, 'web_post', 'Autre')`, [
    other.id,
    ids.abroad.circuit,
  ])
  await world.owner.query(
    `insert into payment_mode (account_id, id, type, label) values ($1, $2, 'voucher', 'Autre')`,
    [other.id, ids.abroad.mode],
  )
  await world.owner.query(`insert into shipping_method (account_id, id, type) values ($1, $2, 'web_post')`, [
    other.id,
    ids.abroad.method,
  ])
  await world.owner.query('insert into dispatch_circuit_rule (account_id, id, circuit_id) values ($1, $2, $3)', [
    other.id,
    ids.abroad.rule,
    ids.abroad.circuit,
  ])
  return {
    ...world,
    ids,
    give: async (rule, ...identifiers) => {
      await world.change('delete from dispatch_circuit_rule_category where account_id = $1 and rule_id = $2', rule)
      for (const identifier of identifiers)
        await world.change(
          'insert into dispatch_circuit_rule_category (account_id, rule_id, category_id) values ($1, $2, $3)',
          rule,
          world.categories[identifier],
        )
    },
    setStatus: (circuit, status) =>
      world.change('update circuit set status = $3 where account_id = $1 and id = $2', circuit, status),
  }
}

/** What a call of circuits answers. */
export interface Told extends Record<string, unknown> {
  readonly id: string
  readonly code?: string
}

/** Calls of the office, by its session unless another is named. */
export function callsOf(office: () => TestSession) {
  const send = async (method: string, path: string, json?: object, who = office()) => {
    const answer = await who.request(path, { method, ...(json && { json }) })
    return { status: answer.status, body: (await answer.json()) as Told }
  }
  return {
    send,
    post: (path: string, json: object, who = office()) => send('POST', path, json, who),
    patch: (path: string, json: object) => send('PATCH', path, json),
    listed: async (path: string, query = '') => {
      const { body } = await send('GET', `${path}?${query}`)
      return body['hydra:member'] as readonly Told[]
    },
  }
}
