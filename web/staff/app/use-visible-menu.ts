import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import { readRootDetailCall } from '#sync/calls/configuration.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { visibleMenu, type MenuEntry } from './menu.ts'

/** The side menu of the moment. Until the account's settings are known, check-in counts as enabled. */
export function useVisibleMenu(): readonly MenuEntry[] {
  const http = useHttp()
  const user = useSignedInUser()
  const { routesByPath } = useRouter()
  const details = useQuery({
    queryKey: ['configuration', 'root-detail', user.viewedAccountId],
    queryFn: ({ signal }) => http(readRootDetailCall, { params: { id: user.viewedAccountId }, signal }),
  })
  const checkInDisabled = details.data?.warehouseCheckinRequirement === 'disabled'
  return useMemo(
    () => visibleMenu(user, { checkInDisabled, hasPage: (path) => path in routesByPath }),
    [user, checkInDisabled, routesByPath],
  )
}
