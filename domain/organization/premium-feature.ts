/** Premium features that gate areas of the product (specification, section 1). */
export const premiumFeatures = [
  'custom_transfer_order',
  'imei_search_and_collect',
  'multi_product_cart',
  'payment_bonus',
  'absorption',
  'sftp_access',
] as const
export type PremiumFeature = (typeof premiumFeatures)[number]

/** Whether an account's enabled list holds a feature. */
export function hasFeature(enabled: readonly string[], feature: PremiumFeature): boolean {
  return enabled.includes(feature)
}

/** Whether two lists hold the same features, in any order. */
export function hasSameFeatures(one: readonly string[], other: readonly string[]): boolean {
  return premiumFeatures.every((feature) => hasFeature(one, feature) === hasFeature(other, feature))
}
