import type { ClientModule } from '#domain/organization/client.ts'

/** What a client says of its modules. */
interface Flags {
  readonly isRetailer: boolean
  readonly isBuyerAndWorkshopsSupervisor: boolean
}

/** The modules that a client has. */
export function modulesOf({ isRetailer, isBuyerAndWorkshopsSupervisor }: Flags): ReadonlySet<ClientModule> {
  return new Set([
    ...(isRetailer ? ['retailer' as const] : []),
    ...(isBuyerAndWorkshopsSupervisor ? ['buyer' as const] : []),
  ])
}
