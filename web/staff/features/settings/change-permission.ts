import { createContext, use } from 'react'
import type { Permission } from '#domain/access/permission.ts'
import { useCan } from '#web/lib/platform.tsx'

/** The permission that the fields of a page are changed with. */
export const ChangePermission = createContext<Permission>('settings.update')

/** Whether the user may change what the fields around show. */
export function useMayChange(): boolean {
  return useCan(use(ChangePermission))
}
