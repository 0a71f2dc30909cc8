import { describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { prepareConnectors, propertiesOf, refusals, secrets, transport } from '#tests/support/connector-world.ts'

const { api, owner, admin, stranger, ask, create, patch, remove, list, namesOf } = prepareConnectors()

describe('a configuration of the transport connector', () => {
  const made = (part: object = {}) =>
    create({ connectorId: 'transport', name: 'Colis', properties: propertiesOf(transport), ...part })

  it('is the carrier itself, and a carrier is one', async () => {
    const { body } = await made({ status: 'inactive' })
    const carriers = async () =>
      ((await (await admin().request('/api/carriers')).json()) as { 'hydra:member': readonly object[] })['hydra:member']
    expect(await carriers()).toMatchObject([{ id: body.id, name: 'Colis', status: 'inactive', url: transport.url }])
    await patch(body.id, { status: 'active', properties: propertiesOf({ servesPackages: true }) }, body.version)
    expect(await carriers()).toMatchObject([{ status: 'active', servesPackages: true }])
    await admin().request(`/api/carriers/${body.id}`, {
      method: 'PATCH',
      json: { name: 'Colis Express' },
      headers: { 'content-type': 'application/merge-patch+json' },
    })
    const read = await ask(`connector-organizations/${body.id}`)
    expect(read.body.name).toBe('Colis Express')
    expect(read.body.eventPath).toBe(`/api/carrier-events/${body.id}`)
    expect(read.body.properties).toContainEqual({ name: 'servesPackages', value: true, isSecret: false })
    expect(read.text).not.toContain(secrets.apiKey)
    const taken = await patch(body.id, { properties: propertiesOf({ servesPackages: null }) })
    expect(taken.body.properties).toContainEqual({ name: 'servesPackages', value: false, isSecret: false })
    expect((await owner().query('select 1 from connector_configuration')).rowCount).toBe(0)
    expect((await remove(body.id)).status).toBe(204)
    expect(await carriers()).toEqual([])
  })

  it('follows the rules of carriers, and its own about names', async () => {
    const elsewhere = propertiesOf({ ...transport, url: 'https://elsewhere.example' })
    expect(await refusals(made({ properties: elsewhere }))).toEqual(['CARRIER_HOST_NOT_ALLOWED', 'url'])
    await made({ properties: propertiesOf({ ...transport, servesPackages: true }) })
    expect(await refusals(made())).toEqual(['CONNECTOR_NAME_TAKEN', 'name'])
    const second = propertiesOf({ ...transport, servesPackages: true })
    expect(await refusals(made({ name: 'Autre', properties: second }))).toEqual([
      'CARRIER_SERVICE_TAKEN',
      'servesPackages',
    ])
    const foreign = propertiesOf({ ...transport, circuitIds: [newId()] })
    expect(await refusals(made({ name: 'Autre', properties: foreign }))).toEqual([
      'CARRIER_SERVICE_UNFIT',
      'circuitIds',
    ])
    expect(await namesOf('?connectorId=transport')).toEqual(['Colis'])
  })

  it('rises in version by what it serves alone, so that nobody’s choice is overwritten', async () => {
    const { body } = await made()
    const circuit = newId()
    await owner().query(`insert into circuit (account_id, id, type, name) values ($1, $2, 'web_post', 'Poste')`, [
      api().accounts.retailer.id,
      circuit,
    ])
    const served = await patch(body.id, { properties: propertiesOf({ circuitIds: [circuit] }) }, body.version)
    expect(served.body.properties).toContainEqual({ name: 'circuitIds', value: [circuit], isSecret: false })
    expect((await patch(body.id, { properties: propertiesOf({ circuitIds: [] }) }, body.version)).status).toBe(412)
  })
})

describe('the connector of a premium feature (CONN-19, CONN-20)', () => {
  const launch = async () => {
    const response = await admin().request('/api/organizations/launch-generic-premium-feature-connector?action=list')
    return ((await response.json()) as { premiumFeatures: readonly string[] }).premiumFeatures
  }

  it('has one configuration, which is active where the account has the feature', async () => {
    const features = await list('?connector.type=premium_feature')
    expect(features['hydra:member'].map(({ id, status }) => [id, status])).toEqual(
      [
        'absorption',
        'custom_transfer_order',
        'imei_search_and_collect',
        'multi_product_cart',
        'payment_bonus',
        'sftp_access',
      ].map((feature) => [feature, 'inactive']),
    )
    const [first] = features['hydra:member']
    const on = await patch('payment_bonus', { status: 'active' }, first!.version)
    expect(on.body).toMatchObject({ id: 'payment_bonus', status: 'active', properties: [] })
    expect((await patch('absorption', { status: 'active' }, first!.version)).status).toBe(412)
    await patch('absorption', { status: 'active' }, on.body.version)
    expect((await launch()).toSorted()).toEqual(['absorption', 'payment_bonus'])
    expect(await namesOf('?connector.type=premium_feature&status=active')).toEqual(['Absorption', 'Payment bonus'])
    await patch('payment_bonus', { status: 'inactive' })
    expect(await launch()).toEqual(['absorption'])
    const theirs = await list('?connector.type=premium_feature&status=active', stranger())
    expect(theirs['hydra:member']).toEqual([])
  })

  it('is neither made, renamed nor deleted, and has no properties', async () => {
    for (const connectorId of ['sftp_access', 'openid'])
      expect(await refusals(create({ connectorId }))).toEqual(['CONNECTOR_KEPT_ELSEWHERE', 'connectorId'])
    expect(await refusals(patch('sftp_access', { name: 'SFTP' }))).toEqual(['CONNECTOR_KEPT_ELSEWHERE', 'name'])
    expect((await remove('sftp_access')).body.code).toBe('CONNECTOR_KEPT_ELSEWHERE')
    expect(await launch()).toEqual([])
  })
})
