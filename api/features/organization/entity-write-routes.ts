import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { startRefurb } from '#api/db/start-refurb.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { libraryChecks } from '#domain/customer/customer-checks.library.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import {
  entityFaults,
  withPostalCode,
  faultsOfChange,
  moduleOfType,
  needsParent,
  parentRefusal,
  deactivationRefusal,
} from '#domain/organization/entity.ts'
import { entityErrors } from '#domain/organization/entity-errors.ts'
import { wholeEntity, type Entity, type EntityPatch } from '#domain/organization/entity.schema.ts'
import * as calls from '#sync/calls/entity.ts'
import type { BranchScope } from './branch.ts'
import * as changes from './entity-changes.ts'
import { readOrganization } from './organization-queries.ts'
import { readLinkedBuyers } from './tree-queries.ts'
import type { OrganizationDeps } from './organization-deps.ts'

type Tx = Transaction<Tables>
type Checked = Result<true, Failure>

const right: Checked = succeed(true)

/** Creating and changing entities of the caller's branch (ORG-14, ORG-28). */
export function createEntityWriteRoutes({ database }: OrganizationDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...calls.createOrganizationCall,
        permission: 'organization.write',
        summary: 'Add an entity',
        refusals: entityErrors,
      },
      async ({ caller, body, answerHeaders }) => {
        const made = await inAccount(database, caller.accountId, async (tx) => {
          await changes.lockTree(tx, caller)
          const entity = withPostalCode(wholeEntity(body), body.country ?? null, libraryChecks)
          const { id = newId() } = body
          const isThere = await checkSent(tx, caller, id, entity)
          if (!isThere.ok) return isThere
          if (!isThere.value) {
            const checked = await checkNew(tx, caller, entity)
            if (!checked.ok) return checked
            await changes.insertEntity(tx, caller, id, entity)
            if (entity.type === 'warehouse') await startRefurb(tx, caller.accountId, id)
          }
          return succeed(await readOrganization(tx, caller, id))
        })
        return made.ok ? versioned(answerHeaders, made.value) : made
      },
    ),

    route(
      {
        ...calls.patchOrganizationCall,
        permission: 'organization.write',
        summary: 'Change an entity, or make it active or inactive',
        refusals: ['REQUEST_VERSION_CONFLICT', ...entityErrors],
      },
      async ({ caller, params, body, http, answerHeaders }) => {
        const changed = await inAccount(database, caller.accountId, async (tx) => {
          await changes.lockTree(tx, caller)
          const fresh = checkVersion(http.headers, await changes.readPresent(tx, caller, params.id))
          if (!fresh.ok) return fresh
          const { country = fresh.value.country } = body
          const change = withPostalCode(body, country, libraryChecks)
          const checked = await checkChange(tx, caller, fresh.value, change)
          if (!checked.ok) return checked
          await changes.updateEntity(tx, caller, params.id, change)
          return succeed(await readOrganization(tx, caller, params.id))
        })
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),
  ]
}

/** Whether an entity has been made under its id before, as where the answer was lost: as it is sent, or not at all. */
async function checkSent(tx: Tx, scope: BranchScope, id: string, sent: Entity): Promise<Result<boolean, Failure>> {
  if (!(await changes.isKnown(tx, scope, id))) return succeed(false)
  const present = await changes.readPresent(tx, scope, id)
  const fields = Object.keys(sent) as (keyof Entity)[]
  const isSame = present !== null && fields.every((field) => isDeepStrictEqual(present[field], sent[field]))
  return isSame ? succeed(true) : refuse('ENTITY_SENT_OTHERWISE')
}

async function checkNew(tx: Tx, scope: BranchScope, entity: Entity): Promise<Checked> {
  if (entity.type === 'root_management_unit' && (await changes.hasTop(tx, scope)))
    return refuse('ENTITY_TOP_EXISTS', { field: 'type' })
  const checked = await checkWhole(tx, scope, entity, () => true)
  if (!checked.ok) return checked
  const standing = await checkParent(tx, scope, { ...entity, id: null })
  if (!standing.ok) return standing
  return checkNames(tx, scope, { entity, id: null, named: entity })
}

async function checkChange(
  tx: Tx,
  scope: BranchScope,
  present: changes.PresentEntity,
  patch: EntityPatch,
): Promise<Checked> {
  const { type = present.type, moduleType = moduleOfType(present.type), ...named } = patch
  if (type !== present.type) return refuse('ENTITY_TYPE_FIXED', { field: 'type' })
  if (moduleType !== moduleOfType(present.type)) return refuse('ENTITY_TYPE_FIXED', { field: 'moduleType' })
  const said = Object.entries(named).filter(([, value]) => value !== undefined)
  const next: changes.PresentEntity = { ...present, ...Object.fromEntries(said) }
  const isChanged = (field: keyof Entity): boolean => !isDeepStrictEqual(next[field], present[field])
  const checked = await checkWhole(tx, scope, next, isChanged)
  if (!checked.ok) return checked
  // What stands where it stood is not asked again, unless it is taken up again under a parent that rests.
  const isTakenUp = isChanged('status') && next.status === 'active' && next.parentOrganizationId !== null
  if (isChanged('parentOrganizationId') || isTakenUp) {
    const standing = await checkParent(tx, scope, next)
    if (!standing.ok) return standing
  }
  const differing = Object.fromEntries(said.filter(([field]) => isChanged(field as keyof Entity)))
  const names = await checkNames(tx, scope, { entity: next, id: present.id, named: differing })
  if (!names.ok) return names
  if (!isChanged('status') || next.status === 'active') return right
  const use = await changes.readUse(tx, scope, present.id)
  const held = deactivationRefusal(present.type, use)
  return held === null ? right : refuse(held, { field: 'status', details: { ...use } })
}

/** Passes an entity whose fields agree, as far as they are the change's business. */
async function checkWhole(
  tx: Tx,
  scope: BranchScope,
  entity: Entity,
  isChanged: (field: keyof Entity) => boolean,
): Promise<Checked> {
  const country = await changes.readCompanyCountry(tx, scope)
  const [fault] = faultsOfChange(entityFaults(entity, country, libraryChecks), isChanged)
  if (fault === undefined) return right
  return refuse('REQUEST_INVALID', { field: fault.field, details: { reason: 'custom', key: fault.code } })
}

/** Passes an entity that may stand where it is put: in the caller's branch, at the top also beside the tree. */
async function checkParent(
  tx: Tx,
  scope: BranchScope,
  entity: Pick<Entity, 'type' | 'parentOrganizationId'> & { readonly id: string | null },
): Promise<Checked> {
  const field = 'parentOrganizationId'
  const { parentOrganizationId: id, type } = entity
  if (id === null) {
    const isMissing = needsParent(type) || !(await changes.isAtHeadOffice(tx, scope))
    return isMissing ? refuse('ENTITY_PARENT_REQUIRED', { field }) : right
  }
  const parent = await changes.readParent(tx, scope, id)
  if (parent === null) return refuse('ENTITY_PARENT_UNKNOWN', { field })
  const refusal = parentRefusal(entity, parent)
  return refusal === null ? right : refuse(refusal, { field })
}

/** Passes what an entity names: an external id of its own, a warehouse, and the account of a buyer. */
async function checkNames(
  tx: Tx,
  scope: BranchScope,
  change: { readonly entity: Entity; readonly id: string | null; readonly named: Partial<Entity> },
): Promise<Checked> {
  const { entity, id, named } = change
  const { externalId, defaultWarehouseId: warehouse } = named
  if (typeof externalId === 'string' && (await changes.isTaken(tx, scope, externalId, id)))
    return refuse('ENTITY_EXTERNAL_ID_TAKEN', { field: 'externalId' })
  if (typeof warehouse === 'string' && (warehouse === id || !(await changes.isActiveWarehouse(tx, scope, warehouse))))
    return refuse('ENTITY_WAREHOUSE_UNKNOWN', { field: 'defaultWarehouseId' })
  if (named.buyerAccountId === undefined) return right
  return checkBuyer(tx, scope, { type: entity.type, id, account: named.buyerAccountId })
}

async function checkBuyer(
  tx: Tx,
  scope: BranchScope,
  buyer: { readonly type: Entity['type']; readonly id: string | null; readonly account: string | null },
): Promise<Checked> {
  const field = 'buyerAccountId'
  const { type, id, account } = buyer
  if (account !== null) {
    const linked = type === 'buyer' ? await readLinkedBuyers(tx, scope) : []
    if (!linked.some((one) => one.id === account)) return refuse('ENTITY_BUYER_UNKNOWN', { field })
  }
  // Categories, and what was sold in them, know the account beside the entity.
  const isFixed = id !== null && (await changes.isNamedByCategory(tx, scope, id))
  return isFixed ? refuse('ENTITY_BUYER_FIXED', { field }) : right
}
