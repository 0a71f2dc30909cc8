import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import { boughtIds } from '#api/db/bought-products.ts'
import { loadProducts, writeProducts } from '#api/db/product-records.ts'
import type { Tables } from '#api/db/tables.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { fieldText } from '#domain/catalog-files/import-cell.ts'
import type { IgnoredLine } from '#domain/catalog-files/catalog-import.ts'
import { decideCategories } from '#domain/catalog-files/import-categories.ts'
import { changeOf, type ImportChange, type ImportedRows } from '#domain/catalog-files/import-changes.ts'
import { fault, type ImportLine, type LinesDone } from '#domain/catalog-files/import-line.ts'
import { decideProducts, type ProductDecision, type ProductWorld } from '#domain/catalog-files/import-products.ts'
import { placeFinder, type ImportPlace } from '#domain/catalog-files/import-places.ts'
import { decideQuestions } from '#domain/catalog-files/import-questions.ts'
import type { StoredProduct } from '#domain/catalog/product.schema.ts'
import { gtinVariants } from '#domain/catalog-files/mangled-cell.ts'
import { isUuid } from '#domain/kernel/uuid.ts'
import { runInSlices } from '#api/http/run-in-slices.ts'
import { loadArchivedPlaces, loadPlaces, loadTree, writeCategories } from './category-write-queries.ts'
import { idsWrittenByLaterImport } from './change-queries.ts'
import type { OpenImport } from './import-queries.ts'
import { loadQuestions, writeQuestions } from './question-write-queries.ts'
import type { TriedRows } from './tried-rows.ts'
import type { ImportScope } from './import-deps.ts'

type Tx = Transaction<Tables>

/** Lines that are decided together. */
export interface PartUnit {
  readonly lines: readonly ImportLine[]
}

/** An import whose lines are decided, and what its trial has decided already; null where it is written. */
export interface PartKind extends Pick<OpenImport, 'id' | 'content' | 'strategy' | 'userId' | 'buyer'> {
  readonly tried: TriedRows | null
}

/**
 * New products of a part that is decided while the one before it is written: as if its lines found no product, and among
 * the categories that the lines of that one have named. It counts where its own lines find the same.
 */
export interface ForeseenPart {
  readonly categories: readonly ImportPlace[]
  readonly decided: ProductDecision
  readonly changes: readonly ImportChange[]
}

/** What lines of products may be about, as the account has it. */
export interface LoadedProducts {
  /** The categories that the lines name. */
  readonly named: readonly string[]
  readonly categories: readonly ImportPlace[]
  readonly products: readonly StoredProduct[]
  /** Whether others may change them before the transaction ends. */
  readonly isOnlyRead: boolean
}

/** What is known of a part before it is decided. */
export interface KnownPart {
  readonly foreseen: ForeseenPart | null
  /** Null where it is loaded as the part is decided. */
  readonly loaded: LoadedProducts | null
}

const nothingKnown: KnownPart = { foreseen: null, loaded: null }

/** What the lines of a part do. */
export interface DecidedPart {
  readonly done: LinesDone
  readonly changes: readonly ImportChange[]
  write(): Promise<void>
  /** Decides the lines behind it, or null where it cannot count; null where these are likely to find something. */
  readonly foresee: ((lines: readonly ImportLine[]) => Promise<ForeseenPart | null>) | null
}

/**
 * Loads what the lines of a part may be about, and decides. What a later file has written already, because it was
 * shorter and went past, stays: the lines about it are ignored.
 */
export async function decidePart(
  tx: Tx,
  scope: ImportScope,
  kind: PartKind,
  units: readonly PartUnit[],
  known: KnownPart = nothingKnown,
): Promise<DecidedPart> {
  const decide = deciders[kind.content]
  const part = await decide(tx, scope, kind, units, known)
  if (kind.tried !== null) return part
  const updated = part.changes.filter(({ outcome }) => outcome === 'updated')
  const taken = await idsWrittenByLaterImport(tx, scope, {
    id: kind.id,
    thingIds: updated.map(({ thingId }) => thingId),
  })
  if (taken.size === 0) return part
  const lines = new Set(updated.filter(({ thingId }) => taken.has(thingId)).map(({ line }) => line))
  const isPassed = (unit: PartUnit) => unit.lines.some(({ line }) => lines.has(line))
  const passed = units.filter(isPassed).flatMap((unit) => unit.lines)
  const rest = await decide(
    tx,
    scope,
    kind,
    units.filter((unit) => !isPassed(unit)),
    nothingKnown,
  )
  const ignored = [...rest.done.ignored, ...passed.map(({ line }) => ({ line, ...fault('LINE_OVERTAKEN') }))]
  return { ...rest, done: { ...rest.done, ignored } }
}

type Decide = (
  tx: Tx,
  scope: ImportScope,
  kind: PartKind,
  units: readonly PartUnit[],
  known: KnownPart,
) => Promise<DecidedPart>

/** Loads what lines of products may be about, and keeps others from changing it unless it is only read. */
export async function loadPart(
  tx: Tx,
  scope: ImportScope,
  { strategy }: PartKind,
  { units, isOnlyRead }: { readonly units: readonly PartUnit[]; readonly isOnlyRead: boolean },
): Promise<LoadedProducts> {
  const lines = units.flatMap((unit) => unit.lines)
  const named = placesNamed(lines)
  const categories = await loadPlaces(tx, scope, named, isOnlyRead)
  const keys = {
    ids: idsIn(lines, 'id'),
    references: strategy === 'uuid' ? [] : valuesOf(lines, 'buyer_reference'),
    gtins: strategy === 'generic' ? valuesOf(lines, 'gtin').flatMap(gtinVariants) : [],
  }
  return { named, categories, products: await loadProducts(tx, scope, keys, { isOnlyRead }), isOnlyRead }
}

const deciders: Readonly<Record<CatalogContent, Decide>> = {
  categories: async (tx, scope, { strategy, tried }, units) => {
    const lines = units.flatMap((unit) => unit.lines)
    const mayArchive = valuesOf(lines, 'status').includes('archived')
    const loaded = await loadTree(tx, scope, { mayArchive, isOnlyRead: tried !== null })
    const tree = { ...loaded, categories: tried?.over('categories', loaded.categories) ?? loaded.categories }
    const decided = await runInSlices(decideCategories(lines, { ...tree, strategy, newId }))
    tried?.keep('categories', decided)
    return {
      done: counted(decided),
      changes: changesOf('categories', decided, tree.categories),
      write: () => writeCategories(tx, scope, decided, tree.categories),
      foresee: null,
    }
  },

  products: async (tx, scope, kind, units, { foreseen, loaded }) => {
    const { strategy, tried, buyer, userId } = kind
    const lines = units.flatMap((unit) => unit.lines)
    const {
      named,
      categories,
      products: present,
      isOnlyRead,
    } = loaded ?? (await loadPart(tx, scope, kind, { units, isOnlyRead: tried !== null }))
    const found = tried?.over('products', present) ?? present
    const own = buyer === null ? null : await boughtIds(tx, { ...scope, ...buyer }, idsOf(found))
    const products = own === null ? found : found.filter(({ id }) => own.has(id))
    const archivedCategoryIds = await loadArchivedPlaces(tx, scope, products, isOnlyRead)
    const isForeseen =
      products.length === 0 && foreseen !== null && areSamePlaces(named, foreseen.categories, categories)
    const decide = (of: readonly ImportLine[], there: Pick<ProductWorld, 'products' | 'archivedCategoryIds'>) =>
      runInSlices(decideProducts(of, { ...there, categories, strategy, newId }))
    const decided = isForeseen ? foreseen.decided : await decide(lines, { products, archivedCategoryIds })
    tried?.keep('products', decided)
    const foresee = async (next: readonly ImportLine[]): Promise<ForeseenPart | null> => {
      // What this part has not looked for would be missed, and all of it be decided once more.
      const known = new Set(named)
      if (placesNamed(next).some((name) => !known.has(name))) return null
      const decision = await decide(next, { products: [], archivedCategoryIds: new Set() })
      return { categories, decided: decision, changes: changesOf('products', decision, []) }
    }
    return {
      done: counted(decided),
      changes: isForeseen ? foreseen.changes : changesOf('products', decided, products),
      write: () =>
        writeProducts(tx, scope, decided, {
          before: products,
          author: { origin: buyer === null ? 'import' : 'buyer', userId },
        }),
      foresee: products.length === 0 && strategy !== 'recommerce' ? foresee : null,
    }
  },

  diagnostic: async (tx, scope, { strategy, tried }, units) => {
    const lines = units.flatMap((unit) => unit.lines)
    const isOnlyRead = tried !== null
    const categories = await loadPlaces(tx, scope, listedIn(lines, 'categories'), isOnlyRead)
    const keys = {
      ids: idsIn(lines, 'question_id'),
      titles: strategy === 'uuid' ? [] : valuesOf(lines, 'title'),
      answerIds: strategy === 'uuid' ? idsIn(lines, 'answer_id') : [],
    }
    const loaded = await loadQuestions(tx, scope, keys, isOnlyRead)
    const questions = tried?.over('diagnostic', loaded.questions) ?? loaded.questions
    const answerOwners = new Map([
      ...loaded.answerOwners,
      ...questions.flatMap(({ id, answers }) => answers.map((answer) => [answer.id, id] as const)),
    ])
    const decided = decideQuestions(units, { questions, answerOwners, categories, strategy, newId })
    tried?.keep('diagnostic', decided)
    const { insertedLines, updatedLines, ignored, notices } = decided
    return {
      done: { inserted: insertedLines, updated: updatedLines, ignored, notices },
      changes: changesOf('diagnostic', decided, questions),
      write: () => writeQuestions(tx, scope, decided, questions),
      foresee: null,
    }
  },
}

interface Decided<Row> {
  readonly inserted: readonly Row[]
  readonly updated: readonly Row[]
  readonly ignored: readonly IgnoredLine[]
  readonly notices: readonly IgnoredLine[]
  readonly lineOf: ReadonlyMap<string, number>
}

function counted({ inserted, updated, ignored, notices }: Decided<unknown>): LinesDone {
  return { inserted: inserted.length, updated: updated.length, ignored, notices }
}

function changesOf<Content extends CatalogContent>(
  content: Content,
  { inserted, updated, lineOf }: Decided<ImportedRows[Content]>,
  present: readonly ImportedRows[Content][],
): readonly ImportChange[] {
  const before = new Map(present.map((row) => [row.id, row]))
  return [...inserted, ...updated].map((row) =>
    changeOf(content, { line: lineOf.get(row.id)!, before: before.get(row.id) ?? null, after: row }),
  )
}

/** The categories that lines of products name. */
function placesNamed(lines: readonly ImportLine[]): readonly string[] {
  return [...valuesOf(lines, 'main_category'), ...listedIn(lines, 'secondary_categories')]
}

/** Whether what lines name is the same category among one's as among others. */
function areSamePlaces(
  named: readonly string[],
  some: readonly ImportPlace[],
  others: readonly ImportPlace[],
): boolean {
  const [one, other] = [placeFinder(some), placeFinder(others)]
  return named.every((name) => isDeepStrictEqual(one(name), other(name)))
}

function idsOf(rows: readonly { readonly id: string }[]): readonly string[] {
  return rows.map(({ id }) => id)
}

function valuesOf(lines: readonly ImportLine[], column: string): readonly string[] {
  const values = lines.map(({ cells }) => fieldText(cells[column] ?? ''))
  return [...new Set(values.filter((value) => value !== ''))]
}

function listedIn(lines: readonly ImportLine[], column: string): readonly string[] {
  return [...new Set(valuesOf(lines, column).flatMap((list) => list.split('|').map((each) => each.trim())))]
}

function idsIn(lines: readonly ImportLine[], column: string): readonly string[] {
  return valuesOf(lines, column)
    .map((value) => value.toLowerCase())
    .filter(isUuid)
}
