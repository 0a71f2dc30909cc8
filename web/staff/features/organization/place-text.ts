import type { OrganizationAnswer } from '#sync/calls/organization.ts'

type Place = Pick<OrganizationAnswer, 'street' | 'streetMore' | 'zipCode' | 'city' | 'country'>

/** The lines of an address, from the street to the country's name; those that say nothing are left out. */
export function addressLines(place: Place, countryName: (code: string) => string): readonly string[] {
  const { street, streetMore, zipCode, city, country } = place
  const town = [zipCode, city].filter(Boolean).join(' ')
  return [street, streetMore, town, country === null ? null : countryName(country)].filter(
    (line): line is string => line !== null && line.trim() !== '',
  )
}

/** Latitude and longitude in degrees, to about a metre; null where one of them is unknown. */
export function coordinatesText(place: Pick<OrganizationAnswer, 'latitude' | 'longitude'>): string | null {
  const { latitude, longitude } = place
  if (latitude === null || longitude === null) return null
  return [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(5)))).join(', ')
}

/** A SIRET in the groups in which it is read out; what is none stays as it is. */
export function groupSiret(siret: string): string {
  const digits = siret.replaceAll(/\s/g, '')
  return /^\d{14}$/.test(digits) ? digits.replace(/^(\d{3})(\d{3})(\d{3})(\d{5})$/, '$1 $2 $3 $4') : siret
}
