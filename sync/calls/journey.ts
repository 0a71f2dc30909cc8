import type * as z from 'zod'
import type { Language } from '#domain/kernel/languages.ts'
import type { OrganizationRootDetail, whiteLabelConfigCall } from './settings.ts'
import type { Branding } from './session-answers.ts'

/** White label of a host (PUB-44). */
export type WhiteLabel = z.output<typeof whiteLabelConfigCall.answer>

/** What is said where the white label could not be had (PUB-45, SET-10); the same words in every language. */
export const whiteLabelConfigFailure = 'Failed to get WhiteLabelConfig'

/** The account's settings that its public site follows; the site may know all of them. */
export type SiteSettings = Pick<
  OrganizationRootDetail,
  | 'enabledPremiumFeatures'
  | 'categoryNavigationEnabled'
  | 'customerIdentityDocumentRequired'
  | 'barCodeEnabled'
  | 'cartMinValue'
  | 'sellerSupportEmail'
>

/** Where an account is at home. */
export interface SitePlace {
  /** Country that a customer's address begins with, ISO 3166-1 alpha-2. */
  readonly country: string
  /** Time zone in which days are meant, by its IANA name. */
  readonly timeZone: string
}

/** Where a site is at home that belongs to no account. */
export const plainPlace: SitePlace = { country: 'FR', timeZone: 'Europe/Paris' }

/** Where map tiles come from. */
export interface MapTiles {
  /** With `{z}`, `{x}` and `{y}`. */
  readonly url: string
  /** Whose they are, as they ask to be named on the map; null where they ask for nothing. */
  readonly attribution: string | null
}

/** A line that speaks for the account, and where more is said of it. */
export interface Assurance {
  readonly text: string
  readonly url: string | null
}

/** What the public site is, before any page of it asks for data. */
export interface JourneySite {
  readonly branding: Branding
  /** Null where the host belongs to no account: every page is then the not-available one (PUB-38, PUB-45). */
  readonly whiteLabel: WhiteLabel | null
  readonly settings: SiteSettings | null
  readonly place: SitePlace
  /** Whether it buys: until its terms are published, it shows nothing but what is under way. */
  readonly isOpen: boolean
  /** Null where the installation has none. */
  readonly mapTiles: MapTiles | null
  /** What the account says of reviews, the erasure of data and the insurance on the way; left out where it says nothing. */
  readonly assurances?: readonly Assurance[]
}

/** The answer to a read of a page: a value, or a refusal by its code. */
export type PageAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status: number; readonly code: string; readonly details?: unknown }

/** Reads for a page what a visitor may read; the address is a path below the origin with its query. */
export type ReadForPage = (address: string) => Promise<PageAnswer>

/** An account's picture as a `data:` address; null where it is too large to travel within a page, or not there. */
export type EmbedPicture = (address: string) => Promise<string | null>

/** What a public page is made from. */
export interface JourneyRequest {
  readonly url: string
  /** The origin that the site is known by, for addresses that leave the page. */
  readonly origin: string
  readonly site: JourneySite
  readonly language: Language
  readonly read: ReadForPage
  readonly embedPicture: EmbedPicture
}

/** A public page. */
export interface JourneyPage {
  readonly status: number
  readonly html: string
  /** The text of its style element, which the content rules name by its digest. */
  readonly style: string
  /** Where the visitor is sent instead. */
  readonly redirect: string | null
  /** Whether the address is a private link, which opens its page to everyone who has it. */
  readonly isPrivate: boolean
}

/**
 * Name of a cookie that a page of the public site writes. Over HTTPS the prefix makes the browser refuse one that a
 * sibling host or a page without TLS has set.
 */
function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name
}

/** Name of the cookie that holds the language which a visitor has chosen. */
export function languageCookie(isSecure: boolean): string {
  return cookieName('language', isSecure)
}

/** Name of the cookie that holds a visitor's word on what others count: `all` or `none`. */
export function consentCookie(isSecure: boolean): string {
  return cookieName('consent', isSecure)
}
