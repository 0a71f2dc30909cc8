import { describe, expect, it } from 'vitest'
import frFR from '#locales/fr-FR/connector.json' with { type: 'json' }
import { connectorOf, connectors } from '#domain/connector/connector.ts'
import type { ConfigurationAnswer } from '#sync/calls/connector.ts'
import { draftOf, faultsOf, givenOf, isTouched, keptSecrets } from './configuration-draft.ts'

const transport = connectorOf('transport')!
const { id, name, type, fqn } = transport
const configuration: ConfigurationAnswer = {
  id: '019a6410-0000-7000-8000-000000000001',
  version: 3,
  connector: { id, name, type, fqn },
  organizationId: '019a6410-0000-7000-8000-000000000002',
  name: 'Colis',
  status: 'active',
  eventPath: null,
  properties: [
    { name: 'url', value: 'https://colis.example', isSecret: false },
    { name: 'apiKey', value: null, isSecret: true },
    { name: 'eventSecret', value: null, isSecret: true },
    { name: 'servesPackages', value: true, isSecret: false },
    { name: 'circuitIds', value: [], isSecret: false },
  ],
}
const began = draftOf(transport, configuration)
const kept = keptSecrets(configuration)
const blank = draftOf(transport, null)

describe('the form of a configuration', () => {
  it('begins with what is known, and never with a secret', () => {
    expect(began.values).toEqual({
      url: 'https://colis.example',
      apiKey: '',
      eventSecret: '',
      servesPackages: true,
      circuitIds: [],
      shippingMethodIds: [],
    })
    expect([...kept]).toEqual(['apiKey', 'eventSecret'])
    expect(isTouched(began, began)).toBe(false)
    expect(isTouched({ ...began, status: 'inactive' }, began)).toBe(true)
    expect(isTouched({ ...began, values: { ...began.values, apiKey: 'x' } }, began)).toBe(true)
  })

  it('sends what differs, so that secrets which are not typed stay', () => {
    expect(faultsOf(transport, began, kept)).toBeNull()
    expect(givenOf(transport, began, began)).toEqual([])
    const values = { ...began.values, url: 'https://colis.example/v2', servesPackages: false, apiKey: 'another key' }
    expect(givenOf(transport, { ...began, values }, began)).toEqual([
      { name: 'url', value: 'https://colis.example/v2' },
      { name: 'apiKey', value: 'another key' },
      { name: 'servesPackages', value: false },
    ])
  })

  it('of a new one sends what is filled in, and says all at once what is missing or unfit', () => {
    const values = { ...blank.values, url: 'colis.example', apiKey: 'short' }
    expect(faultsOf(transport, { ...blank, name: 'a', values }, new Set())).toEqual({
      name: 'FORM_TEXT_BETWEEN',
      properties: {
        url: 'CONNECTOR_PROPERTY_INVALID',
        apiKey: 'CONNECTOR_PROPERTY_INVALID',
        eventSecret: 'CONNECTOR_PROPERTY_MISSING',
      },
    })
    expect(givenOf(transport, { ...blank, values }, null).map((given) => given.name)).toEqual(['url', 'apiKey'])
  })

  it('without any property says so, whatever its name (CONN-09)', () => {
    expect(faultsOf(transport, { ...blank, name: 'Colis' }, new Set())).toEqual({
      all: 'CONNECTOR_PROPERTY_REQUIRED',
      properties: {},
    })
  })

  it('takes away an optional text that is emptied, and refuses to empty a required one', () => {
    const cards = connectorOf('gift_card')!
    const held = {
      ...configuration,
      properties: [
        { name: 'url', value: 'https://cards.example', isSecret: false },
        { name: 'apiKey', value: null, isSecret: true },
        { name: 'brand', value: 'Plus', isSecret: false },
        { name: 'lowestAmount', value: 10, isSecret: false },
      ],
    }
    const before = draftOf(cards, held)
    const values = { ...before.values, lowestAmount: '', brand: ' ' }
    expect(givenOf(cards, { ...before, values }, before)).toEqual([
      { name: 'brand', value: null },
      { name: 'lowestAmount', value: null },
    ])
    expect(faultsOf(cards, { ...before, values }, keptSecrets(held))).toEqual({
      properties: { brand: 'CONNECTOR_PROPERTY_MISSING' },
    })
  })
})

describe('the texts of connectors', () => {
  it('name every type, connector, property and choice of the catalog', () => {
    for (const connector of connectors) {
      expect(frFR.type).toHaveProperty(connector.type)
      expect(frFR.connector).toHaveProperty(connector.id)
      for (const property of connector.properties) {
        expect(frFR.property).toHaveProperty(property.name)
        for (const choice of property.choices) expect(frFR.choice).toHaveProperty(choice)
      }
    }
  })
})
