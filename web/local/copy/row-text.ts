import { itemHeadColumns, type PackedItem, type RowHead } from '#sync/wire/item-row.ts'

/**
 * Reads the beginning of a row from its JSON text. The rest is most of the text, and nobody looks at it before the item
 * is asked for. Null where the text is no row.
 */
export function rowHead(text: string): RowHead | null {
  if (!text.endsWith(']')) return null
  let end = 0
  for (let comma = 0; comma < itemHeadColumns.length; comma++) {
    end = text.indexOf(',', end + 1)
    if (end < 0) return null
  }
  const head = parsed(`${text.slice(0, end)}]`)
  return Array.isArray(head) && head.length === itemHeadColumns.length ? (head as unknown as RowHead) : null
}

/** Reads a whole row from its JSON text; null where it is none. */
export function parseRow(text: string): PackedItem | null {
  const row = parsed(text)
  return Array.isArray(row) ? row : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
