import type { Transaction } from 'kysely'
import { newId } from '#api/db/new-id.ts'
import { boughtIds } from '#api/db/bought-products.ts'
import { loadProducts, writeProducts } from '#api/db/product-records.ts'
import type { Tables } from '#api/db/tables.ts'
import { fieldText } from '#domain/catalog-files/import-cell.ts'
import type { IgnoredLine } from '#domain/catalog-files/catalog-import.ts'
import { decideCategories } from '#domain/catalog-files/import-categories.ts'
import type { ImportLine, LinesDone } from '#domain/catalog-files/import-line.ts'
import { decideProducts } from '#domain/catalog-files/import-products.ts'
import { decideQuestions } from '#domain/catalog-files/import-questions.ts'
import { gtinVariants } from '#domain/catalog-files/mangled-cell.ts'
import { isUuid } from '#domain/kernel/uuid.ts'
import { loadArchivedPlaces, loadPlaces, loadTree, writeCategories } from './category-write-queries.ts'
import type { ImportScope, OpenImport } from './import-queries.ts'
import type { ImportKind } from './plan-import.ts'
import { loadQuestions, writeQuestions } from './question-write-queries.ts'

type Tx = Transaction<Tables>

/** Lines that are decided together. */
export interface PartUnit {
  readonly lines: readonly ImportLine[]
}

/** Loads what the lines of a part may be about, decides, and writes what was decided. */
export async function writePart(
  tx: Tx,
  scope: ImportScope,
  { content, strategy, userId, buyer }: ImportKind & Pick<OpenImport, 'userId' | 'buyer'>,
  units: readonly PartUnit[],
): Promise<LinesDone> {
  const lines = units.flatMap((unit) => unit.lines)
  const shared = { strategy, newId }
  if (content === 'categories') {
    const tree = await loadTree(tx, scope, valuesOf(lines, 'status').includes('archived'))
    const decided = decideCategories(lines, { ...tree, ...shared })
    await writeCategories(tx, scope, decided, tree.categories)
    return counted(decided)
  }
  if (content === 'products') {
    const named = [...valuesOf(lines, 'main_category'), ...listedIn(lines, 'secondary_categories')]
    const categories = await loadPlaces(tx, scope, named)
    const found = await loadProducts(tx, scope, {
      ids: idsIn(lines, 'id'),
      references: strategy === 'uuid' ? [] : valuesOf(lines, 'buyer_reference'),
      gtins: strategy === 'generic' ? valuesOf(lines, 'gtin').flatMap(gtinVariants) : [],
    })
    const own = buyer === null ? null : await boughtIds(tx, { ...scope, ...buyer }, idsOf(found))
    const products = own === null ? found : found.filter(({ id }) => own.has(id))
    const archivedCategoryIds = await loadArchivedPlaces(tx, scope, products)
    const decided = decideProducts(lines, { products, categories, archivedCategoryIds, ...shared })
    await writeProducts(tx, scope, decided, {
      before: products,
      author: { origin: buyer === null ? 'import' : 'buyer', userId },
    })
    return counted(decided)
  }
  const categories = await loadPlaces(tx, scope, listedIn(lines, 'categories'))
  const known = await loadQuestions(tx, scope, {
    ids: strategy === 'uuid' ? idsIn(lines, 'question_id') : [],
    titles: strategy === 'uuid' ? [] : valuesOf(lines, 'title'),
    answerIds: strategy === 'uuid' ? idsIn(lines, 'answer_id') : [],
  })
  const decided = decideQuestions(units, { ...known, categories, ...shared })
  await writeQuestions(tx, scope, decided, known.questions)
  const { insertedLines, updatedLines, ignored, notices } = decided
  return { inserted: insertedLines, updated: updatedLines, ignored, notices }
}

function counted(decided: {
  readonly inserted: readonly unknown[]
  readonly updated: readonly unknown[]
  readonly ignored: readonly IgnoredLine[]
  readonly notices: readonly IgnoredLine[]
}): LinesDone {
  const { inserted, updated, ignored, notices } = decided
  return { inserted: inserted.length, updated: updated.length, ignored, notices }
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
