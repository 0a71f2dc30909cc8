import * as z from 'zod'
import type { TestApi } from './api.ts'

/** A response as the description has it. */
interface DescribedResponse {
  readonly description: string
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
  readonly 'x-codes'?: readonly string[]
}

/** An operation as the description has it. */
export interface DescribedOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags?: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly requestBody?: {
    readonly required?: boolean
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>
  }
  readonly responses: Readonly<Record<string, DescribedResponse>>
}

/** The description that a server gives of itself. */
export interface Description {
  readonly openapi: string
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> }
  /** Operations by method and path: `get /api/users/{id}`. */
  readonly operations: ReadonlyMap<string, DescribedOperation>
  /** What takes the values that a schema of the document describes, and no others. */
  parserOf(schema: JsonSchema): z.ZodType
  /** What an answer does that its operation does not describe; null where all is as described. */
  problemOf(operation: string, response: Response): Promise<string | null>
}

type JsonSchema = Readonly<Record<string, unknown>>
type Paths = Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>

/** Reads the description of an application, as anybody does. */
export async function readDescription(api: TestApi): Promise<Description> {
  const document = (await (await api.request('/api/openapi.json')).json()) as Description & { readonly paths: Paths }
  const operations = new Map<string, DescribedOperation>(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
    ),
  )
  const parsers = new Map<string, z.ZodType>()
  const parserOf = (key: string, schema: JsonSchema): z.ZodType => {
    const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1)! : null
    const found = parsers.get(name ?? key) ?? parse(resolved(schema, document.components.schemas))
    parsers.set(name ?? key, found)
    return found
  }
  return {
    ...document,
    operations,
    parserOf: (schema) => parse(resolved(schema, document.components.schemas)),
    problemOf: async (name, response) => {
      const described = operations.get(name)?.responses[response.status]
      if (described === undefined) return `${response.status} is not described`
      const type = response.headers.get('content-type')
      const text = await response.clone().text()
      if (described.content === undefined) return text === '' ? null : 'a body is not described'
      const content = described.content[type ?? '']
      if (content === undefined) return `${type} is not described`
      if (text === '') return 'the body is missing'
      if (type?.includes('json') !== true || type.includes('ndjson')) return null
      const body = JSON.parse(text) as { readonly code?: string }
      const parsed = parserOf(`${name} ${response.status} ${type}`, content.schema).safeParse(body)
      if (!parsed.success) return z.prettifyError(parsed.error)
      const codes = described['x-codes']
      return codes === undefined || codes.includes(body.code ?? '') ? null : `${body.code} is not described`
    },
  }
}

/** The schema with every name replaced by what it stands for. */
function resolved(schema: unknown, schemas: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const within = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(within)
    if (typeof value !== 'object' || value === null) return value
    if ('$ref' in value && typeof value.$ref === 'string') return within(schemas[value.$ref.split('/').at(-1) ?? ''])
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, within(part)]))
  }
  return within(schema) as JsonSchema
}

function parse(schema: JsonSchema): z.ZodType {
  return z.fromJSONSchema(closed(schema) as Parameters<typeof z.fromJSONSchema>[0])
}

/** The schema without room for a field that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const all = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return 'properties' in all && !('additionalProperties' in all) ? { ...all, additionalProperties: false } : all
}
