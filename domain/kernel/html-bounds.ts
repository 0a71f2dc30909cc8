/** How much structure a text of HTML may have: more than any page needs, and little enough to be cleaned in a moment. */
export const htmlBounds = { tags: 10_000, depth: 100, attributes: 30, attributeLength: 4_000 } as const

const withoutEnd = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'wbr',
])
const space = /\s/
const tagStart = /[a-z/!?]/i

/** Whether a text has tags, and is not plain text. */
export function holdsTags(text: string): boolean {
  const start = text.search(/<[a-z]/i)
  return start !== -1 && text.includes('>', start)
}

/**
 * Whether a text of HTML keeps to the bounds, in one pass over its characters. What a browser would mend is counted as it
 * stands: a tag that is never closed is one with many attributes.
 */
export function isModestHtml(text: string): boolean {
  let tags = 0
  let depth = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) {
    tags += 1
    if (tags > htmlBounds.tags) return false
    if (!tagStart.test(text[at + 1] ?? '')) continue
    if (text.startsWith('!--', at + 1)) {
      const closed = text.indexOf('-->', at + 4)
      if (closed === -1) break
      at = closed
      continue
    }
    const end = endOfTag(text, at + 1)
    if (end === null) return false
    const name = /^\/?([a-z0-9]*)/i.exec(text.slice(at + 1, Math.min(end, at + 40)))?.[1]?.toLowerCase() ?? ''
    if (text[at + 1] === '/') depth = Math.max(0, depth - 1)
    else if (name !== '' && !withoutEnd.has(name) && text[end - 1] !== '/') depth += 1
    if (depth > htmlBounds.depth) return false
    at = end
  }
  return true
}

/** Where a tag ends, its last character where it never does; null where it breaks the bounds. */
function endOfTag(text: string, start: number): number | null {
  let quote = ''
  let attributes = 0
  let length = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]!
    length += 1
    if (length > htmlBounds.attributeLength) return null
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return at
    else if ((character === '"' || character === "'") && text[at - 1] === '=') quote = character
    else if (space.test(character)) {
      length = 0
      if (!space.test(text[at + 1] ?? ' ')) attributes += 1
      if (attributes > htmlBounds.attributes) return null
    }
  }
  return text.length - 1
}
