import * as z from 'zod'

/** A parameter of the description. */
export interface QueryParameter {
  readonly [extension: `x-${string}`]: unknown
  readonly name: string
  readonly in: 'query'
  readonly required: boolean
  readonly style?: 'deepObject' | 'form'
  readonly explode?: true
  readonly schema: Record<string, unknown>
}

type JsonSchema = Readonly<Record<string, unknown>>

/**
 * The query of a route as its parameters are written (API-06, API-07): `order[field]` is one object, and a filter that
 * takes several values is `key[]`.
 */
export function queryParameters(query: z.ZodType): readonly QueryParameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  return Object.entries(properties).map(([name, property]) =>
    parameterOf(name, required.includes(name), property as JsonSchema),
  )
}

function parameterOf(name: string, required: boolean, schema: JsonSchema): QueryParameter {
  const common = { in: 'query', required } as const
  if (schema['type'] === 'object') return { ...common, name, style: 'deepObject', explode: true, schema }
  const list = listOf(schema)
  if (list === null) return { ...common, name, schema }
  return { ...common, name: `${name}[]`, style: 'form', explode: true, schema: list }
}

/** The list that a filter takes, alone or beside a single value. */
function listOf(schema: JsonSchema): JsonSchema | null {
  if (schema['type'] === 'array') return schema
  const choices = (schema['anyOf'] ?? []) as readonly JsonSchema[]
  return choices.find(({ type }) => type === 'array') ?? null
}
