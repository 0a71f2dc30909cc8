import type { ClientOpening } from '#web/lib/client-opening.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { useSwitchSession } from '../features/access/use-switch-session.ts'

/** How the user opens a client; null for everybody who is not one of the platform's. */
export function useClientOpening(): ClientOpening | null {
  const { isOfPlatform, viewedAccountId: openId } = useSignedInUser()
  const { running, unreached, switchTo } = useSwitchSession()
  if (isOfPlatform !== true) return null
  const runningId = running !== null && 'accountId' in running ? running.accountId : null
  return { openId, runningId, unreached, open: (accountId) => void switchTo({ accountId }) }
}
