import { ownWarehouses } from '#domain/organization/own-warehouses.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import { choiceOf, withChoice } from '#web/local/work-place/place-choice.ts'

/** The author that a user is; administrators and managers keep the place chosen on this device. */
export function authorOf(user: StoredUser, before: Author | null): Author {
  const { userType, module, currentOrganization } = user
  const inStore = userType === 'store_manager' || userType === 'store_seller'
  const stores = inStore && currentOrganization !== null ? [currentOrganization.id] : undefined
  const storeIds = isAdminType(userType) ? ('all' as const) : stores
  const { id: userId, viewedAccountId: accountId } = user
  const same = before?.userId === userId && before.module === module && before.accountId === accountId
  const author: Author = {
    userId,
    name: `${user.firstname} ${user.lastname}`,
    accountId,
    ...(user.isOfPlatform === true && {
      client: accountId === user.accountId ? null : (currentOrganization?.account.name ?? ''),
    }),
    module,
    userType,
    warehouseIds: ownWarehouses({ userType, module, organizationId: currentOrganization?.id ?? null }),
    ...(storeIds === undefined ? {} : { storeIds }),
  }
  return withChoice(author, same ? choiceOf(before) : undefined)
}
