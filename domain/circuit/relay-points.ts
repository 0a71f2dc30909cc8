import { foldText } from '../kernel/fold-text.ts'
import { distanceKm, type Coordinates } from '../kernel/distance.ts'

/** A point of a carrier where customers hand over parcels. */
export interface RelayPoint {
  /** The carrier's own name of it, which goes with the order of the label. */
  readonly reference: string
  readonly name: string
  readonly street: string | null
  readonly zipCode: string
  readonly city: string
  readonly country: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly openingHours: string | null
}

/** A point with its distance from where it was looked for; null where one of both places is not known. */
export interface FoundRelayPoint extends RelayPoint {
  readonly distanceKm: number | null
}

/** Where the points of a shipping method come from. */
export const relaySources = ['carrier', 'file'] as const
export type RelaySource = (typeof relaySources)[number]

/** Limits of a point's texts, of what one search answers, and of a file. */
export const relayLimits = {
  reference: 64,
  name: 100,
  street: 200,
  zipCode: 12,
  city: 100,
  openingHours: 300,
  found: 20,
  near: 80,
  lines: 10_000,
  characters: 1_900_000,
} as const

/** The place that a customer looks for: its coordinates where the text holds some, else a postal code or town. */
export type RelayPlace = { readonly at: Coordinates } | { readonly words: string }

/** Reads what a customer typed, or coordinates as `48.85,2.35`. */
export function relayPlaceOf(near: string): RelayPlace {
  const found = /^\s*(-?\d{1,2}(?:\.\d{1,8})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,8})?)\s*$/.exec(near)
  const at = { latitude: Number(found?.[1]), longitude: Number(found?.[2]) }
  return found !== null && Math.abs(at.latitude) <= 90 && Math.abs(at.longitude) <= 180
    ? { at }
    : { words: near.trim() }
}

/**
 * The points nearest to a place: by their distance where coordinates are given, or known of the points of the postal code
 * or town that is named; else those of that code or town alone. None where no point tells where the place is.
 */
export function nearestPoints(points: readonly RelayPoint[], place: RelayPlace): readonly FoundRelayPoint[] {
  const steps = nearestSteps(points, place)
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

/** The same in steps, between which others may have their turn: a file has thousands of points. */
export function* nearestSteps(
  points: readonly RelayPoint[],
  place: RelayPlace,
): Generator<undefined, readonly FoundRelayPoint[], undefined> {
  if ('at' in place) return byDistance(points, place.at)
  const there = yield* pointsIn(points, place.words)
  const origin = middleOf(there)
  if (origin === null) return there.slice(0, relayLimits.found).map((point) => ({ ...point, distanceKm: null }))
  const isNamed = new Set(there)
  // Points of the place itself come first, those without coordinates at their end.
  const unplaced = there.filter((point) => coordinatesOf(point) === null)
  const inPlace = byDistance(there, origin)
  yield
  return [
    ...inPlace,
    ...unplaced.slice(0, relayLimits.found).map((point) => ({ ...point, distanceKm: null })),
    ...byDistance(
      points.filter((point) => !isNamed.has(point)),
      origin,
    ),
  ].slice(0, relayLimits.found)
}

/** Points of a postal code or a town; of the postal codes that begin most like a code that no point has. */
function* pointsIn(
  points: readonly RelayPoint[],
  words: string,
): Generator<undefined, readonly RelayPoint[], undefined> {
  const code = bare(words)
  const town = plainTown(words)
  if (code === '') return []
  // Each point is folded once: a file has thousands, and a code that none has must not cost a pass for each digit.
  const folded: { readonly point: RelayPoint; readonly zipCode: string; readonly city: string }[] = []
  for (const point of points) {
    folded.push({ point, zipCode: bare(point.zipCode), city: plainTown(point.city) })
    yield
  }
  const those = (isThere: (one: (typeof folded)[number]) => boolean): readonly RelayPoint[] =>
    folded.filter(isThere).map(({ point }) => point)
  const same = those(({ zipCode, city }) => zipCode === code || city === town)
  if (same.length > 0) return same
  if (!/\d/.test(code)) return town.length < 3 ? [] : those(({ city }) => city.startsWith(town))
  const beginning = code.slice(0, -1)
  const shared = folded.map(({ zipCode }) => sharedLength(zipCode, beginning))
  const longest = shared.reduce((most, length) => Math.max(most, length), 0)
  return longest < 2 ? [] : points.filter((_point, at) => shared[at] === longest)
}

/** How many characters both begin with. */
function sharedLength(text: string, other: string): number {
  let length = 0
  while (length < text.length && text[length] === other[length]) length++
  return length
}

function byDistance(points: readonly RelayPoint[], from: Coordinates): readonly FoundRelayPoint[] {
  return points
    .flatMap((point) => {
      const at = coordinatesOf(point)
      return at === null ? [] : [{ point, km: Math.round(distanceKm(from, at) * 10) / 10 }]
    })
    .toSorted((one, other) => one.km - other.km || (one.point.reference < other.point.reference ? -1 : 1))
    .slice(0, relayLimits.found)
    .map(({ point, km }) => ({ ...point, distanceKm: km }))
}

/** Where the points lie; null where the place of none is known. */
function middleOf(points: readonly RelayPoint[]): Coordinates | null {
  const known = points.map(coordinatesOf).filter((at) => at !== null)
  if (known.length === 0) return null
  const mean = (of: keyof Coordinates): number => known.reduce((sum, at) => sum + at[of], 0) / known.length
  return { latitude: mean('latitude'), longitude: mean('longitude') }
}

function coordinatesOf({ latitude, longitude }: RelayPoint): Coordinates | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

function bare(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function plainTown(text: string): string {
  return foldText(text)
    .trim()
    .replaceAll(/[\s'’-]+/g, ' ')
}

/** A point on one line, as papers, mails and lists say it. */
export function relayPointText({ name, street, zipCode, city }: Omit<RelayPoint, 'reference'>): string {
  return [name, street, `${zipCode} ${city}`].filter(Boolean).join(', ')
}
