import { hasFeature } from '#domain/organization/premium-feature.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'

/** Whether the account's payment modes may carry a bonus or malus (decisions, 14). */
export function useBonusFeature(): boolean {
  return hasFeature(useSignedInUser().enabledPremiumFeatures, 'payment_bonus')
}
