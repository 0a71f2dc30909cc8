import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { ConfigurationAnswer } from '#sync/calls/connector.ts'
import { createTestApi, type TestApi, type TestSession } from './api.ts'
import { connectAsOwner } from './factories.ts'

/** The host of the carrier of the tests. */
export const host = 'carrier.example'
/** What a carrier's configuration keeps to itself. */
export const secrets = { apiKey: 'the-key-of-the-tests', eventSecret: 'the-secret-of-the-tests-for-its-events' }
/** Properties of a configuration of gift cards. */
export const giftCard = { url: 'https://cards.example', apiKey: secrets.apiKey, brand: 'Cadeau Plus' }
/** Properties of a carrier's configuration. */
export const transport = { url: `https://${host}/v1`, ...secrets }

/** Properties as a request names them. */
export const propertiesOf = (values: object) =>
  Object.entries(values).map(([name, value]) => ({ name, value: value as never }))

/** What a call has answered. */
export interface Said {
  readonly status: number
  readonly etag: string | null
  readonly text: string
  readonly body: ConfigurationAnswer & { readonly code?: string; readonly field?: string }
}

/** Code and field of a refusal. */
export const refusals = async (said: Promise<Said>) => {
  const { body } = await said
  return [body.code, body.field]
}

/** The API for the tests of one file, without a configuration before each of them. */
export function prepareConnectors() {
  let api: TestApi
  let owner: pg.Client
  let admin: TestSession
  let stranger: TestSession
  let top: string

  beforeAll(async () => {
    api = await createTestApi({ carrierHosts: [host] })
    owner = await connectAsOwner(api.testDatabase.ownerUrl)
    admin = await api.signIn('admin')
    stranger = await api.signIn('admin@other.example')
    const found = await owner.query<{ id: string }>(
      `select id from organization where account_id = $1 and type = 'root_management_unit'`,
      [api.accounts.retailer.id],
    )
    top = found.rows[0]!.id
  })
  beforeEach(async () => {
    await owner.query('delete from connector_configuration')
    await owner.query('delete from carrier')
    await owner.query(`update organization_root_detail set enabled_premium_features = '{}'`)
  })
  afterAll(async () => {
    await owner.end()
    await api.close()
  })

  async function ask(path: string, init: Parameters<TestSession['request']>[1] = {}, by = admin): Promise<Said> {
    const response = await by.request(`/api/${path}`, init)
    const text = await response.text()
    const body = (text === '' ? {} : JSON.parse(text)) as Said['body']
    return { status: response.status, etag: response.headers.get('etag'), text, body }
  }
  const create = (part: object = {}, by = admin) =>
    ask(
      'connector-organizations',
      {
        method: 'POST',
        json: {
          connectorId: 'gift_card',
          organizationId: top,
          name: 'Cartes',
          properties: propertiesOf(giftCard),
          ...part,
        },
      },
      by,
    )
  const patch = (id: string, json: object, version?: number, by = admin) =>
    ask(
      `connector-organizations/${id}`,
      {
        method: 'PATCH',
        json,
        headers: {
          'content-type': 'application/merge-patch+json',
          ...(version !== undefined && { 'if-match': `"${version}"` }),
        },
      },
      by,
    )
  const remove = (id: string, version?: number, by = admin) =>
    ask(
      `connector-organizations/${id}`,
      { method: 'DELETE', headers: version === undefined ? {} : { 'if-match': `"${version}"` } },
      by,
    )
  const list = async (query = '', by = admin) => {
    const { text, status } = await ask(`connector-organizations${query}`, {}, by)
    expect([query, status]).toEqual([query, 200])
    return JSON.parse(text) as { 'hydra:member': readonly ConfigurationAnswer[]; 'hydra:totalItems'?: number }
  }
  const namesOf = async (query: string) => (await list(query))['hydra:member'].map(({ name }) => name)

  return {
    api: () => api,
    owner: () => owner,
    admin: () => admin,
    stranger: () => stranger,
    /** The entity at the top of the retailer. */
    top: () => top,
    ask,
    create,
    patch,
    remove,
    list,
    namesOf,
  }
}
