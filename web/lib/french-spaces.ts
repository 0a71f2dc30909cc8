import type { ResourceKey } from 'i18next'

const breaking = / (?=[:;?!»])|(?<=«) /g

/**
 * French texts of a context whose lines do not break before a colon, a semicolon, a question or exclamation mark, nor
 * inside their quotation marks: the space there is one that does not break.
 */
export function withFrenchSpaces(texts: ResourceKey): ResourceKey {
  if (typeof texts === 'string') return texts.replace(breaking, '\u00a0')
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]: [string, ResourceKey]) => [key, withFrenchSpaces(text)]),
  )
}
