import { describe, expect, it } from 'vitest'
import type { ConnectorAnswer, ReadConnectorAnswer } from '#sync/calls/connector.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { newId } from '#api/db/new-id.ts'
import {
  giftCard,
  prepareConnectors,
  propertiesOf,
  refusals,
  secrets,
  transport,
} from '#tests/support/connector-world.ts'

const { api, owner, stranger, top, ask, create, patch, remove, list, namesOf } = prepareConnectors()

describe('connectors (CONN-05, CONN-06, CONN-12)', () => {
  const members = async (query: string) => {
    const { text, status } = await ask(`connectors${query}`)
    expect(status).toBe(200)
    return JSON.parse(text) as { 'hydra:member': readonly ConnectorAnswer[]; 'hydra:totalItems'?: number }
  }

  it('are listed 500 a page unless asked otherwise, or all at once', async () => {
    const all = await members('')
    expect(all['hydra:totalItems']).toBe(all['hydra:member'].length)
    expect(all['hydra:member'][0]).toEqual({
      id: 'openid',
      name: 'OpenID Connect',
      type: 'authentication',
      fqn: 'reprise.authentication.openid',
      isUsed: true,
      properties: [],
    })
    expect((await members('?pagination=false'))['hydra:member']).toEqual(all['hydra:member'])
    const second = await members('?itemsPerPage=1&page=2')
    expect(second['hydra:member']).toEqual([all['hydra:member'][1]])
    expect((await ask('connectors?itemsPerPage=500')).status).toBe(200)
    for (const size of [0, 501]) expect((await ask(`connectors?itemsPerPage=${size}`)).status).toBe(422)
    expect((await members('?type=transport'))['hydra:member'].map(({ id }) => id)).toEqual(['transport'])
    const sortedNames = (await members('?order[name]=desc&partial=true'))['hydra:member'].map(({ name }) => name)
    expect(sortedNames).toEqual(sortedNames.toSorted().toReversed())
    const shown = (rows: readonly ConnectorAnswer[]) => rows.map(({ type, name }) => `${type} ${name}`)
    const catalog = all['hydra:member']
    for (const [query, signs] of [
      ['order[type]=asc&order[name]=desc', [1, -1]],
      ['order[type]=desc', [-1, 0]],
      ['order[type]=desc&order[name]=asc', [-1, 1]],
    ] as const) {
      const expected = catalog.toSorted((a, b) => {
        const byType =
          catalog.findIndex(({ type }) => type === a.type) - catalog.findIndex(({ type }) => type === b.type)
        return byType * signs[0] || (a.name < b.name ? -1 : 1) * signs[1]
      })
      expect(shown((await members(`?${query}`))['hydra:member']), query).toEqual(shown(expected))
    }
  })

  it('are read one by one with their properties and what of the account may be chosen', async () => {
    const circuits = [newId(), newId()]
    await owner().query(
      `insert into circuit (account_id, id, type, name) values ($1, $2, 'web_post', 'Envoi'), ($1, $3, 'store_drop', 'Dépôt')`,
      [api().accounts.retailer.id, ...circuits],
    )
    const read = JSON.parse((await ask('connectors/transport')).text) as ReadConnectorAnswer
    expect(read.options['circuitIds']).toContainEqual({ id: circuits[0], name: 'Envoi' })
    expect(read.options['circuitIds']?.map(({ id }) => id)).not.toContain(circuits[1])
    expect(read.properties.find(({ name }) => name === 'apiKey')).toEqual({
      name: 'apiKey',
      kind: 'secret',
      isRequired: true,
      min: 8,
      max: 500,
      choices: [],
    })
    const theirs = JSON.parse((await ask('connectors/transport', {}, stranger())).text) as ReadConnectorAnswer
    expect(theirs.options['circuitIds']?.map(({ id }) => id)).not.toContain(circuits[0])
    expect((await ask('connectors/unknown')).status).toBe(404)
  })
})

describe('a user who does not manage connectors', () => {
  it('is refused by every call (CONN-04)', { tags: ['slow'] }, async () => {
    const { body } = await create()
    for (const type of ['root_management_unit_manager', 'store_seller', 'warehouse_manager'] satisfies UserType[]) {
      const other = await api().signIn(type)
      const said = [
        await ask('connectors', {}, other),
        await ask('connectors/payment', {}, other),
        await ask('connector-organizations', {}, other),
        await ask(`connector-organizations/${body.id}`, {}, other),
        await create({ name: 'Autre' }, other),
        await patch(body.id, { name: 'Autre' }, undefined, other),
        await remove(body.id, undefined, other),
        await ask(`connector-organizations?organizationId=${api().accounts.other.rootId}`, {}, other),
        await patch(`payment_bonus?organizationId=${api().accounts.other.id}`, { status: 'active' }, undefined, other),
      ]
      for (const { status, body: refused } of said)
        expect([type, status, refused.code]).toEqual([type, 403, 'ACCESS_PERMISSION_MISSING'])
    }
    expect((await list())['hydra:member'].find(({ id }) => id === body.id)).toEqual(body)
  })
})

describe('a configuration (CONN-07, CONN-14)', () => {
  it('is made with its properties, changed by name and deleted', async () => {
    const made = await create()
    expect([made.status, made.etag]).toEqual([200, '"1"'])
    expect(made.body).toMatchObject({
      organizationId: top(),
      name: 'Cartes',
      status: 'active',
      connector: { id: 'gift_card', type: 'payment_mode', fqn: 'reprise.payment_mode.gift_card' },
      properties: [
        { name: 'url', value: 'https://cards.example', isSecret: false },
        { name: 'apiKey', value: null, isSecret: true },
        { name: 'brand', value: 'Cadeau Plus', isSecret: false },
      ],
    })
    const { id } = made.body
    expect((await ask(`connector-organizations/${id}`)).body).toEqual(made.body)
    const named = async (search: string) =>
      (await list(`?connectorId=gift_card&search=${search}`))['hydra:member'].map((one) => one.id)
    expect([await named('CARTE'), await named('c%C3%A0rt'), await named('cadeau')]).toEqual([[id], [id], []])
    const properties = propertiesOf({ brand: 'Autre marque', lowestAmount: 10 })
    const changed = await patch(id, { name: 'Cartes cadeaux', status: 'inactive', properties }, 1)
    expect([changed.status, changed.etag]).toEqual([200, '"2"'])
    expect(changed.body).toMatchObject({ name: 'Cartes cadeaux', status: 'inactive' })
    expect(changed.body.properties.map(({ name, value }) => [name, value])).toEqual([
      ['url', 'https://cards.example'],
      ['apiKey', null],
      ['brand', 'Autre marque'],
      ['lowestAmount', 10],
    ])
    const without = await patch(id, { properties: [{ name: 'lowestAmount', value: null }] })
    expect(without.body.properties.map(({ name }) => name)).toEqual(['url', 'apiKey', 'brand'])
    expect((await remove(id)).status).toBe(204)
    expect((await ask(`connector-organizations/${id}`)).status).toBe(404)
    expect((await remove(id)).status).toBe(404)
  })

  it(
    'keeps secrets sealed, tells them nobody, and keeps them while a change does not name them',
    { tags: ['slow'] },
    async () => {
      const made = await create()
      const stored = () =>
        owner().query<{ secrets: { apiKey: string }; properties: object }>(
          'select secrets, properties from connector_configuration',
        )
      const before = (await stored()).rows[0]!
      const said = [made, await ask(`connector-organizations/${made.body.id}`), await ask('connector-organizations')]
      await patch(made.body.id, { name: 'Autre nom' })
      expect((await stored()).rows[0]!.secrets).toEqual(before.secrets)
      said.push(await patch(made.body.id, { properties: [{ name: 'apiKey', value: 'another-key-of-the-tests' }] }))
      said.push(await patch(made.body.id, { properties: [{ name: 'apiKey', value: 'short' }] }))
      expect((await stored()).rows[0]!.secrets.apiKey).not.toBe(before.secrets.apiKey)
      const everything = [
        ...said.map(({ text }) => text),
        JSON.stringify((await stored()).rows),
        ...api().logLines,
      ].join('\n')
      for (const secret of [secrets.apiKey, 'another-key-of-the-tests']) {
        expect(everything).not.toContain(secret)
        expect(everything).not.toContain(Buffer.from(secret).toString('base64'))
      }
      const described = await (await api().request('/api/openapi.json')).text()
      expect(described).not.toContain(secrets.apiKey)
    },
  )

  it('needs a name of 2 to 255 characters', async () => {
    for (const name of ['', 'a', ' a ', 'x'.repeat(256)])
      expect(await refusals(create({ name }))).toEqual(['REQUEST_INVALID', 'name'])
    for (const name of ['ab', 'x'.repeat(255)]) expect((await create({ name })).status).toBe(200)
    const carrier = { connectorId: 'transport', properties: propertiesOf(transport) }
    expect((await create({ ...carrier, name: 'x'.repeat(255) })).status).toBe(200)
  })

  it('has a name that is its own among those of its connector (CONN-10)', async () => {
    const { body } = await create()
    expect(await refusals(create({ name: 'CARTES' }))).toEqual(['CONNECTOR_NAME_TAKEN', 'name'])
    const other = await create({ name: 'Autres' })
    expect(await refusals(patch(other.body.id, { name: 'cartes' }))).toEqual(['CONNECTOR_NAME_TAKEN', 'name'])
    expect((await patch(body.id, { name: 'CARTES' })).status).toBe(200)
    const scan = {
      connectorId: 'scan_search',
      properties: propertiesOf({ url: 'https://x.example', apiKey: secrets.apiKey }),
    }
    expect((await create(scan)).status).toBe(200)
    expect(await namesOf('?connectorId=gift_card')).toEqual(['Autres', 'CARTES'])
  })

  it('needs at least one property, all that are required, and none beyond its bounds (CONN-09)', async () => {
    const properties = (values: object) => refusals(create({ properties: propertiesOf(values) }))
    expect(await properties({})).toEqual(['CONNECTOR_PROPERTY_REQUIRED', 'properties'])
    expect(await properties({ url: 'https://x.example', apiKey: secrets.apiKey })).toEqual([
      'CONNECTOR_PROPERTY_MISSING',
      'brand',
    ])
    expect(await properties({ ...giftCard, color: 'red' })).toEqual(['CONNECTOR_PROPERTY_UNKNOWN', 'color'])
    expect(await properties({ ...giftCard, lowestAmount: 0 })).toEqual(['CONNECTOR_PROPERTY_INVALID', 'lowestAmount'])
    expect(await properties({ ...giftCard, highestAmount: 50_001 })).toEqual([
      'CONNECTOR_PROPERTY_INVALID',
      'highestAmount',
    ])
    expect((await list('?connectorId=gift_card'))['hydra:totalItems']).toBe(0)
    const { body } = await create()
    expect(await refusals(patch(body.id, { properties: [] }))).toEqual(['CONNECTOR_PROPERTY_REQUIRED', 'properties'])
    expect(await refusals(patch(body.id, { name: 'Neu', properties: [{ name: 'brand', value: null }] }))).toEqual([
      'CONNECTOR_PROPERTY_MISSING',
      'brand',
    ])
    expect((await ask(`connector-organizations/${body.id}`)).body).toEqual(body)
  })

  it('is not changed or deleted over a version that was not seen', async () => {
    const { body } = await create()
    await patch(body.id, { status: 'inactive' }, body.version)
    expect((await patch(body.id, { status: 'active' }, body.version)).status).toBe(412)
    expect((await remove(body.id, body.version)).status).toBe(412)
    expect((await ask(`connector-organizations/${body.id}`)).body).toMatchObject({ version: 2, status: 'inactive' })
    expect((await remove(body.id, 2)).status).toBe(204)
  })

  it('of another account is unknown where its organization is not named, and so is an unknown organization', async () => {
    const { body } = await create()
    expect((await list('', stranger()))['hydra:member'].map(({ id }) => id)).not.toContain(body.id)
    const { other } = api().accounts
    const elsewhere = `?organizationId=${other.rootId}`
    for (const said of [
      await ask(`connector-organizations/${body.id}`, {}, stranger()),
      await patch(body.id, { name: 'Mine' }, undefined, stranger()),
      await remove(body.id, undefined, stranger()),
      // Naming another client than the one that has it finds nothing either.
      await ask(`connector-organizations/${body.id}${elsewhere}`),
      await patch(`${body.id}${elsewhere}`, { name: 'Theirs' }),
      await remove(`${body.id}${elsewhere}`),
      await ask(`connector-organizations?organizationId=${newId()}`),
      await ask(`connectors/transport?organizationId=${newId()}`),
      await create({ organizationId: newId(), name: 'Ailleurs' }),
      // A store is no client.
      await create({ organizationId: other.northStoreId, name: 'Ailleurs' }),
    ])
      expect([said.status, said.body.code]).toEqual([404, 'REQUEST_NOT_FOUND'])
    expect((await ask(`connector-organizations/${body.id}`)).body).toEqual(body)
  })

  it('are set by the platform for any client, and stay inside that client', async () => {
    const { other, retailer } = api().accounts
    const theirs = (id: string) => `${id}?organizationId=${other.rootId}`
    const made = await create({ organizationId: other.rootId, name: 'Ailleurs' })
    expect([made.status, made.body.organizationId]).toEqual([200, other.rootId])
    expect((await list(`?organizationId=${other.id}`))['hydra:member'].map(({ name }) => name)).toContain('Ailleurs')
    expect((await list())['hydra:member'].map(({ name }) => name)).not.toContain('Ailleurs')
    expect((await ask(`connector-organizations/${theirs(made.body.id)}`)).body).toEqual(made.body)
    expect((await patch(theirs(made.body.id), { name: 'Là-bas' }, made.body.version)).body.name).toBe('Là-bas')
    const { rows } = await owner().query<{ account_id: string }>('select account_id from connector_configuration')
    expect(rows).toEqual([{ account_id: other.id }])
    expect((await remove(theirs(made.body.id))).status).toBe(204)

    expect((await patch(theirs('payment_bonus'), { status: 'active' })).body).toMatchObject({
      id: 'payment_bonus',
      status: 'active',
      organizationId: other.rootId,
    })
    const features = await owner().query<{ account_id: string }>(
      `select account_id from organization_root_detail where 'payment_bonus' = any (enabled_premium_features)`,
    )
    expect(features.rows).toEqual([{ account_id: other.id }])
    const circuit = newId()
    await owner().query(`insert into circuit (account_id, id, type, name) values ($1, $2, 'web_post', 'Ailleurs')`, [
      other.id,
      circuit,
    ])
    const offered = async (account: string) =>
      JSON.parse((await ask(`connectors/transport?organizationId=${account}`)).text) as ReadConnectorAnswer
    expect((await offered(other.id)).options['circuitIds']).toEqual([{ id: circuit, name: 'Ailleurs' }])
    expect((await offered(retailer.id)).options['circuitIds']?.map(({ id }) => id)).not.toContain(circuit)
  })
})

describe('the list of configurations (CONN-13)', () => {
  it('is filtered by connector, type, status and entity, with pages or without', async () => {
    await create({ name: 'Beta' })
    await create({ name: 'Alpha', status: 'inactive' })
    await create({ connectorId: 'transport', name: 'Colis', properties: propertiesOf(transport) })
    expect(await namesOf('?connectorId=gift_card')).toEqual(['Alpha', 'Beta'])
    expect(await namesOf('?connectorId[]=gift_card&connectorId[]=transport&order[name]=desc')).toEqual([
      'Colis',
      'Beta',
      'Alpha',
    ])
    const several = '?connectorId[]=gift_card&connectorId[]=transport&order[status]=desc&order[name]=desc'
    expect(await namesOf(several)).toEqual(['Alpha', 'Colis', 'Beta'])
    expect(await namesOf('?connector.type=transport')).toEqual(['Colis'])
    expect(await namesOf('?connector.type=payment_mode&status=inactive')).toEqual(['Alpha'])
    expect(await namesOf(`?organizationId=${top()}&connectorId=gift_card`)).toEqual(['Alpha', 'Beta'])
    expect(await namesOf('?connectorId=gift_card&itemsPerPage=1&page=2')).toEqual(['Beta'])
    expect((await list('?connectorId=gift_card&itemsPerPage=1&page=2'))['hydra:totalItems']).toBe(2)
    expect(await list('?connectorId=gift_card&pagination=false&partial=true')).not.toHaveProperty('hydra:totalItems')
  })
})
