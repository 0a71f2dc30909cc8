import type { PublicStore } from '#sync/calls/public-catalog.ts'

/** Whether a store's name, postal code or town has every word typed, without regard to accents. */
export function matchesPlace(store: Pick<PublicStore, 'name' | 'zipCode' | 'city'>, typed: string): boolean {
  const text = plain([store.name, store.zipCode, store.city].filter((part) => part !== null).join(' '))
  return plain(typed)
    .split(/[\s-]+/)
    .every((word) => text.includes(word))
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
}
