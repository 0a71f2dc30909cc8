import { describe, expect, it } from 'vitest'
import { premiumFeatures } from '../organization/premium-feature.ts'
import { checkProperties, type GivenProperty } from './check-properties.ts'
import { connectorOf, connectors, connectorTypes } from './connector.ts'
import { readValue, type ConnectorProperty, type PropertyValue } from './connector-property.ts'

const known = (id: string) => connectorOf(id)!.properties
const given = (values: Readonly<Record<string, PropertyValue | null>>): readonly GivenProperty[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }))
const service = { url: 'https://pay.example/v1', apiKey: 'k'.repeat(8), eventSecret: 's'.repeat(32) }

describe('the catalog of connectors', () => {
  it('has an id, a name, a type and a name of its own among all for each, every type at least once (CONN-05, CONN-06)', () => {
    for (const { id, name, type, fqn } of connectors)
      expect([name !== '', fqn]).toEqual([true, `reprise.${type}.${id}`])
    expect(new Set(connectors.map(({ fqn }) => fqn)).size).toBe(connectors.length)
    expect([...new Set(connectors.map(({ type }) => type))]).toEqual(connectorTypes)
  })

  it('has a property set for payment, gift card, SFTP import, transport, recommerce buyer, refurb and scan search (CONN-08)', () => {
    const withSets = connectors.filter(({ properties }) => properties.length > 0).map(({ id }) => id)
    expect(withSets.toSorted()).toEqual(
      ['gift_card', 'payment', 'recommerce_buyer', 'refurb', 'scan_search', 'sftp_import', 'transport'].toSorted(),
    )
  })

  it('has a connector for each premium feature, which is kept as the feature (CONN-19)', () => {
    for (const feature of premiumFeatures)
      expect(connectorOf(feature)).toMatchObject({ type: 'premium_feature', home: 'feature', properties: [] })
    expect(connectorOf('unknown')).toBeNull()
  })
})

describe('the properties of a configuration', () => {
  it('are what the connector requires, without the spaces around them', () => {
    const checked = checkProperties(known('payment'), [], given({ ...service, url: ' https://pay.example/v1 ' }))
    expect(checked).toEqual({ ok: true, value: service })
  })

  it('are at least one (CONN-09)', () => {
    const required = { ok: false, error: { code: 'CONNECTOR_PROPERTY_REQUIRED', property: null } }
    expect(checkProperties(known('payment'), [], [])).toEqual(required)
    expect(checkProperties(known('payment'), [], given({ url: '', apiKey: ' ', eventSecret: null }))).toEqual(required)
    expect(checkProperties(known('payment'), Object.keys(service), [])).toEqual(required)
  })

  it('lack none that is required, and may lack others', () => {
    const { eventSecret: _secret, ...rest } = service
    expect(checkProperties(known('payment'), [], given(rest))).toMatchObject({
      error: { code: 'CONNECTOR_PROPERTY_MISSING', property: 'eventSecret' },
    })
    expect(checkProperties(known('transport'), [], given(service)).ok).toBe(true)
  })

  it('keep a secret that a change does not name, and cannot lose it', () => {
    const held = Object.keys(service)
    const changed = checkProperties(known('payment'), held, given({ url: 'https://pay.example/v2' }))
    expect(changed).toEqual({ ok: true, value: { url: 'https://pay.example/v2' } })
    expect(checkProperties(known('payment'), held, given({ apiKey: null }))).toMatchObject({
      error: { code: 'CONNECTOR_PROPERTY_MISSING', property: 'apiKey' },
    })
  })

  it('are those of the connector, each once', () => {
    for (const names of [['color'], ['url', 'url'], ['constructor']])
      expect(
        checkProperties(
          known('payment'),
          [],
          names.map((name) => ({ name, value: 'https://pay.example' })),
        ),
      ).toMatchObject({ error: { code: 'CONNECTOR_PROPERTY_UNKNOWN', property: names.at(-1) } })
  })

  it('of another kind or beyond their bounds are refused by name', () => {
    expect(checkProperties(known('payment'), [], given({ ...service, apiKey: 'short' }))).toMatchObject({
      error: { code: 'CONNECTOR_PROPERTY_INVALID', property: 'apiKey' },
    })
  })
})

const property = (part: Partial<ConnectorProperty>): ConnectorProperty => ({
  name: 'one',
  kind: 'text',
  isRequired: true,
  min: 2,
  max: 4,
  choices: [],
  ...part,
})
const id = '018f0000-0000-7000-8000-00000000dead'

describe('a value of a property', () => {
  it.each<[string, Partial<ConnectorProperty>, PropertyValue, PropertyValue | null]>([
    ['a text at its lower bound', {}, 'ab', 'ab'],
    ['a text at its upper bound', {}, 'abcd', 'abcd'],
    ['a text below', {}, 'a', null],
    ['a text above', {}, 'abcde', null],
    ['a text with a control character', {}, 'a\0b', null],
    ['a number for a text', {}, 12, null],
    ['a number at its lower bound', { kind: 'number' }, 2, 2],
    ['a number at its upper bound', { kind: 'number' }, 4, 4],
    ['a number below', { kind: 'number' }, 1, null],
    ['a number above', { kind: 'number' }, 5, null],
    ['a broken number', { kind: 'number' }, 2.5, null],
    ['digits for a number', { kind: 'number' }, '3', null],
    ['a flag', { kind: 'flag' }, false, false],
    ['a word for a flag', { kind: 'flag' }, 'yes', null],
    ['a choice', { kind: 'choice', choices: ['ab', 'cd'] }, 'cd', 'cd'],
    ['a word that is no choice', { kind: 'choice', choices: ['ab', 'cd'] }, 'ef', null],
    ['a web address', { kind: 'url', max: 500 }, 'http://x:8080/a?b', 'http://x:8080/a?b'],
    ['an address of another kind', { kind: 'url', max: 500 }, 'ftp://x.example', null],
    ['an address without a host', { kind: 'url', max: 500 }, 'https:///a', null],
    ['an address with a password', { kind: 'url', max: 500 }, 'https://me:secret@x.example', null],
    ['ids, each once', { kind: 'circuits' }, [id, id.toUpperCase()], [id]],
    ['no ids', { kind: 'shipping_methods' }, [], []],
    ['what is no id', { kind: 'circuits' }, ['all'], null],
    ['a text for ids', { kind: 'circuits' }, id, null],
  ])('that is %s is read as it is kept, or not at all', (_, part, value, kept) => {
    expect(readValue(property(part), value)).toEqual(kept)
  })

  it('is one of at most so many ids', () => {
    const many = Array.from({ length: 5 }, (_, place) => id.replace('dead', `000${place}`))
    expect(readValue(property({ kind: 'circuits' }), many)).toBeNull()
    expect(readValue(property({ kind: 'circuits' }), many.slice(1))).toHaveLength(4)
  })
})
