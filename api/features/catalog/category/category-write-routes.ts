import type { Transaction } from 'kysely'
import { readPicture } from '#api/adapters/picture/read-picture.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { hasAbsorption } from '#api/db/premium-queries.ts'
import { lockTree } from '#api/db/lock-tree.ts'
import { deletePictures, insertPicture } from '#api/db/picture-queries.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { isSoundAbsorption, mayAbsorb } from '#domain/catalog/category-rules.ts'
import type { CategoryPatch, NewCategory } from '#domain/catalog/category.schema.ts'
import { pictureErrors } from '#domain/settings/picture.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/category.ts'
import * as changes from './category-changes.ts'
import { readCategory, type CategoryScope } from './category-queries.ts'

type Tx = Transaction<Tables>

const write = { permission: 'category.write' } as const

/** A picture somewhat beyond its limit, in Base64, so that one that is too large is told so by its own code. */
const categoryBytes = 1_500_000

/** Creating, changing and archiving categories (CAT-02 to CAT-15, CAT-18). */
export function createCategoryWriteRoutes(database: Database): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.createCategoryCall,
        ...write,
        summary: 'Add a category',
        refusals: [
          'CATEGORY_NO_BUYER',
          'CATEGORY_BUYER_UNKNOWN',
          'CATEGORY_PARENT_REQUIRED',
          'CATEGORY_PARENT_UNKNOWN',
          'CATEGORY_IDENTIFIER_TAKEN',
          'CATEGORY_ABSORPTION_DISABLED',
          ...pictureErrors,
        ],
        maxBodyBytes: categoryBytes,
      },
      async ({ caller, body: { image, ...body }, answerHeaders }) => {
        const picture = await readPicture(image, 'category')
        if (!picture.ok) return refuse(picture.error, { field: 'image' })
        const made = await inAccount(database, caller.accountId, async (tx) => {
          await lockTree(tx, caller.accountId)
          const buyer = await checkNew(tx, caller, body)
          if (!buyer.ok) return buyer
          const id = await changes.insertCategory(tx, caller, body, {
            buyerAccountId: buyer.value,
            image: picture.value ? await insertPicture(tx, caller.accountId, picture.value) : null,
          })
          return succeed(await readCategory(tx, caller, id))
        })
        return made.ok ? versioned(answerHeaders, made.value) : made
      },
    ),

    route(
      {
        ...calls.patchCategoryCall,
        ...write,
        summary: 'Change or archive a category',
        refusals: [
          'REQUEST_VERSION_CONFLICT',
          'CATEGORY_BUYER_UNKNOWN',
          'CATEGORY_BUYER_FIXED',
          'CATEGORY_PARENT_REQUIRED',
          'CATEGORY_PARENT_UNKNOWN',
          'CATEGORY_PARENT_BELOW',
          'CATEGORY_IDENTIFIER_TAKEN',
          'CATEGORY_IN_USE',
          'CATEGORY_ABSORPTION_DISABLED',
          ...pictureErrors,
        ],
        maxBodyBytes: categoryBytes,
      },
      async ({ caller, params, body: { image, organizationId, ...body }, http, answerHeaders }) => {
        const picture = await readPicture(image, 'category')
        if (!picture.ok) return refuse(picture.error, { field: 'image' })
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          await lockTree(tx, caller.accountId)
          const fresh = checkVersion(http.headers, await changes.lockCategory(tx, caller, params.id))
          if (!fresh.ok) return fresh
          const checked = await checkPatch(tx, caller, { id: params.id, present: fresh.value, patch: body })
          if (!checked.ok) return checked
          const buyer = await checkBuyer(tx, caller, fresh.value, organizationId)
          if (!buyer.ok) return buyer
          if (buyer.value !== null) await changes.writeBuyer(tx, caller, params.id, buyer.value)
          const { value: given } = picture
          const address = given && (await insertPicture(tx, caller.accountId, given))
          await changes.updateCategory(tx, caller, params.id, { ...body, image: address })
          if (address !== undefined) await deletePictures(tx, caller.accountId, [fresh.value.image])
          return succeed(await readCategory(tx, caller, params.id))
        })
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),

    route(
      { ...calls.readCheckpointsCall, ...write, summary: 'What keeps a category from being archived' },
      async ({ caller, params }) => {
        const found = await inAccount(
          database,
          caller.accountId,
          (tx) => changes.readCheckpoints(tx, caller, params.id),
          { readOnly: true },
        )
        return found === null ? refuse('REQUEST_NOT_FOUND') : succeed(found)
      },
    ),
  ]
}

/** Passes a category that may be created, with the account of its buyer. */
async function checkNew(tx: Tx, scope: CategoryScope, body: NewCategory): Promise<Result<string | null, Failure>> {
  const buyers = await changes.readBuyers(tx, scope)
  if (buyers.length === 0) return refuse('CATEGORY_NO_BUYER')
  const buyer = buyers.find(({ id }) => id === body.organizationId)
  if (buyer === undefined) return refuse('CATEGORY_BUYER_UNKNOWN', { field: 'organizationId' })
  if (body.parentId === null && (await changes.hasCategories(tx, scope)))
    return refuse('CATEGORY_PARENT_REQUIRED', { field: 'parentId' })
  if (body.parentId !== null && (await changes.readParentPath(tx, scope, body.parentId)) === null)
    return refuse('CATEGORY_PARENT_UNKNOWN', { field: 'parentId' })
  if (await changes.isTaken(tx, scope, body.identifier, null))
    return refuse('CATEGORY_IDENTIFIER_TAKEN', { field: 'identifier' })
  if (!mayAbsorb(await hasAbsorption(tx, scope), null, body))
    return refuse('CATEGORY_ABSORPTION_DISABLED', { field: 'absorptionType' })
  return succeed(buyer.buyerAccountId)
}

/** The buyer that a patch names for a category without one; null where it names none. */
async function checkBuyer(
  tx: Tx,
  scope: CategoryScope,
  { hasBuyer }: changes.PresentCategory,
  organizationId: string | undefined,
): Promise<Result<{ readonly id: string; readonly buyerAccountId: string | null } | null, Failure>> {
  if (organizationId === undefined) return succeed(null)
  if (hasBuyer) return refuse('CATEGORY_BUYER_FIXED', { field: 'organizationId' })
  const buyer = (await changes.readBuyers(tx, scope)).find(({ id }) => id === organizationId)
  return buyer === undefined ? refuse('CATEGORY_BUYER_UNKNOWN', { field: 'organizationId' }) : succeed(buyer)
}

async function checkPatch(
  tx: Tx,
  scope: CategoryScope,
  change: { readonly id: string; readonly present: changes.PresentCategory; readonly patch: CategoryPatch },
): Promise<Result<true, Failure>> {
  const { id, present, patch } = change
  const { absorptionType, absorptionValue, absorptionMaxCents } = patch
  const absorption = {
    absorptionType: absorptionType ?? present.absorptionType,
    absorptionValue: absorptionValue === undefined ? present.absorptionValue : absorptionValue,
    absorptionMaxCents: absorptionMaxCents === undefined ? present.absorptionMaxCents : absorptionMaxCents,
  }
  if (!isSoundAbsorption(absorption)) return refuse('REQUEST_INVALID', { field: 'absorptionValue' })
  if (!mayAbsorb(await hasAbsorption(tx, scope), present, absorption))
    return refuse('CATEGORY_ABSORPTION_DISABLED', { field: 'absorptionType' })
  if (patch.parentId !== undefined && patch.parentId !== present.parentId) {
    if (patch.parentId === null) return refuse('CATEGORY_PARENT_REQUIRED', { field: 'parentId' })
    const path = await changes.readParentPath(tx, scope, patch.parentId)
    if (path === null) return refuse('CATEGORY_PARENT_UNKNOWN', { field: 'parentId' })
    if (path.includes(id)) return refuse('CATEGORY_PARENT_BELOW', { field: 'parentId' })
  }
  if (patch.identifier !== undefined && (await changes.isTaken(tx, scope, patch.identifier, id)))
    return refuse('CATEGORY_IDENTIFIER_TAKEN', { field: 'identifier' })
  if (patch.status === 'archived' && present.status === 'active') {
    const checkpoints = await changes.readCheckpoints(tx, scope, id)
    if (checkpoints?.mayBeArchived !== true) return refuse('CATEGORY_IN_USE', { details: { ...checkpoints } })
  }
  return succeed(true)
}
