import type { Transaction } from 'kysely'
import { boughtIds } from '#api/db/bought-products.ts'
import { inAccount } from '#api/db/in-account.ts'
import { tryCounterCatalog } from '#api/db/lock-counter-catalog.ts'
import { loadProducts, writeProducts } from '#api/db/product-records.ts'
import type { Tables } from '#api/db/tables.ts'
import type { StoredProduct } from '#domain/catalog/product.schema.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import {
  categoryValues,
  categoryWith,
  productValues,
  productWith,
  questionValues,
  questionWith,
  isUnchangedSinceImport,
  type ChangedValues,
} from '#domain/catalog-files/import-changes.ts'
import { categoryRefusal } from '#domain/catalog-files/import-categories.ts'
import { loadTree, writeCategories } from './category-write-queries.ts'
import { claimRun, sendImportJob, touchImports } from './import-queries.ts'
import { loadQuestions, writeQuestions } from './question-write-queries.ts'
import type { ImportTurn } from './turn-queries.ts'
import type { ImportScope, ImportJobDeps } from './import-deps.ts'
import * as queries from './undo-queries.ts'

type Tx = Transaction<Tables>

/** Things taken back in one transaction: a long one holds back what devices are told. */
const atOnce: Readonly<Record<CatalogContent, number>> = { products: 300, categories: 50, diagnostic: 50 }

/** After how long a part comes again that found a catalog being published. */
const publishMs = 2_000

const isNew = ({ outcome }: Pick<queries.ChangeToUndo, 'outcome'>): boolean => outcome === 'inserted'

/**
 * Takes back the next part of an import, from its end: what was there before stands again, and what was new is deleted.
 * A thing is taken back whole or left whole. False where another process has the turn, or publishes a catalog.
 */
export async function undoPart(
  { database, now }: ImportJobDeps,
  scope: ImportScope,
  turn: ImportTurn,
): Promise<boolean> {
  const { id, content } = turn
  return inAccount(database, scope.accountId, async (tx) => {
    if (!(await claimRun(tx, scope))) return false
    const open = await queries.lockUndo(tx, scope, id)
    if (open === null) return true
    const limit = atOnce[content]
    const changes = await queries.changesToUndo(tx, scope, { id, limit })
    // No catalog is published until the transaction ends, so that none comes to name what it deletes. Publishing a large
    // one takes longer than a lock is waited for, and is no fault of the import.
    if (content === 'products' && changes.some(isNew) && !(await tryCounterCatalog(tx, scope.accountId))) {
      await touchImports(tx, scope, now())
      await sendImportJob(tx, scope, publishMs)
      return false
    }
    const undone = await undoers[content](tx, scope, { ...open, changes })
    await queries.noteUndone(tx, scope, { id, undone, isEnd: changes.length < limit, at: now() })
    return true
  })
}

interface UndoWork extends queries.OpenUndo {
  readonly changes: readonly queries.ChangeToUndo[]
}
type Undoer = (tx: Tx, scope: ImportScope, work: UndoWork) => Promise<readonly queries.Undone[]>

const undoers: Readonly<Record<CatalogContent, Undoer>> = {
  products: undoProducts,
  categories: undoCategories,
  diagnostic: undoQuestions,
}

/** Whether a thing is left because it is no longer as the import wrote it. */
function isChanged(
  { withChanged }: UndoWork,
  change: Pick<queries.ChangeToUndo, 'outcome' | 'after'>,
  present: ChangedValues,
): boolean {
  return !withChanged && !isUnchangedSinceImport(change, present)
}

async function undoProducts(tx: Tx, scope: ImportScope, work: UndoWork): Promise<readonly queries.Undone[]> {
  const ids = [...new Set(work.changes.map(({ thingId }) => thingId))]
  const loaded = await loadProducts(tx, scope, { ids, references: [], gtins: [] })
  const newIds = [...new Set(work.changes.filter(isNew).map(({ thingId }) => thingId))]
  const used = await queries.usedProducts(tx, scope, newIds)
  const sold = await queries.soldInStores(tx, scope, newIds)
  const own = work.buyer === null ? null : await boughtIds(tx, { ...scope, ...work.buyer }, ids)
  const active = await queries.activeCategories(tx, scope, [
    ...work.changes.flatMap(({ before }) => placesIn(before)),
    // What comes back from the archive stands in all its categories again.
    ...loaded.flatMap((product) => (product.status === 'archived' ? placesIn(productValues(product)) : [])),
  ])
  const present = new Map(loaded.map((product) => [product.id, product]))
  const gone = new Set<string>()
  const undo = ({ thingId, outcome, before, after }: queries.ChangeToUndo): queries.Undone['undo'] => {
    const product = present.get(thingId)
    if (product === undefined) return 'gone'
    // A buyer's list is not taken back where the buyer buys the product no longer.
    if (own !== null && !own.has(thingId)) return 'misplaced'
    if (outcome === 'inserted' && used.has(thingId)) return 'used'
    if (isChanged(work, { outcome, after }, productValues(product))) return 'changed'
    if (outcome === 'inserted' && sold.has(thingId)) {
      present.set(thingId, { ...product, status: 'archived' })
      return 'archived'
    }
    if (outcome === 'inserted') {
      present.delete(thingId)
      gone.add(thingId)
      return 'undone'
    }
    const restored = productWith(product, before)
    const comesBack = product.status === 'archived' && restored.status !== 'archived'
    const places = placesIn(comesBack ? productValues(restored) : before)
    if (places.some((each) => !active.has(each)) && restored.status !== 'archived') return 'misplaced'
    present.set(thingId, restored)
    return 'undone'
  }
  const undone = work.changes.map((change) => ({ place: change.place, undo: undo(change) }))
  const updated = loaded.flatMap((product): StoredProduct[] => {
    const after = present.get(product.id)
    return after === undefined || after === product ? [] : [after]
  })
  const author = { origin: work.buyer === null ? 'import' : 'buyer', userId: work.userId } as const
  await writeProducts(tx, scope, { inserted: [], updated }, { before: loaded, author })
  await queries.deleteProducts(tx, scope, [...gone])
  return undone
}

/** Categories among values that are to stand again. */
function placesIn(before: ChangedValues): readonly string[] {
  const { mainCategoryId: main, secondaryCategoryIds: others } = before
  return [...(typeof main === 'string' ? [main] : []), ...(Array.isArray(others) ? (others as readonly string[]) : [])]
}

async function undoCategories(tx: Tx, scope: ImportScope, work: UndoWork): Promise<readonly queries.Undone[]> {
  const undone: queries.Undone[] = []
  const loaded = await loadTree(tx, scope, { mayArchive: true, isOnlyRead: false })
  let { categories } = loaded
  // One after the other, because each stands where those before it have left the tree.
  for (const { place, thingId, outcome, before, after } of work.changes) {
    const undo = async (): Promise<queries.Undone['undo']> => {
      const present = categories.find(({ id }) => id === thingId)
      if (present === undefined) return 'gone'
      if (outcome === 'inserted' && (await queries.isCategoryUsed(tx, scope, thingId))) return 'used'
      if (isChanged(work, { outcome, after }, categoryValues(present))) return 'changed'
      if (outcome === 'inserted') {
        await queries.deleteCategory(tx, scope, thingId)
        categories = categories.filter(({ id }) => id !== thingId)
        return 'undone'
      }
      const restored = categoryWith(present, before)
      const refused = categoryRefusal(restored, present, { ...loaded, categories })
      // What stood at the top may stand there again.
      if (refused !== null && refused.code !== 'CATEGORY_PARENT_REQUIRED') return 'misplaced'
      await writeCategories(tx, scope, { inserted: [], updated: [restored] }, categories)
      categories = categories.map((category) => (category.id === thingId ? restored : category))
      return 'undone'
    }
    undone.push({ place, undo: await undo() })
  }
  return undone
}

async function undoQuestions(tx: Tx, scope: ImportScope, work: UndoWork): Promise<readonly queries.Undone[]> {
  const ids = [...new Set(work.changes.map(({ thingId }) => thingId))]
  const { questions } = await loadQuestions(tx, scope, { ids, titles: [], answerIds: [] }, false)
  const known = new Map(questions.map((question) => [question.id, question]))
  const undone: queries.Undone[] = []
  for (const { place, thingId, outcome, before, after } of work.changes) {
    const undo = async (): Promise<queries.Undone['undo']> => {
      const present = known.get(thingId)
      if (present === undefined) return 'gone'
      if (isChanged(work, { outcome, after }, questionValues(present))) return 'changed'
      if (outcome === 'inserted') {
        await queries.deleteQuestion(tx, scope, thingId)
        known.delete(thingId)
        return 'undone'
      }
      const { question, lost } = questionWith(present, before)
      const left = present.categoryIds.filter((id) => !question.categoryIds.includes(id))
      const come = question.categoryIds.filter((id) => !present.categoryIds.includes(id))
      const active = await queries.activeCategories(tx, scope, come)
      if (come.some((id) => !active.has(id))) return 'misplaced'
      await queries.takeFromQuestion(tx, scope, { id: thingId, answerIds: lost, categoryIds: left })
      await writeQuestions(tx, scope, { inserted: [], updated: [question] }, [present])
      known.set(thingId, question)
      return 'undone'
    }
    undone.push({ place, undo: await undo() })
  }
  return undone
}
