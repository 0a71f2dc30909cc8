import { countryNames } from '#domain/kernel/country-names.ts'
import type { PackagePlace } from '#domain/document/document-content.ts'
import type { Language } from '#domain/kernel/languages.ts'

/** In whose words and time a paper is written. */
export interface Reader {
  readonly language: Language
  readonly timeZone: string
}

/** A day as the reader writes it. */
export function dayOf(date: Date, { language, timeZone }: Reader): string {
  return new Intl.DateTimeFormat(language, { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' }).format(date)
}

/** A day with its time. */
export function timeOf(date: Date, { language, timeZone }: Reader): string {
  const parts = { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(language, { timeZone, ...parts, hourCycle: 'h23' }).format(date)
}

/** A place with its address, as stored. */
export interface PlaceRow {
  readonly common_name: string
  readonly street: string | null
  readonly street_more: string | null
  readonly zip_code: string | null
  readonly city: string | null
  readonly country: string | null
}

/**
 * A place as the reader writes it: its name, then street, town and country. A country alone, which forms begin with, is
 * no address.
 */
export function addressOf(place: PlaceRow, language: Language): PackagePlace {
  const town = [place.zip_code, place.city].filter((part) => part !== null).join(' ')
  const country = place.country === null ? null : countryNames(language)(place.country)
  const local = [place.street, place.street_more, town === '' ? null : town].filter((line) => line !== null)
  return { name: place.common_name, lines: local.length === 0 || country === null ? local : [...local, country] }
}
