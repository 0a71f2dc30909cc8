import { pascalCase } from './operation-id.ts'

type Json = null | boolean | number | string | readonly Json[] | JsonObject
interface JsonObject {
  readonly [name: string]: Json
}

/** An OpenAPI document as JSON, as far as naming its schemas reads it. */
export interface NamedDocument {
  readonly paths: JsonObject
  readonly components: JsonObject & { readonly schemas: JsonObject }
}

const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })

/**
 * Gives every body and answer of a document a name, and every object that stands in several of them, and writes the rest
 * of the document by reference to those. What has the same shape has one name: that of the first read, else of the first
 * operation or property that it stands in. A step for each body, answer and path, as all of them take long.
 */
export function* nameSchemas<Document extends NamedDocument>(document: Document): Generator<void, Document, undefined> {
  const names = new Map<string, string>()
  const taken = new Set(Object.keys(document.components.schemas))
  const give = (schema: JsonObject, ...wishes: readonly string[]): void => {
    const text = JSON.stringify(schema)
    if (names.has(text) || !isNamed(schema)) return
    const last = wishes.at(-1) ?? 'Schema'
    const numbered = Array.from({ length: 1000 }, (_, at) => `${last}${at + 2}`)
    const name = [...wishes, ...numbered].find((wish) => !taken.has(wish))
    if (name === undefined) throw new Error(`a thousand schemas are called ${last}`)
    taken.add(name)
    names.set(text, name)
  }
  for (const { schema, wishes } of contentsOf(document)) {
    give(schema, ...wishes)
    yield
  }
  const times = new Map<string, number>()
  const places = new Map<string, { readonly schema: JsonObject; readonly wishes: readonly string[] }>()
  for (const { schema, wishes } of contentsOf(document)) {
    eachObject(schema, wishes[0] ?? '', (found, wish) => {
      const text = JSON.stringify(found)
      times.set(text, (times.get(text) ?? 0) + 1)
      if (!places.has(text)) places.set(text, { schema: found, wishes: wish })
    })
    yield
  }
  for (const [text, { schema, wishes }] of places) if ((times.get(text) ?? 0) > 1) give(schema, ...wishes)

  const shorten = (value: Json, isWhole: boolean): Json => {
    if (Array.isArray(value)) return value.map((one) => shorten(one as Json, false))
    if (typeof value !== 'object' || value === null) return value
    const name = isWhole ? undefined : names.get(JSON.stringify(value))
    if (name !== undefined) return reference(name)
    return Object.fromEntries(Object.entries(value as JsonObject).map(([key, part]) => [key, shorten(part, false)]))
  }
  const schemas: Record<string, Json> = { ...document.components.schemas }
  for (const [text, name] of names) {
    schemas[name] = shorten(JSON.parse(text) as Json, true)
    yield
  }
  const paths: Record<string, Json> = {}
  for (const [path, methods] of Object.entries(document.paths)) {
    paths[path] = shorten(methods, false)
    yield
  }
  return { ...document, paths, components: { ...document.components, schemas } }
}

// Less than this says itself as quickly as by a name.
function isNamed(schema: JsonObject): boolean {
  const { properties } = schema
  const isObject = typeof properties === 'object' && properties !== null && Object.keys(properties).length > 1
  return isObject || Array.isArray(schema['anyOf']) || Array.isArray(schema['oneOf'])
}

interface Content {
  readonly schema: JsonObject
  readonly wishes: readonly string[]
}

/** The schemas of all bodies and answers, those of reads first: what they answer is what a thing is. */
function* contentsOf({ paths }: NamedDocument): Iterable<Content> {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as JsonObject).map(([method, operation]) => ({
      path,
      method,
      operation: operation as JsonObject,
    })),
  )
  const isRead = ({ method, path }: (typeof operations)[number]) => method === 'get' && path.endsWith('}')
  for (const { path, method, operation } of operations.toSorted((a, b) => Number(isRead(b)) - Number(isRead(a)))) {
    const { operationId } = operation
    const id = typeof operationId === 'string' ? pascalCase(operationId) : ''
    const thing = method === 'get' && path.endsWith('}') ? [thingOf(path)] : []
    const answer = (operation['responses'] as JsonObject)['200'] as JsonObject | undefined
    for (const schema of schemasOf(answer)) {
      yield* membersOf(schema, path, id)
      yield { schema, wishes: [...thing, `${id}Answer`] }
    }
    for (const schema of schemasOf(operation['requestBody'] as JsonObject | undefined))
      yield { schema, wishes: [`${id}Body`] }
  }
}

/** What a list is made of. */
function* membersOf(schema: JsonObject, path: string, id: string): Iterable<Content> {
  const members = (schema['properties'] as JsonObject | undefined)?.['hydra:member'] as JsonObject | undefined
  const items = members?.['items']
  if (typeof items === 'object' && items !== null && !Array.isArray(items))
    yield { schema: items as JsonObject, wishes: [`Listed${thingOf(path)}`, `${id}Member`] }
}

/** `/api/buybacks/{id}` tells of one `Buyback`. */
function thingOf(path: string): string {
  const word = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? ''
  return pascalCase(singular(word))
}

function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y')
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.replace(/es$/, '')
  return /(?:ss|us|is)$/.test(word) ? word : word.replace(/s$/, '')
}

function* schemasOf(holder: JsonObject | undefined): Iterable<JsonObject> {
  for (const media of Object.values((holder?.['content'] ?? {}) as JsonObject)) {
    const schema = (media as JsonObject)['schema'] as JsonObject | undefined
    if (schema !== undefined && schema['$ref'] === undefined) yield schema
  }
}

/** Calls back for every named kind of schema below another one, with the names that it may have. */
function eachObject(
  schema: Json,
  above: string,
  found: (schema: JsonObject, wishes: readonly string[]) => void,
  key = '',
): void {
  if (Array.isArray(schema)) for (const one of schema) eachObject(one as Json, above, found, key)
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return
  const wish = pascalCase(singular(key))
  const object = schema as JsonObject
  if (key !== '' && isNamed(object)) found(object, [wish, `${above}${wish}`])
  for (const [part, value] of Object.entries(object)) {
    if (part === 'example' || part === 'enum' || part === 'default') continue
    if (part === 'properties')
      for (const [name, property] of Object.entries(value as JsonObject)) eachObject(property, above, found, name)
    else eachObject(value, above, found, key)
  }
}
