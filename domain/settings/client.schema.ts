import * as z from 'zod'
import { countryCode } from '../kernel/country-code.schema.ts'
import { currencies, languages } from '../kernel/languages.ts'
import { optionalLine, optionalText, textOf } from '../kernel/text-input.schema.ts'
import { textLimits } from '../kernel/text-limits.ts'
import { isTimeZone } from '../kernel/time-zone.ts'
import { clientStatuses, siretFault } from '../organization/client.ts'
import { clientTemplates } from '../organization/client-template-keys.ts'
import { siretText } from '../organization/siret.schema.ts'
import { paymentIssuers } from '../organization/payment-issuer.ts'
import { personFields } from '../organization/user.schema.ts'
import { whiteLabelSchema } from './white-label.schema.ts'

/** Limits of a client's texts in characters. */
export const clientLimits = {
  shortestName: 2,
  name: textLimits.name,
  email: textLimits.email,
  siret: 20,
  capital: 64,
  street: 125,
  zipCode: 16,
  city: 45,
  url: 2048,
  toolId: 64,
  trackingTags: 20_000,
} as const

const optional = (limit: number) => optionalLine(limit, 'CLIENT_TEXT_TOO_LONG')

const matching = (limit: number, isRight: (text: string) => boolean, code: string) =>
  optional(limit).refine((text) => text === null || isRight(text), code)

const country = countryCode('CLIENT_COUNTRY_REQUIRED')

// The same rule as on the page of the public site's settings, where an id is empty instead of absent.
const emptyIsNone = <Schema extends z.ZodType<string | null, string | null>>(schema: Schema) =>
  textOf('code')
    .nullable()
    .transform((text) => (text?.trim() === '' ? null : text))
    .pipe(schema)

/** What people write of a client (ORG-05, ORG-06, ORG-09), but for its currency. */
export const clientFields = {
  name: textOf('line')
    .min(clientLimits.shortestName, 'CLIENT_NAME_REQUIRED')
    .max(clientLimits.name, 'CLIENT_TEXT_TOO_LONG'),
  status: z.enum(clientStatuses),
  isRetailer: z.boolean(),
  isBuyerAndWorkshopsSupervisor: z.boolean(),
  siret: siretText(clientLimits.siret, 'CLIENT_TEXT_TOO_LONG'),
  capital: optional(clientLimits.capital),
  street: optional(clientLimits.street),
  streetMore: optional(clientLimits.street),
  zipCode: optional(clientLimits.zipCode),
  city: optional(clientLimits.city),
  country: country.nullable(),
  companyCountry: country,
  language: z.enum(languages),
  timeZone: z.string().refine(isTimeZone, 'CLIENT_TIME_ZONE_UNKNOWN'),
  emailDPO: matching(clientLimits.email, (text) => z.email().safeParse(text).success, 'FORM_EMAIL_INVALID'),
  /** Its host is the one under which the client's public site answers. */
  webChannelUrl: matching(clientLimits.url, isWebAddress, 'FORM_WEB_ADDRESS_INVALID'),
  tagManagerId: emptyIsNone(whiteLabelSchema.shape.tagManagerId),
  consentToolId: emptyIsNone(whiteLabelSchema.shape.axeptioId),
  trackingTags: optionalText(clientLimits.trackingTags, 'CLIENT_TEXT_TOO_LONG'),
  paymentIssuer: z.enum(paymentIssuers),
  transportContractHolder: z.enum(paymentIssuers),
}

/** What a new client begins with beside circuits and payment modes of its own. */
export const clientStartSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('empty') }),
  z.strictObject({ from: z.literal('template'), template: z.enum(clientTemplates) }),
  z.strictObject({ from: z.literal('client'), accountId: z.guid('FORM_REQUIRED').toLowerCase() }),
])
/** What a new client begins with. */
export type ClientStart = z.output<typeof clientStartSchema>

/** Roles of a new client's first users, who make the others: it has nothing but its head office yet. */
export const firstUserTypes = ['root_management_unit_manager', 'root_management_unit_analyst'] as const
export const mostFirstUsers = 10

const firstUserSchema = z.strictObject({
  email: personFields.email,
  firstname: personFields.firstname,
  lastname: personFields.lastname,
  type: z.enum(firstUserTypes),
})
/** A user who is invited when the client is created. */
export type FirstUser = z.output<typeof firstUserSchema>

/** A client as it is created; its amounts stay in the currency that is chosen then. */
export const newClientSchema = z
  .strictObject({
    /** Sent again with each try, it makes one client of them. */
    id: z.guid().toLowerCase().optional(),
    ...clientFields,
    currency: z.enum(currencies),
    start: clientStartSchema.default({ from: 'empty' }),
    firstUsers: z.array(firstUserSchema).max(mostFirstUsers).default([]),
  })
  .superRefine((client, context) => {
    const wrong = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message })
    if (!client.isRetailer && !client.isBuyerAndWorkshopsSupervisor) wrong('isRetailer', 'CLIENT_MODULE_REQUIRED')
    const fault = siretFault(client)
    if (fault !== null) wrong('siret', fault)
    for (const [at, { email }] of client.firstUsers.entries())
      if (client.firstUsers.findIndex((one) => one.email === email) < at)
        context.addIssue({ code: 'custom', path: ['firstUsers', at, 'email'], message: 'USER_EMAIL_TAKEN' })
  })
/** A client as it is created. */
export type NewClient = z.output<typeof newClientSchema>

/** What may change of a client. */
export const clientPatchSchema = z.strictObject(clientFields).partial()
export type ClientPatch = z.output<typeof clientPatchSchema>

// `*` would answer the hosts of all others, and a name with a dot behind it is another one to browsers.
const hostLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const siteHostName = new RegExp(`^(?:(?:${hostLabel}\\.)*${hostLabel}|\\[[0-9a-f:.]+\\])$`)

// Names below localhost never leave the machine (RFC 6761), so that a trial has an address of its own without TLS.
function isWebAddress(text: string): boolean {
  if (!URL.canParse(text) || !/^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    hostname.length <= 253 && siteHostName.test(hostname) && (protocol === 'https:' || hostname.endsWith('.localhost'))
  )
}
