import { plainWords } from './plain-words.ts'

/** A category that a product may be put into. */
export interface ImportPlace {
  readonly id: string
  readonly identifier: string
  readonly name: string
  readonly isActive: boolean
}

/** Finds the category that a file names; undefined where it names none, or several. */
export type PlaceFinder = (named: string) => ImportPlace | undefined

/** By the identifier, in letters of any size; else by the name, where one category alone has it. */
export function placeFinder(places: readonly ImportPlace[]): PlaceFinder {
  const byIdentifier = new Map(places.map((place) => [place.identifier, place]))
  const byName = new Map<string, ImportPlace | undefined>()
  for (const place of places) {
    const name = plainWords(place.name)
    byName.set(name, byName.has(name) ? undefined : place)
  }
  return (named) => byIdentifier.get(named) ?? byIdentifier.get(named.toLowerCase()) ?? byName.get(plainWords(named))
}
