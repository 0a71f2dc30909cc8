/** A place on the earth, in degrees. */
export interface Coordinates {
  readonly latitude: number
  readonly longitude: number
}

const earthRadiusKm = 6_371

/** Distance of two places along the surface in kilometres (haversine). */
export function distanceKm(one: Coordinates, other: Coordinates): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const half = (a: number, b: number): number => Math.sin(radians(b - a) / 2) ** 2
  const arc =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * half(one.longitude, other.longitude)
  return 2 * earthRadiusKm * Math.asin(Math.min(1, Math.sqrt(arc)))
}
