/** What the address of a new configuration says: of which connector it is, and of which organization. */
export interface PlaceSearch {
  readonly organizationId: string
  readonly connectorId: string
}

/** Reads the address of a new configuration; what is missing or no text is empty, and then unknown. */
export function parsePlaceSearch({ organizationId, connectorId }: Readonly<Record<string, unknown>>): PlaceSearch {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return { organizationId: text(organizationId), connectorId: text(connectorId) }
}
