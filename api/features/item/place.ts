import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { Session } from '#api/http/caller.ts'

/** Who reads the floor: the account worked in, and the place inside it. */
export type FloorReader = Pick<Session, 'accountId' | 'homeAccountId' | 'module' | 'userType' | 'organizationId'>

/**
 * The warehouse that a caller works for: warehouse users their own, which they need not name; admin types the one
 * they name. Naming another than the own is answered as an unknown id.
 */
export function warehouseOf(caller: FloorReader, named: string | undefined): Result<string, Failure> {
  if (isAdminType(caller.userType)) {
    return named === undefined ? refuse('REQUEST_INVALID', { field: 'warehouseId' }) : succeed(named)
  }
  if (named !== undefined && named !== caller.organizationId)
    return refuse('REQUEST_NOT_FOUND', { field: 'warehouseId' })
  return succeed(caller.organizationId)
}
