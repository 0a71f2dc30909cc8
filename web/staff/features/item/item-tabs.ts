/** Tabs of an item (STOCK-11). */
export const itemTabs = ['general', 'conformity', 'diagnosis', 'services', 'economy', 'history'] as const
export type ItemTab = (typeof itemTabs)[number]

/** The tab that an address names; null where it names none. */
export function itemTabOf(value: unknown): ItemTab | null {
  return itemTabs.find((tab) => tab === value) ?? null
}
