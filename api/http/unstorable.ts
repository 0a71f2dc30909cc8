/** How JSON spells the characters that PostgreSQL cannot store: NUL, and halves of surrogate pairs. */
export const unstorableEscape = /\\u(?:0000|d[89a-f][0-9a-f]{2})/i

/** A text that cannot be kept as it was sent, and where it stands. */
export interface Unstorable {
  readonly field: string
  readonly reason: 'nul_character' | 'ill_formed_text'
}

/**
 * The first text of a value, key or content, that PostgreSQL refuses or keeps as another one: NUL and halves of surrogate
 * pairs fail in jsonb, and a half becomes U+FFFD in a text column without a word. Null where everything can be kept.
 */
export function findUnstorable(value: unknown, path: readonly (string | number)[] = []): Unstorable | null {
  if (typeof value === 'string') {
    const reason = reasonOf(value)
    return reason === null ? null : { field: path.join('.'), reason }
  }
  if (value === null || typeof value !== 'object') return null
  const parts = Array.isArray(value) ? (value as unknown[]).entries() : Object.entries(value)
  for (const [key, part] of parts) {
    const inside = [...path, key]
    const reason = reasonOf(String(key))
    if (reason !== null) return { field: inside.join('.'), reason }
    const found = findUnstorable(part, inside)
    if (found !== null) return found
  }
  return null
}

function reasonOf(text: string): Unstorable['reason'] | null {
  if (text.includes('\0')) return 'nul_character'
  return text.isWellFormed() ? null : 'ill_formed_text'
}
