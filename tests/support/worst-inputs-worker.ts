import { readdirSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { foldText } from '#domain/kernel/fold-text.ts'
import { hasVisibleText } from '#domain/kernel/visible-text.ts'
import { operations } from '#sync/operations/registry.ts'
import { confidedSchema } from '#sync/wire/sealed.ts'

/** Longest that one text may hold the event loop, in milliseconds. */
const { longestMs } = workerData as { readonly longestMs: number }

/** Parts of which the worst texts are made: each is some pattern's beginning, of which a careless one tries every end. */
const parts = [
  '<a ',
  '<',
  '<div>',
  '&',
  ' ',
  '\n',
  'a',
  '0',
  '.',
  '@',
  'a.',
  '\u0336',
  '\u200d',
  'é\u200c',
  '%',
  '("',
  'x="',
]
/** More than the body of a call may hold where its route does not say another number, and about as much as a home page. */
const length = 200_000
const worst = parts.flatMap((part) => {
  const text = part.repeat(length / part.length)
  return [text, `${text}!`]
})

/** Times that a text is read before it counts as slow: the first ones of a pattern compile it. */
const mostTries = 5
/** Least processor time of reading a text, in milliseconds, and the schemas that need more than a request may. */
let slowest = 0
const slow = new Set<string>()
function time(path: string, read: () => unknown): void {
  let least = Infinity
  for (let tries = 0; tries < mostTries && least > longestMs; tries += 1) {
    const before = process.threadCpuUsage()
    read()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  slowest = Math.max(slowest, least)
  if (least > longestMs) slow.add(path)
}

/** Every text of a schema, by where it stands. */
function textsOf(schema: unknown, path: string): readonly (readonly [string, z.ZodType])[] {
  const inside = (part: unknown, at = path) => textsOf(part, at)
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return [[path, schema]]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) => inside(part, `${path}.${key}`))
  if (schema instanceof z.ZodArray) return inside(schema.element, `${path}[]`)
  if (schema instanceof z.ZodRecord) return inside(schema.valueType, `${path}.*`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((part) => inside(part))
  if (schema instanceof z.ZodPipe) return [[path, schema], ...inside(schema.in)]
  const wraps = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
  return wraps ? inside(schema.def.innerType) : []
}

const calls = new URL('../../sync/calls/', import.meta.url)
const found: (readonly [string, z.ZodType])[] = [...textsOf(confidedSchema, 'confided')]
for (const file of readdirSync(calls).filter((name) => !name.includes('.test.'))) {
  const exported = (await import(new URL(file, calls).href)) as Record<string, unknown>
  for (const [name, call] of Object.entries(exported)) {
    if (typeof call !== 'object' || call === null || !('method' in call)) continue
    for (const part of ['params', 'query', 'body'] as const)
      found.push(...textsOf((call as Partial<Record<typeof part, unknown>>)[part], `${name} ${part}`))
  }
}
for (const { type, schema } of operations.values()) found.push(...textsOf(schema, type))

/** What a schema does with a text: schemas that do the same are tried once. */
function signatureOf(schema: z.ZodType): string {
  const { def } = schema
  if (schema instanceof z.ZodPipe)
    return `${signatureOf(schema.in as z.ZodType)} then ${signatureOf(schema.out as z.ZodType)}`
  const transform = 'transform' in def ? String(def.transform) : ''
  const checks = (def.checks ?? []).map((check) =>
    JSON.stringify(check._zod.def, (_key, value: unknown) =>
      typeof value === 'function' || value instanceof RegExp ? String(value) : value,
    ),
  )
  return `${def.type} ${'format' in def ? String(def.format) : ''} ${transform} ${checks.join(' ')}`
}

const seen = new Set<string>()
for (const [path, schema] of found) {
  const signature = signatureOf(schema)
  if (seen.has(signature)) continue
  seen.add(signature)
  parentPort?.postMessage({ at: path })
  for (const text of worst) time(path, () => schema.safeParse(text))
}
for (const [name, read] of Object.entries({ foldText, hasVisibleText })) {
  parentPort?.postMessage({ at: name })
  for (const text of worst) time(name, () => read(text))
}
parentPort?.postMessage({ done: { schemas: seen.size, slow: [...slow], slowestMs: slowest } })
