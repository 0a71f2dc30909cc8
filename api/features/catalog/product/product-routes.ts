import type { Transaction } from 'kysely'
import { readPicture, type ReadPicture } from '#api/adapters/picture/read-picture.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { copyOwnQuestions } from '#api/db/copy-own-questions.ts'
import { deletePictures, insertPicture } from '#api/db/picture-queries.ts'
import { writeProducts, type CatalogScope } from '#api/db/product-records.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { collectionOf } from '#api/http/list-page.ts'
import { refusingConstraints } from '#api/http/refusing-constraints.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { copiedProduct, misplacedField, newProduct, patchedProduct } from '#domain/catalog/product-rules.ts'
import type { ProductBody } from '#domain/catalog/product.schema.ts'
import { pictureErrors } from '#domain/settings/picture.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/product.ts'
import { createOwnPriceRoutes } from './own-price-routes.ts'
import * as queries from './product-queries.ts'

type Tx = Transaction<Tables>

/** What the routes are built from. */
export interface ProductDeps {
  readonly database: Database
}

const write = { permission: 'product.write' } as const
const list = { permission: 'product.list' } as const

/** Two pictures somewhat beyond their limit, in Base64, so that one that is too large is told so by its own code. */
const productBytes = 3_000_000

/** Products one by one: creating, reading, changing and duplicating them, and the history of their prices. */
export function createProductRoutes({ database }: ProductDeps): readonly DeclaredRoute[] {
  return [...readRoutes(database), ...writeRoutes(database), ...createOwnPriceRoutes(database)]
}

function readRoutes(database: Database): readonly DeclaredRoute[] {
  const read = <T>(accountId: string, run: (tx: Tx) => Promise<T>): Promise<T> =>
    inAccount(database, accountId, run, { readOnly: true, isolation: 'repeatable read' })
  return [
    route({ ...calls.readProductCall, ...list, summary: 'One product' }, async ({ caller, params, answerHeaders }) =>
      versioned(answerHeaders, await read(caller.accountId, (tx) => queries.readProduct(tx, caller, params.id))),
    ),

    route(
      {
        ...calls.listPriceChangesCall,
        ...list,
        summary: 'What became of the prices of a product',
        answerType: 'application/ld+json',
      },
      async ({ caller, params, query }) => {
        const found = await read(caller.accountId, (tx) => queries.listPriceChanges(tx, caller, params.id, query))
        return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      { ...calls.readPricesOnDayCall, ...list, summary: 'Prices of a product on a day' },
      async ({ caller, params, query }) => {
        const found = await read(caller.accountId, (tx) => queries.readPricesOn(tx, caller, params.id, query.on))
        return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
      },
    ),
  ]
}

/** An id that a repeated call has taken between the question and the answer. */
const takenBy = { product_pkey: { code: 'PRODUCT_ID_TAKEN', field: 'id' } } as const

function writeRoutes(database: Database): readonly DeclaredRoute[] {
  const refusals = ['PRODUCT_CATEGORY_UNKNOWN', ...pictureErrors] as const
  return [
    route(
      {
        ...calls.createProductCall,
        ...write,
        summary: 'Add a product',
        refusals: ['PRODUCT_ID_TAKEN', ...refusals],
        maxBodyBytes: productBytes,
      },
      async ({ caller, body: { id = newId(), image, imageHd, ...body }, answerHeaders }) => {
        const pictures = await readPictures({ image, imageHd })
        if (!pictures.ok) return pictures
        const made = await refusingConstraints(takenBy, () =>
          inAccount(database, caller.accountId, async (tx) => {
            if (await queries.hasProduct(tx, caller, id)) return refuse('PRODUCT_ID_TAKEN', { field: 'id' })
            const product = newProduct(body)
            const placed = await checkPlaces(tx, caller, product, null)
            if (!placed.ok) return placed
            await save(tx, caller, { id, product, before: null, pictures: pictures.value })
            return succeed(await queries.readProduct(tx, caller, id))
          }),
        )
        return made.ok ? versioned(answerHeaders, made.value) : made
      },
    ),

    route(
      {
        ...calls.patchProductCall,
        ...write,
        summary: 'Change, publish or archive a product',
        refusals: ['REQUEST_VERSION_CONFLICT', ...refusals],
        maxBodyBytes: productBytes,
      },
      async ({ caller, params: { id }, body: { image, imageHd, ...patch }, http, answerHeaders }) => {
        const pictures = await readPictures({ image, imageHd })
        if (!pictures.ok) return pictures
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          const fresh = checkVersion(http.headers, await queries.lockProduct(tx, caller, id))
          if (!fresh.ok) return fresh
          const { value: before } = fresh
          const product = patchedProduct(before.product, patch)
          const placed = await checkPlaces(tx, caller, product, before.product)
          if (!placed.ok) return placed
          await save(tx, caller, { id, product, before, pictures: pictures.value })
          return succeed(await queries.readProduct(tx, caller, id))
        })
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),

    route(
      {
        ...calls.duplicateProductCall,
        ...write,
        summary: 'Add a copy of a product',
        refusals: ['PRODUCT_CATEGORY_UNKNOWN'],
      },
      async ({ caller, params, body: { label = null }, answerHeaders }) => {
        const made = await inAccount(database, caller.accountId, async (tx) => {
          const present = await queries.lockProduct(tx, caller, params.id)
          if (present === null) return refuse('REQUEST_NOT_FOUND')
          const id = newId()
          const product = copiedProduct(present.product, label)
          const placed = await checkPlaces(tx, caller, product, null)
          if (!placed.ok) return placed
          await save(tx, caller, { id, product, before: null, pictures: {} })
          await queries.writePictures(tx, caller, id, {
            image: await queries.copyPicture(tx, caller, present.image),
            imageHd: await queries.copyPicture(tx, caller, present.imageHd),
          })
          await copyOwnQuestions(tx, caller.accountId, { from: params.id, to: id })
          return succeed(await queries.readProduct(tx, caller, id))
        })
        return made.ok ? versioned(answerHeaders, made.value) : made
      },
    ),
  ]
}

const pictureFields = ['image', 'imageHd'] as const
type Pictures = { readonly [Field in (typeof pictureFields)[number]]?: ReadPicture | null | undefined }

async function readPictures(sent: {
  readonly image: string | null | undefined
  readonly imageHd: string | null | undefined
}): Promise<Result<Pictures, Failure>> {
  const read: { -readonly [Field in keyof Pictures]: Pictures[Field] } = {}
  for (const field of pictureFields) {
    const picture = await readPicture(sent[field], 'product')
    if (!picture.ok) return refuse(picture.error, { field })
    read[field] = picture.value
  }
  return succeed(read)
}

async function checkPlaces(
  tx: Tx,
  scope: CatalogScope,
  product: ProductBody,
  before: ProductBody | null,
): Promise<Result<true, Failure>> {
  const named = [product.mainCategoryId, ...product.secondaryCategoryIds]
  const field = misplacedField(product, before, await queries.readPlaces(tx, scope, named))
  return field === null ? succeed(true) : refuse('PRODUCT_CATEGORY_UNKNOWN', { field })
}

/** Writes a product with its pictures; those that they take the place of go. */
async function save(
  tx: Tx,
  scope: CatalogScope & { readonly userId: string },
  change: {
    readonly id: string
    readonly product: ProductBody
    readonly before: queries.PresentProduct | null
    readonly pictures: Pictures
  },
): Promise<void> {
  const { id, product, before, pictures } = change
  const stored = [{ ...product, id }]
  const changes = before === null ? { inserted: stored, updated: [] } : { inserted: [], updated: stored }
  await writeProducts(tx, scope, changes, {
    before: before === null ? [] : [before.product],
    author: { origin: 'form', userId: scope.userId },
  })
  const addressOf = async (picture: ReadPicture | null | undefined) =>
    picture && (await insertPicture(tx, scope.accountId, picture))
  const addresses = { image: await addressOf(pictures.image), imageHd: await addressOf(pictures.imageHd) }
  await queries.writePictures(tx, scope, id, addresses)
  if (before === null) return
  const replaced = pictureFields.flatMap((field) => (addresses[field] === undefined ? [] : [before[field]]))
  await deletePictures(tx, scope.accountId, replaced)
}
