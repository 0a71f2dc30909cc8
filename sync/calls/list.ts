import * as z from 'zod'
import { textOf } from '#domain/kernel/text-input.schema.ts'

/** A day as a filter names it, `2026-11-23`; the year 0 is none of the database's. */
export const day = z.iso.date().refine((text) => !text.startsWith('0000'))

/** Highest number of a page. */
export const lastPage = 1_000_000

/** What a person typed to look something up. */
export const searchWords = textOf('line').min(1).max(200)

const switchText = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Most rows of one page. */
export const pageLimit = 200

/**
 * The query of a list call (API-03 to API-07): `page`, `itemsPerPage`, `pagination`, `partial`, `order[field]`, and
 * the call's own filters. `partial=true` spares the server the count, and the answer then has no total.
 */
export function listQuery<const Field extends string, Filters extends z.ZodRawShape>(
  fields: readonly [Field, ...Field[]],
  filters: Filters,
) {
  return z.strictObject({
    page: z.coerce.number().int().min(1).max(lastPage).default(1),
    itemsPerPage: z.coerce.number().int().min(1).max(pageLimit).default(30),
    pagination: switchText.default(true).describe('`false`: one answer of at most 10,000 rows; more are read by pages'),
    partial: switchText.default(false),
    order: z.partialRecord(z.enum(fields), z.enum(['asc', 'desc'])).default({}),
    ...filters,
  })
}

/** Fields by which a list call sorts. */
export function sortsOf<const Field extends string>(call: {
  readonly query: ReturnType<typeof listQuery<Field, z.ZodRawShape>>
}): readonly Field[] {
  return call.query.shape.order.unwrap().keyType.options
}

/** A filter that takes `key=value` and `key[]=value` alike, as a list (API-07). */
export function anyOf<Value extends z.ZodType>(value: Value) {
  return z.union([z.array(value).min(1).max(100), value.transform((one) => [one])]).optional()
}

/** A filter `exists[field]=true|false`. */
export function existsFilter<const Field extends string>(fields: readonly [Field, ...Field[]]) {
  return z.partialRecord(z.enum(fields), switchText).optional()
}

/** The answer of a list call (API-08); `hydra:totalItems` is absent where the query said `partial=true`. */
export function collection<Member extends z.ZodType>(member: Member) {
  return z.object({ 'hydra:member': z.array(member), 'hydra:totalItems': z.int().min(0).optional() })
}
