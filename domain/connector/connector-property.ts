/**
 * Kinds of properties: a text, a web address, a secret that is never answered, a whole number, one of several choices,
 * a flag, or ids of the account's circuits or shipping methods.
 */
export const propertyKinds = [
  'text',
  'url',
  'secret',
  'number',
  'choice',
  'flag',
  'circuits',
  'shipping_methods',
] as const
export type PropertyKind = (typeof propertyKinds)[number]

/** What a property may say. */
export type PropertyValue = string | number | boolean | readonly string[]

/** A property of a connector's configurations (CONN-08). */
export interface ConnectorProperty {
  readonly name: string
  readonly kind: PropertyKind
  readonly isRequired: boolean
  /** Fewest characters, lowest number, or fewest ids. */
  readonly min: number
  /** Most characters, highest number, or most ids. */
  readonly max: number
  /** What may be chosen; empty but for choices. */
  readonly choices: readonly string[]
}

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A value as it is kept: texts without the spaces around them, ids once each. Null where it is of another kind or beyond
 * the bounds.
 */
export function readValue(property: ConnectorProperty, value: PropertyValue): PropertyValue | null {
  const { kind, min, max } = property
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean' ? value : null
    case 'number':
      return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : null
    case 'circuits':
    case 'shipping_methods':
      return readIds(value, property)
    default:
      return typeof value === 'string' ? readText(value.trim(), property) : null
  }
}

function readText(text: string, { kind, min, max, choices }: ConnectorProperty): string | null {
  // A control character has no place in a name or a key, and the database takes no NUL.
  if (text.length < min || text.length > max || /[\0-\x1f]/.test(text)) return null
  if (kind === 'choice') return choices.includes(text) ? text : null
  return kind === 'url' && !isServiceAddress(text) ? null : text
}

function readIds(value: PropertyValue, { max }: ConnectorProperty): readonly string[] | null {
  if (typeof value !== 'object') return null
  const ids = [...new Set(value.map((id) => id.toLowerCase()))]
  return ids.length <= max && ids.every((id) => idForm.test(id)) ? ids : null
}

// A password in the address would be answered with it.
function isServiceAddress(text: string): boolean {
  return /^https?:\/\/[^/?#@\s]+(?:[/?#]\S*)?$/.test(text) && URL.canParse(text)
}
