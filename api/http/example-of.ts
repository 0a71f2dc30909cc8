import * as z from 'zod'

type Schema = z.core.JSONSchema.JSONSchema

/** Texts that the patterns of this API ask for; the first one that passes is the example. */
const texts = [
  'text',
  'Reprise-2026',
  '2000000000008',
  '12345678',
  '356938035643809',
  'FR',
  '69003',
  '0'.repeat(32),
  '01a20035-5988-7003-ba43-c8179d5087e6',
  '#1d4ed8',
  '2026-11-02',
  'M10 10l20 -5',
  'item_label',
  'example.com',
  'openid email profile',
  'https://id.example.com/.well-known/openid-configuration',
  'e',
] as const

const formats: Readonly<Record<string, string>> = {
  uuid: '01a20035-5988-7003-ba43-c8179d5087e6',
  guid: '01a20035-5988-7003-ba43-c8179d5087e6',
  email: 'claire.martin@example.com',
  uri: 'https://example.com',
  date: '2026-11-02',
  'date-time': '2026-11-02T09:30:00.000Z',
}

/** Depth below which nothing is made up: schemas may hold themselves. */
const deepest = 8

/**
 * A body that a schema takes, with everything in it that is not optional; undefined where none can be made up, as for
 * rules between fields. Only one that the schema takes is given, so that no example of the description is refused.
 */
export function exampleOf(schema: z.ZodType): unknown {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const example = valueOf(described, described, 0)
  return schema.safeParse(example).success ? example : undefined
}

function valueOf(schema: Schema, whole: Schema, depth: number): unknown {
  if (depth > deepest) return undefined
  const known = referred(schema, whole)
  if (known.const !== undefined) return known.const
  if (known.default !== undefined) return known.default
  if (known.enum !== undefined) return known.enum[0]
  const choices = known.anyOf ?? known.oneOf
  if (choices !== undefined) {
    const [first] = choices.filter((choice) => choice !== null && typeof choice === 'object')
    return first === undefined ? undefined : valueOf(first, whole, depth + 1)
  }
  switch (known.type) {
    case 'object':
      return objectOf(known, whole, depth)
    case 'array':
      return listOf(known, whole, depth)
    case 'string':
      return textOf(known)
    case 'integer':
    case 'number':
      return numberOf(known)
    case 'boolean':
      return true
    default:
      return null
  }
}

function referred(schema: Schema, whole: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  const found = name === undefined ? undefined : whole.$defs?.[name]
  return typeof found === 'object' ? found : schema
}

function objectOf(schema: Schema, whole: Schema, depth: number): Readonly<Record<string, unknown>> {
  const required = new Set(schema.required)
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name))
  return Object.fromEntries(
    fields.map(([name, field]) => [name, typeof field === 'object' ? valueOf(field, whole, depth + 1) : null]),
  )
}

function listOf({ items, minItems = 1 }: Schema, whole: Schema, depth: number): readonly unknown[] {
  const one = typeof items === 'object' && !Array.isArray(items) ? items : {}
  return Array.from({ length: Math.max(1, minItems) }, () => valueOf(one as Schema, whole, depth + 1))
}

function textOf({ format, pattern, minLength = 0, maxLength = Number.MAX_SAFE_INTEGER }: Schema): string | undefined {
  const found = format === undefined ? undefined : formats[format]
  if (found !== undefined) return found
  const passes = pattern === undefined ? /^/ : new RegExp(pattern, 'u')
  return texts.find((text) => passes.test(text) && text.length >= minLength && text.length <= maxLength)
}

function numberOf({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Schema): number {
  return Math.min(Math.max(1, minimum), maximum)
}
