import { defaultOptionsFilter, type ComboboxItem, type ComboboxParsedItem, type OptionsFilter } from '@mantine/core'
import { shortListLimit } from './shorten.ts'

/** The value of the line that counts what a select leaves out; nobody can choose it. */
export const othersValue = '\u0000others'

/** How many options a select has, those in groups among them. */
export function countOptions(options: readonly (string | object)[]): number {
  return options.reduce<number>((sum, one) => sum + (isGroup(one) ? one.items.length : 1), 0)
}

/** What a select offers of its options: the first 30 that fit, then a line that counts the others (SHELL-12). */
export function shortOptions(textOf: (others: number) => string): OptionsFilter {
  return ({ options, search }) => {
    const found = defaultOptionsFilter({ options, search, limit: Infinity }) as ComboboxParsedItem[]
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
    const items: readonly ComboboxItem[] = isGroup(one) ? one.items.slice(0, room) : []
    shown.push(isGroup(one) ? { ...one, items: [...items] } : one)
    room -= isGroup(one) ? items.length : 1
  }
  return shown
}

function isGroup<One extends string | object>(one: One): one is Extract<One, { readonly items: unknown }> & Group {
  return typeof one === 'object' && 'items' in one
}

interface Group {
  readonly items: ComboboxItem[]
}
