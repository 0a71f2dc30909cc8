import type { ClientError } from './client-errors.ts'
import { everyHost } from './site-address.ts'
import { hasSiretCheckDigits } from './siret.ts'

/** What a client may be: a retailer, a buyer who supervises workshops, or both (ORG-05). */
export const clientModules = ['retailer', 'buyer'] as const
export type ClientModule = (typeof clientModules)[number]

/** Whether a client works or rests; nobody signs in to one that rests, and its site answers nobody. */
export const clientStatuses = ['active', 'inactive'] as const
export type ClientStatus = (typeof clientStatuses)[number]

/** What decides whether an account may be deleted. */
export interface DeletionFacts {
  readonly status: ClientStatus
  /** Active links to buyers of this retailer. */
  readonly linkedBuyers: number
  /** Active links to retailers of this buyer. */
  readonly linkedRetailers: number
  /** Devices of its users that may still bring work: their right to push has not ended. */
  readonly devices: number
}

/**
 * Why an account stays, the most telling reason first; null where none of these holds it (ORG-10, ORG-12). A link that
 * was made inactive holds nothing. What was traded is known to the database alone, which keeps it.
 */
export function deletionRefusal(facts: DeletionFacts): ClientError | null {
  if (facts.status === 'active') return 'still_active'
  if (facts.linkedBuyers > 0) return 'has_linked_buyers'
  if (facts.linkedRetailers > 0) return 'has_linked_retailers'
  if (facts.devices > 0) return 'CLIENT_DEVICES_MAY_HOLD_WORK'
  return null
}

/** Entities, users and links that need a module of their client. */
export interface ModuleUse {
  readonly stores: number
  readonly warehouses: number
  /** Active users who work in stores. */
  readonly retailUsers: number
  /** Active users who work as the buyer or in a workshop. */
  readonly buyerUsers: number
  readonly linkedBuyers: number
  readonly linkedRetailers: number
}

/** The modules of a client as its account says them. */
export interface ModuleFlags {
  readonly isRetailer: boolean
  readonly isBuyerAndWorkshopsSupervisor: boolean
}

/** The modules that a client has. */
export function modulesOf({ isRetailer, isBuyerAndWorkshopsSupervisor }: ModuleFlags): ReadonlySet<ClientModule> {
  const held = { retailer: isRetailer, buyer: isBuyerAndWorkshopsSupervisor }
  return new Set(clientModules.filter((module) => held[module]))
}

/**
 * A module that is taken away though it is in use: a retailer's active stores, their users and linked buyers need it,
 * and a buyer's active workshops, users and linked retailers (ORG-30). Null where none is.
 */
export function moduleStillUsed(before: ModuleFlags, after: ModuleFlags, use: ModuleUse): ClientModule | null {
  const retail = use.stores + use.retailUsers + use.linkedBuyers
  if (before.isRetailer && !after.isRetailer && retail > 0) return 'retailer'
  const isBuyerTaken = before.isBuyerAndWorkshopsSupervisor && !after.isBuyerAndWorkshopsSupervisor
  return isBuyerTaken && use.warehouses + use.buyerUsers + use.linkedRetailers > 0 ? 'buyer' : null
}

/** What is wrong with a client's SIRET: in France it is checked; elsewhere the number may be any of the register's. */
export function siretFault(client: {
  readonly siret: string | null
  readonly companyCountry: string
}): 'CLIENT_SIRET_INVALID' | 'CLIENT_SIRET_CHECK_DIGIT' | null {
  const { siret, companyCountry } = client
  if (siret === null || companyCountry !== 'FR') return null
  if (!/^\d{14}$/.test(siret)) return 'CLIENT_SIRET_INVALID'
  return hasSiretCheckDigits(siret) ? null : 'CLIENT_SIRET_CHECK_DIGIT'
}

/**
 * The host of a client's public site once its web channel has an address; the client that answers every other host
 * (`*`) keeps that.
 */
export function siteHost(webChannelUrl: string | null, present: string | null): string | null {
  if (present === everyHost) return everyHost
  return webChannelUrl === null ? null : new URL(webChannelUrl).hostname.toLowerCase()
}

/** One side of a link between accounts. */
export interface LinkSide extends ModuleFlags {
  readonly id: string
  readonly status: ClientStatus
}

/** Whether a buyer may be linked to a retailer: another account, each with its module, and both at work. */
export function canLink(retailer: LinkSide, buyer: LinkSide): boolean {
  const areAtWork = retailer.status === 'active' && buyer.status === 'active'
  return retailer.id !== buyer.id && areAtWork && retailer.isRetailer && buyer.isBuyerAndWorkshopsSupervisor
}
