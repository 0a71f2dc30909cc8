import type * as z from 'zod'
import type { Permission } from '#domain/access/permission.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { PackageOrigin } from '#domain/expedition/packing.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import type { Needs, OperationAuthor, Records } from '../records.ts'
import type { ItemRow } from '../wire/item-row.ts'
import type { Operation } from '../wire/operation.ts'

/** Who runs an operation, from where; the server takes it from its own tables, never from the envelope. */
export interface Actor {
  readonly userId: string
  readonly userType: UserType
  /** Warehouses the actor works in; `all` for admin types, who choose one. */
  readonly warehouseIds: readonly string[] | 'all'
  /** Stores that the actor sends from; absent where it has none. */
  readonly storeIds?: readonly string[] | 'all'
}

/** Time of the run: the server's on the server, the capture time on a device. Unix milliseconds. */
export interface RunContext {
  readonly actor: Actor
  readonly atMs: number
}

/** Why an operation is refused, and which other operation is behind it. */
export interface Refusal {
  readonly code: string
  readonly causeOp?: string
  /** `blocked_by` where another operation's refusal is the reason; else `rejected`. */
  readonly status?: 'rejected' | 'blocked_by'
  /** What the screen needs to say more; becomes the outcome's `result`. */
  readonly details?: OperationResult
}

/** What an applied operation tells its device; it becomes the outcome's `result`. */
export type OperationResult = Readonly<Record<string, unknown>>

/** One offline-able action, the same on device and server. */
export interface OperationDefinition<Args = unknown> {
  readonly type: string
  /** Newest version of the arguments; older ones pass `upcast`, one step a version. */
  readonly v: number
  readonly permission: Permission
  readonly schema: z.ZodType<Args>
  readonly upcast: Readonly<Record<number, (args: Record<string, unknown>) => Record<string, unknown>>>
  /** What must stay in order with other operations. */
  lanes(args: Args): readonly string[]
  needs(args: Args): Needs
  /** Decides by the domain's rules and writes to the records; a refusal leaves the records untouched. */
  apply(records: Records, op: Operation, args: Args, context: RunContext): Result<OperationResult, Refusal>
  /**
   * Names of the result's values by which the operator acts at once, such as the place of a product. A device tells where
   * the server's are others than its own were.
   */
  readonly confirmedFields?: readonly string[]
  /** The arguments that another try has instead, by what the item is now: a person tries again who was told of it. */
  retried?(args: Args, item: ItemRow): Partial<Args>
  /** The arguments as the ledger keeps them once they are decided: without what was confided. */
  decided?(args: Args): Record<string, unknown>
}

/** Keeps the argument type of a definition while the registry holds them all. */
export function defineOperation<Args>(definition: OperationDefinition<Args>): OperationDefinition<Args> {
  return definition
}

/** An actor as the author of what they capture. */
export function authorOf({ userId, warehouseIds }: Pick<Actor, 'userId' | 'warehouseIds'>): OperationAuthor {
  return { userId, warehouseId: warehouseIds === 'all' ? null : (warehouseIds[0] ?? null) }
}

/** Whether the actor may work in a warehouse. */
export function worksIn(actor: Actor, warehouseId: string): boolean {
  return actor.warehouseIds === 'all' || actor.warehouseIds.includes(warehouseId)
}

/** Whether the actor may send from a place. */
export function sendsFrom(actor: Actor, origin: PackageOrigin): boolean {
  if (origin.type === 'warehouse') return worksIn(actor, origin.warehouseId)
  return actor.storeIds === 'all' || (actor.storeIds ?? []).includes(origin.storeId)
}
