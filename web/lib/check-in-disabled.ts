import { isAdminType } from '#domain/organization/user-type.ts'
import type { Config } from '#sync/wire/pull.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'

/**
 * Whether this user has no check-in (WH-04). Before the device has a copy, what the session told last counts. What
 * nobody has told the device holds up no scan: check-in goes on without a network, too.
 */
export function isCheckInDisabled(
  { userType, viewedAccount }: Pick<StoredUser, 'userType' | 'viewedAccount'>,
  config: Config | null,
): boolean {
  const told = config?.settings.warehouseCheckinRequirement ?? viewedAccount?.checkinRequirement
  return told === 'disabled' && !isAdminType(userType)
}
