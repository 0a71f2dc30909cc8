import { configurationName } from '#domain/connector/connector-configuration.schema.ts'
import type { GivenProperty } from '#domain/connector/check-properties.ts'
import type { ConfigurationStatus, Connector } from '#domain/connector/connector.ts'
import { readValue, type ConnectorProperty, type PropertyValue } from '#domain/connector/connector-property.ts'
import type { ConfigurationAnswer } from '#sync/calls/connector.ts'

/** A configuration as its form shows it; an empty text is none, and so is a secret that stays. */
export interface ConfigurationDraft {
  readonly name: string
  readonly status: ConfigurationStatus
  readonly values: Readonly<Record<string, PropertyValue>>
}

/** Codes of what is wrong: with the name, with properties by name, and with all of them (CONN-09). */
export interface ConfigurationFaults {
  readonly name?: string
  readonly all?: string
  readonly properties: Readonly<Record<string, string>>
}

/** Nothing is wrong. */
export const noFaults: ConfigurationFaults = { properties: {} }

/** The form of a configuration, or of a new one. */
export function draftOf({ properties }: Connector, configuration: ConfigurationAnswer | null): ConfigurationDraft {
  const values = properties.map((property) => {
    const held = configuration?.properties.find(({ name }) => name === property.name)?.value
    return [property.name, held ?? emptyOf(property)] as const
  })
  return {
    name: configuration?.name ?? '',
    status: configuration?.status ?? 'active',
    values: Object.fromEntries(values),
  }
}

function emptyOf({ kind }: ConnectorProperty): PropertyValue {
  if (kind === 'flag') return false
  return kind === 'circuits' || kind === 'shipping_methods' ? [] : ''
}

/** Secrets that are kept and need not be said again. */
export function keptSecrets(configuration: ConfigurationAnswer | null): ReadonlySet<string> {
  return new Set((configuration?.properties ?? []).filter(({ isSecret }) => isSecret).map(({ name }) => name))
}

/** What is wrong with a form, all of it at once; null where nothing is. */
export function faultsOf(
  connector: Connector,
  draft: ConfigurationDraft,
  kept: ReadonlySet<string>,
): ConfigurationFaults | null {
  const named = configurationName.safeParse(draft.name)
  const name = named.success ? {} : { name: named.error.issues[0]?.message ?? 'REQUEST_INVALID' }
  const hasAny = connector.properties.some(
    (property) => kept.has(property.name) || !isEmpty(property, draft.values[property.name]),
  )
  if (!hasAny) return { ...name, all: 'CONNECTOR_PROPERTY_REQUIRED', properties: {} }
  const faults = connector.properties.flatMap((property) => {
    const fault = faultOf(property, draft.values[property.name], kept)
    return fault === null ? [] : [[property.name, fault] as const]
  })
  if (named.success && faults.length === 0) return null
  return { ...name, properties: Object.fromEntries(faults) }
}

function faultOf(property: ConnectorProperty, value: PropertyValue | undefined, kept: ReadonlySet<string>) {
  if (value === undefined || isEmpty(property, value))
    return property.isRequired && !kept.has(property.name) ? 'CONNECTOR_PROPERTY_MISSING' : null
  return readValue(property, value) === null ? 'CONNECTOR_PROPERTY_INVALID' : null
}

// A flag that is off and a choice of nothing say no more than that they were not given.
function isEmpty({ kind }: ConnectorProperty, value: PropertyValue | undefined): boolean {
  if (value === undefined || value === false) return true
  if (typeof value === 'object') return value.length === 0
  return typeof value === 'string' && (kind === 'secret' ? value === '' : value.trim() === '')
}

/** What is sent: of a new configuration what is filled in, of one that is there what differs from how it began. */
export function givenOf(
  { properties }: Connector,
  { values }: ConfigurationDraft,
  began: ConfigurationDraft | null,
): readonly GivenProperty[] {
  return properties.flatMap((property) => {
    const { name } = property
    const value = values[name]
    const isBare = isEmpty(property, value)
    if (began === null ? isBare : isSame(value, began.values[name])) return []
    return [{ name, value: isBare && typeof value === 'string' ? null : (value ?? null) }]
  })
}

/** Whether something was typed that differs from how the form began. */
export function isTouched(draft: ConfigurationDraft, began: ConfigurationDraft): boolean {
  if (draft.name !== began.name || draft.status !== began.status) return true
  return Object.entries(draft.values).some(([name, value]) => !isSame(value, began.values[name]))
}

function isSame(a: PropertyValue | undefined, b: PropertyValue | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
