import * as z from 'zod'
import { countryDefaults } from '#domain/kernel/country-defaults.ts'
import { currencies, defaultLanguage, languages, type Language } from '#domain/kernel/languages.ts'
import { clientStatuses } from '#domain/organization/client.ts'
import { paymentIssuers } from '#domain/organization/payment-issuer.ts'
import {
  firstUserTypes,
  newClientSchema,
  type ClientStart,
  type FirstUser,
  type NewClient,
} from '#domain/settings/client.schema.ts'
import { clientTemplates } from '#domain/organization/client-template-keys.ts'
import type { ClientAnswer } from '#sync/calls/client.ts'

/** Tabs of a client's page, in order (ORG-03). */
export const clientTabs = ['general', 'modules', 'issuer', 'transport'] as const
export type ClientTab = (typeof clientTabs)[number]

/** A field of a client's form. */
export type ClientField = Exclude<keyof NewClient, 'id'>
/** A field of one of the first users. */
export type FirstUserField = `firstUsers.${number}.${keyof FirstUser}`

type Text<Value> = Value extends string | null ? (null extends Value ? string : Value) : Value

/** What a new client may begin with, as the form offers it: nothing, a sector, or another client's configuration. */
export const startChoices = ['empty', ...clientTemplates, 'client'] as const
export type StartChoice = (typeof startChoices)[number]

/** What a new client begins with as it stands in its form. */
export interface StartDraft {
  readonly choice: StartChoice
  /** The client to copy; empty until one is chosen. */
  readonly accountId: string
}

/** A client as it stands in its form: an empty text is none. */
export type ClientDraft = {
  readonly [Field in Exclude<ClientField, 'start' | 'firstUsers'>]: Text<NewClient[Field]>
} & {
  readonly start: StartDraft
  readonly firstUsers: readonly FirstUser[]
}

/** A new client as a reload of its form finds it again. */
export const keptClientSchema = z.object({
  name: z.string(),
  status: z.enum(clientStatuses),
  isRetailer: z.boolean(),
  isBuyerAndWorkshopsSupervisor: z.boolean(),
  siret: z.string(),
  capital: z.string(),
  street: z.string(),
  streetMore: z.string(),
  zipCode: z.string(),
  city: z.string(),
  country: z.string(),
  companyCountry: z.string(),
  language: z.enum(languages),
  currency: z.enum(currencies),
  timeZone: z.string(),
  emailDPO: z.string(),
  webChannelUrl: z.string(),
  tagManagerId: z.string(),
  consentToolId: z.string(),
  trackingTags: z.string(),
  paymentIssuer: z.enum(paymentIssuers),
  transportContractHolder: z.enum(paymentIssuers),
  start: z.object({ choice: z.enum(startChoices), accountId: z.string() }),
  firstUsers: z
    .array(z.object({ email: z.string(), firstname: z.string(), lastname: z.string(), type: z.enum(firstUserTypes) }))
    .readonly(),
}) satisfies z.ZodType<ClientDraft>

/** Codes of what is wrong, by field. */
export type ClientFaults = Readonly<Partial<Record<ClientField | FirstUserField, string>>>

const tabs: Readonly<Partial<Record<ClientField | FirstUserField, ClientTab>>> = {
  isRetailer: 'modules',
  isBuyerAndWorkshopsSupervisor: 'modules',
  paymentIssuer: 'issuer',
  transportContractHolder: 'transport',
}

/** The tab that a field stands on. */
export function tabOf(field: ClientField | FirstUserField): ClientTab {
  return tabs[field] ?? 'general'
}

/** The tabs on which something is wrong, in order. */
export function faultyTabs(faults: ClientFaults): readonly ClientTab[] {
  const wrong = new Set((Object.keys(faults) as (keyof ClientFaults)[]).map(tabOf))
  return clientTabs.filter((tab) => wrong.has(tab))
}

/** Where a new client most likely is, and what it most likely speaks: what its administrator does. */
export interface LikelyPlace {
  readonly country: string
  readonly language: Language
}

/** A form that is filled in with what a client is, or for a new one with what it most likely begins with. */
export function draftOf(
  client: ClientAnswer | null,
  likely: LikelyPlace = { country: '', language: defaultLanguage },
): ClientDraft {
  const { currency, timeZone } = countryDefaults(likely.country)
  return {
    name: client?.name ?? '',
    status: client?.status ?? 'active',
    isRetailer: client?.isRetailer ?? true,
    isBuyerAndWorkshopsSupervisor: client?.isBuyerAndWorkshopsSupervisor ?? false,
    siret: client?.siret ?? '',
    capital: client?.capital ?? '',
    street: client?.street ?? '',
    streetMore: client?.streetMore ?? '',
    zipCode: client?.zipCode ?? '',
    city: client?.city ?? '',
    country: client === null ? likely.country : (client.country ?? ''),
    companyCountry: client?.companyCountry ?? likely.country,
    language: client?.language ?? likely.language,
    currency: client?.currency ?? currency,
    timeZone: client?.timeZone ?? timeZone ?? 'UTC',
    emailDPO: client?.emailDPO ?? '',
    webChannelUrl: client?.webChannelUrl ?? '',
    tagManagerId: client?.tagManagerId ?? '',
    consentToolId: client?.consentToolId ?? '',
    trackingTags: client?.trackingTags ?? '',
    paymentIssuer: client?.paymentIssuer ?? 'retailer',
    transportContractHolder: client?.transportContractHolder ?? 'retailer',
    start: { choice: 'empty', accountId: '' },
    firstUsers: [],
  }
}

/**
 * The country of a new client's company, with the currency and the time zone that it sets, as far as they are those of the
 * country before: one that was chosen stays.
 */
export function inCountry(companyCountry: string, draft: ClientDraft): Partial<ClientDraft> {
  const before = countryDefaults(draft.companyCountry)
  const { currency, timeZone } = countryDefaults(companyCountry)
  return {
    companyCountry,
    ...(draft.currency === before.currency && { currency }),
    ...(draft.timeZone === (before.timeZone ?? 'UTC') && timeZone !== null && { timeZone }),
  }
}

/** A new client's address in a country, where its company is as well until another country is chosen for that. */
export function addressIn(country: string, draft: ClientDraft): Partial<ClientDraft> {
  return { country, ...(country !== '' && draft.companyCountry === draft.country && inCountry(country, draft)) }
}

/** What a form says, or what is wrong with it: the first fault of each field. */
export function readDraft(
  draft: ClientDraft,
): { readonly client: NewClient } | { readonly client: null; readonly faults: ClientFaults } {
  const parsed = newClientSchema.safeParse({
    ...draft,
    country: draft.country === '' ? null : draft.country,
    start: startOf(draft.start),
  })
  if (parsed.success) return { client: parsed.data }
  const faults: Partial<Record<ClientField | FirstUserField, string>> = {}
  for (const { path, message } of parsed.error.issues) faults[faultOf(path.join('.'))] ??= message
  return { client: null, faults }
}

function startOf({ choice, accountId }: StartDraft): ClientStart {
  if (choice === 'empty') return { from: 'empty' }
  return choice === 'client' ? { from: 'client', accountId } : { from: 'template', template: choice }
}

/** The field that a path names: one of a first user, or one of the client with all that is in it. */
export function faultOf(path: string): ClientField | FirstUserField {
  const [field] = path.split('.')
  return (field === 'firstUsers' ? path : field) as ClientField | FirstUserField
}
