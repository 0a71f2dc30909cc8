import type { ComboboxItem, OptionsFilter } from '@mantine/core'

/** Longest name of an option in a tree, in characters (CAT-21). */
export const treeLabelLimit = 40

/** An entry of a tree that is read downwards: each before those below it. */
export interface TreeOption {
  readonly value: string
  readonly label: string
  /** How many entries stand above it in the tree. */
  readonly depth: number
}

/** A name as an option shows it: cut after 40 characters, the last of which then says that it goes on. */
export function shortLabel(label: string): string {
  const characters = [...label]
  return characters.length <= treeLabelLimit
    ? label
    : `${characters
        .slice(0, treeLabelLimit - 1)
        .join('')
        .trimEnd()}…`
}

/**
 * Finds the entries whose whole name contains the text, without regard to case and accents, with all that stand above.
 */
export function findInTree(options: ReadonlyMap<string, TreeOption>): OptionsFilter {
  return ({ options: offered, search }) => {
    const asked = plain(search)
    const kept: ComboboxItem[] = []
    // Read upwards, the first of a lesser depth stands above.
    let above = 0
    for (const item of (offered as ComboboxItem[]).toReversed()) {
      const { label, depth } = options.get(item.value)!
      if (!plain(label).includes(asked) && depth >= above) continue
      kept.push(item)
      above = depth
    }
    return kept.toReversed()
  }
}

/** A text as searches in a tree compare it: without accents and case. */
export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
}
