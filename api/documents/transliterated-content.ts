import { transliterateUnless } from '#domain/kernel/latin-proposal.library.ts'
import { isPrintable } from '#domain/kernel/printable-letters.ts'

/**
 * What a paper says, with every letter that its type has not spelled in Latin ones: a name or a product in Chinese or Arabic
 * can be read then, also one that was taken before its spelling was asked for.
 */
export function transliteratedContent<Content>(content: Content): Content {
  return spelled(content) as Content
}

function spelled(value: unknown): unknown {
  if (typeof value === 'string') return spelledText(value)
  if (Array.isArray(value)) return value.map(spelled)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spelled(each)]))
}

function spelledText(text: string): string {
  return isPrintable(text)
    ? text
    : transliterateUnless(text, (character) => isPrintable(character) || /\p{Cc}/u.test(character))
}
