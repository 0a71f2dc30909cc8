/** A place that stores are near to, as the address names it. */
export interface StoreSearch {
  readonly lat?: number
  readonly lon?: number
}

/** Reads the address of the stores; half a place is none. */
export function storeSearch(search: Readonly<Record<string, unknown>>): StoreSearch {
  const number = (value: unknown, most: number): number | null => {
    const read = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : NaN
    return Number.isFinite(read) && Math.abs(read) <= most ? read : null
  }
  const [lat, lon] = [number(search.lat, 90), number(search.lon, 180)]
  return lat === null || lon === null ? {} : { lat, lon }
}
