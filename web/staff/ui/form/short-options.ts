import { defaultOptionsFilter, type ComboboxItem, type ComboboxParsedItem, type OptionsFilter } from '@mantine/core'
import { shortListLimit } from '#web/lib/shorten.ts'

/** The value of the line that counts what a select leaves out; nobody can choose it. */
export const othersValue = '\u0000others'

/** How many options a select has, those in groups among them. */
export function countOptions(options: readonly (string | object)[]): number {
  return options.reduce<number>((sum, one) => sum + itemsOf(one).length, 0)
}

/**
 * What a select offers of its options: the first 30 that fit, then a line that counts the others (SHELL-12).
 * @param find Finds those that fit what is written: those that contain it if not told
 */
export function shortOptions(
  textOf: (others: number) => string,
  find = defaultOptionsFilter as OptionsFilter,
): OptionsFilter {
  return ({ options, search }) => {
    const found = find({ options, search, limit: Infinity }) as ComboboxParsedItem[]
    const others = countOptions(found) - shortListLimit
    if (others <= 0) return found
    return [...firstOf(found), { value: othersValue, label: textOf(others), disabled: true }]
  }
}

function firstOf(found: readonly ComboboxParsedItem[]): ComboboxParsedItem[] {
  const shown: ComboboxParsedItem[] = []
  let room = shortListLimit
  for (const one of found) {
    if (room === 0) break
    const items: ComboboxItem[] = 'items' in one ? one.items.slice(0, room) : [one]
    shown.push('items' in one ? { ...one, items } : one)
    room -= items.length
  }
  return shown
}

function itemsOf(option: string | object): readonly unknown[] {
  return typeof option === 'object' && 'items' in option && Array.isArray(option.items) ? option.items : [option]
}
