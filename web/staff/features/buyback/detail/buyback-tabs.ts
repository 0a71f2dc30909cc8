/** Tabs of a buyback (BB-06). */
export const buybackTabs = ['info', 'diagnostic'] as const
export type BuybackTab = (typeof buybackTabs)[number]

/** The tab that an address names; null where it names none. */
export function buybackTabOf(value: unknown): BuybackTab | null {
  return buybackTabs.find((tab) => tab === value) ?? null
}
