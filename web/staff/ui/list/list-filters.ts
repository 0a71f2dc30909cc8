import * as z from 'zod'
import { lazily } from '#domain/kernel/lazily.ts'
import { parseListSearch, type ListSearch } from './list-state.ts'

type Address = Readonly<Record<string, unknown>>

/** How each filter of a list is read from the address; what its schema refuses, or reads as undefined, is not set. */
type FilterSchemas = Readonly<Record<string, z.ZodType>>

/** Filters that are set. */
type SetFilters<Schemas extends FilterSchemas> = {
  readonly [Name in keyof Schemas]?: Exclude<z.output<Schemas[Name]>, undefined>
}

/** A change of some filters; undefined takes one away. */
export type FilterChange<Filters> = { readonly [Name in keyof Filters]?: Filters[Name] | undefined }

/** The filters of a list as its address has them. */
export interface ListFilters<Filters> {
  /** Those that an address sets; what makes no sense is left out. */
  readonly read: (address: Address) => Filters
  /** The same with the list's page, order and words: all that the address of a list may hold. */
  readonly readAddress: (address: Address) => ListSearch & Filters
  /** The change that takes all of them away. */
  readonly none: () => FilterChange<Filters>
}

/** What filters an address of a list may set. */
export type FiltersOf<List extends ListFilters<object>> = ReturnType<List['read']>

/**
 * The filters of a list, each with the schema of its value. The router knows those of every list from the start, so that
 * schemas are made when an address is first read.
 */
export function listFilters<const Schemas extends FilterSchemas>(
  makeSchemas: () => Schemas,
): ListFilters<SetFilters<Schemas>> {
  const all = lazily(() => Object.entries(makeSchemas()))
  const read = (address: Address): SetFilters<Schemas> => {
    const values = all().map(([name, schema]) => [name, schema.safeParse(address[name]).data] as const)
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as SetFilters<Schemas>
  }
  return {
    ...bothReadings(read),
    none: () => Object.fromEntries(all().map(([name]) => [name, undefined])) as FilterChange<SetFilters<Schemas>>,
  }
}

/** The same filters with some taken out of each reading: those that a reader of the address may not filter by. */
export function narrowed<Filters extends object>(
  known: ListFilters<Filters>,
  allowed: (filters: Filters) => Filters,
): ListFilters<Filters> {
  const read = (address: Address): Filters => allowed(known.read(address))
  return { ...known, ...bothReadings(read) }
}

function bothReadings<Filters>(read: (address: Address) => Filters) {
  return { read, readAddress: (address: Address) => ({ ...parseListSearch(address), ...read(address) }) }
}

/** A list that is searched by words alone. */
export const unfiltered = listFilters(() => ({}))

/** Most values of one filter that the server takes. */
const mostValues = 100

/** A filter of several values: a single one is like several, and each that the schema refuses is left out. */
export function several<Value>(known: z.ZodType<Value>): z.ZodType<readonly Value[] | undefined> {
  return z.unknown().transform((value) => {
    const values = [value].flat().map((one) => known.safeParse(one))
    const read = new Set(values.flatMap((one) => (one.success ? [one.data] : [])))
    return read.size === 0 ? undefined : [...read].slice(0, mostValues)
  })
}

/** A filter that is on or not set. */
export const onFilter = z.literal([true, 'true']).transform(() => true as const)

const mostLetters = 200

/** A filter of words that a person types. */
export const wordsFilter = z.string().transform((words) => words.trim().slice(0, mostLetters) || undefined)

/** The question of a list that is searched by words alone. */
export function askedWordsOnly<const Name extends string>(name: Name) {
  return (_: object, words: string): { readonly [Key in Name]?: string } => askedWords(name, words)
}

/** The part of a question that asks for words, by the name that the call has for them; nothing where none are typed. */
export function askedWords<const Name extends string>(name: Name, words: string): { readonly [Key in Name]?: string } {
  if (words === '') return {}
  return { [name]: words.slice(0, mostLetters) } as { readonly [Key in Name]: string }
}
