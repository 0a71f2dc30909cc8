import { fail, succeed, type Result } from '../kernel/result.ts'
import type { ConnectorError } from './connector-errors.ts'
import { readValue, type ConnectorProperty, type PropertyValue } from './connector-property.ts'

/** A property as it is given: null takes it away. */
export interface GivenProperty {
  readonly name: string
  readonly value: PropertyValue | null
}

/** What is wrong with given properties, and with which of them. */
export interface PropertyFault {
  readonly code: ConnectorError
  readonly property: string | null
}

/** Values by property as they are kept; null takes one away. */
export type PropertyChanges = Readonly<Record<string, PropertyValue | null>>

/**
 * Checks properties that are given to a configuration which has those of `held` already: what is not named stays, so
 * that a secret, which nobody is told, need not be said again. At least one has to be named and at least one to be left
 * (CONN-09), and all that the connector requires.
 */
export function checkProperties(
  known: readonly ConnectorProperty[],
  held: readonly string[],
  given: readonly GivenProperty[],
): Result<PropertyChanges, PropertyFault> {
  const changes: Record<string, PropertyValue | null> = {}
  for (const { name, value } of given) {
    const property = known.find((one) => one.name === name)
    if (property === undefined || Object.hasOwn(changes, name)) return fault('CONNECTOR_PROPERTY_UNKNOWN', name)
    const read = isEmpty(value) ? null : readValue(property, value)
    if (read === null && !isEmpty(value)) return fault('CONNECTOR_PROPERTY_INVALID', name)
    changes[name] = read
  }
  const left = new Set(held)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) left.delete(name)
    else left.add(name)
  }
  if (given.length === 0 || left.size === 0) return fault('CONNECTOR_PROPERTY_REQUIRED', null)
  const missing = known.find(({ name, isRequired }) => isRequired && !left.has(name))
  return missing === undefined ? succeed(changes) : fault('CONNECTOR_PROPERTY_MISSING', missing.name)
}

function isEmpty(value: PropertyValue | null): value is null | '' {
  return value === null || (typeof value === 'string' && value.trim() === '')
}

function fault(code: ConnectorError, property: string | null): { readonly ok: false; readonly error: PropertyFault } {
  return fail({ code, property })
}
