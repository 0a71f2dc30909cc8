import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { textKinds } from '#domain/kernel/text-kinds.ts'
import { operations } from '#sync/operations/registry.ts'
import { confidedSchema } from '#sync/wire/sealed.ts'

/**
 * Texts of no kind, by where they stand, and why. What is kept, compared or shown must not be here.
 */
const exceptions: readonly (readonly [RegExp, string])[] = [
  [/\.(password|current)$/, 'a password is hashed as it was typed'],
  [/:params\.(token|file|n|name|code)$|\.(quoteToken|trackingToken|openidSessionId|fingerprint)$/, 'looked up alone'],
  [/:query\.(brand|queue)(\[\])?$/, 'compared with what is stored, which may be older than these rules'],
  [/^openIdCallbackCall:body\.(state|code|iss|error)$/, 'of the protocol, handed on to the provider or compared'],
  [/^(multiSearchCall|searchDocumentsCall):/, 'parameters of a search engine, parsed as a language of their own'],
  [/\.csv$/, 'a file; its fields are texts once it has been read'],
  [
    /^(pullCall|snapshotCall|auditCall):body\.(cursor|deviceId|warehouseId|storeId|uncovered\[\])$/,
    'ids, compared alone',
  ],
  [/Call:body\.timeZone$/, 'of a closed list'],
]

/** Characters that show nothing or turn what follows, and piles of marks, within texts of several shapes. */
const hidden = [
  '\u202e',
  '\u200b',
  '\u0007',
  '\u001b',
  '\u0000',
  '\u2066',
  '\ufeff',
  '\ufe0f',
  '\u{e0101}',
  '\u0301'.repeat(120),
]
const around = ['Martin', '12345678', 'a@b.example', 'https://id.example/x', '2026-11-02', '#1d4ed8', 'FR', '69003']
const hostile = around.flatMap((text) => [
  ...hidden.flatMap((sign) => [`${text.slice(0, 1)}${sign}${text.slice(1)}`, `${text}${sign}`]),
  `${text}\r\nBcc: x@y.example`,
])
// Line breaks belong into a paragraph; what a reader does not see belongs nowhere.
const isHostile =
  /[^\P{Cc}\n\t]|[\u200b\u202a-\u202e\u2060-\u206f\ufeff]|[\x20-\x7e]\p{Default_Ignorable_Code_Point}|\p{Mn}{7}/u

function keepsHostile(schema: z.ZodType, text: string): boolean {
  const { success, data } = schema.safeParse(text)
  return success && stringsIn(data).some((kept) => isHostile.test(kept))
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

const kinds: ReadonlySet<unknown> = new Set(Object.values(textKinds))

describe('every text that comes in', () => {
  const texts = [...callTexts(), ...operationTexts(), ...textsOf(confidedSchema, 'confided')]
  const isExcused = (path: string) => exceptions.some(([where]) => where.test(path))

  it('is of a kind, a format or a pattern', () => {
    expect(texts.length).toBeGreaterThan(500)
    const free = texts.filter(({ isBound, path }) => !isBound && !isExcused(path))
    expect([...new Set(free.map(({ path }) => path))]).toEqual([])
  })

  it('keeps nothing that hides, turns or piles up, whatever its pattern is', () => {
    const kept = texts.filter(
      ({ path, schema }) => !isExcused(path) && hostile.some((text) => keepsHostile(schema, text)),
    )
    // Its host name is looked up, and nothing of it is kept.
    expect([...new Set(kept.map(({ path }) => path))]).toEqual(['webTokenCall:body.url'])
  })

  it('is excused where it stands and is of no kind, and nowhere else', () => {
    const open = texts.filter(({ isBound }) => !isBound).map(({ path }) => path)
    const idle = exceptions.filter(([where]) => !open.some((path) => where.test(path)))
    expect(idle.map(([where]) => String(where))).toEqual([])
  })
})

interface FoundText {
  readonly path: string
  readonly isBound: boolean
  /** What a text there passes, with what stands behind it in a pipe. */
  readonly schema: z.ZodType
}

function callTexts(): readonly FoundText[] {
  const modules = import.meta.glob<Record<string, unknown>>('../../sync/calls/*.ts', { eager: true })
  return Object.entries(modules).flatMap(([file, exported]) =>
    file.includes('.test.')
      ? []
      : Object.entries(exported).flatMap(([name, call]) =>
          isCall(call)
            ? (['params', 'query', 'body'] as const).flatMap((part) => textsOf(call[part], `${name}:${part}`))
            : [],
        ),
  )
}

function operationTexts(): readonly FoundText[] {
  return [...operations.values()].flatMap(({ type, schema }) => textsOf(schema, type))
}

function isCall(value: unknown): value is Partial<Record<'params' | 'query' | 'body', z.ZodType>> {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}

/** Every text of a schema; those behind it in a pipe have passed the first, which alone counts. */
function textsOf(schema: unknown, path: string, whole: z.ZodType | null = null): readonly FoundText[] {
  const inside = (part: unknown, at = path) => textsOf(part, at)
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return [{ path, isBound: isBound(schema), schema: whole ?? schema }]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, part]) => inside(part, `${path}.${key}`))
  if (schema instanceof z.ZodArray) return inside(schema.element, `${path}[]`)
  if (schema instanceof z.ZodRecord)
    return [...inside(schema.keyType, `${path}.<key>`), ...inside(schema.valueType, `${path}.*`)]
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((part) => inside(part))
  if (schema instanceof z.ZodPipe) return textsOf(schema.in, path, whole ?? schema)
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((part) => inside(part))
  if (schema instanceof z.ZodLazy) return inside(schema.unwrap())
  const wraps =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  return wraps ? inside(schema.def.innerType) : []
}

/** Whether a text is cleaned as its kind is, or can say nothing freely: ids, days, addresses, and patterns. */
function isBound({ def, format }: z.ZodString | z.ZodStringFormat): boolean {
  return format !== null || (def.checks ?? []).some((check) => 'tx' in check._zod.def && kinds.has(check._zod.def.tx))
}
