import * as z from 'zod'
import { isModestHtml } from '../kernel/html-bounds.ts'
import { requiredText, textOf } from '../kernel/text-input.schema.ts'
import { translationsSchema } from '../kernel/translations.schema.ts'
import { legalTextLength } from './legal-text.ts'
import { listedHost, mostListedHosts } from './listed-hosts.ts'

const host = /^https:\/\/(?:[^\s/?#@\\:.]+\.)+[^\s/?#@\\:.]{2,}(?::\d+)?(?:[/?#]\S*)?$/i

const hosts = z
  .array(textOf('code').toLowerCase().regex(listedHost, 'FORM_WEB_HOST_INVALID'))
  .max(mostListedHosts, 'FORM_HOSTS_TOO_MANY')

/** Texts of the white label that are HTML. */
export const cookiesTexts = ['cookiesPolicy'] as const

/** One line each of what speaks for the account: it stands on home and offer where it is given. */
export const assuranceTexts = ['reviewsText', 'dataErasureText', 'transitInsuranceText'] as const

/** Texts of the white label, which can be given in each language. */
export const whiteLabelTexts = [...cookiesTexts, ...assuranceTexts] as const

const webAddress = textOf('code')
  .max(2048, 'FORM_WEB_ADDRESS_INVALID')
  .refine((text) => host.test(text) && URL.canParse(text), 'FORM_WEB_ADDRESS_INVALID')

const assurance = requiredText().nullable()
const assurances = { reviewsText: assurance, dataErasureText: assurance, transitInsuranceText: assurance }

/** Plain text or HTML, cleaned when it is written. */
const cookiesPolicy = textOf('paragraph')
  .max(legalTextLength, 'FORM_TEXT_TOO_LONG')
  .refine(isModestHtml, 'FORM_HTML_TOO_COMPLEX')
  .nullable()

/** The cookies policy alone, as it is edited for a client. */
export const cookiesSchema = z.strictObject({
  cookiesPolicy,
  translations: translationsSchema({ cookiesPolicy }).optional(),
})

/**
 * The part of an account's public site that is its own (SET-09). The link back to the account's web site has an address
 * and a text, or is none: one without the other leads nowhere or says nothing.
 */
export const whiteLabelSchema = z.strictObject({
  /** Container of the tag manager, as `GTM-ABC1234`. */
  tagManagerId: textOf('code')
    .toUpperCase()
    .regex(/^GTM-[A-Z0-9]{4,16}$/, 'FORM_TAG_MANAGER_INVALID')
    .nullable(),
  /** Project of the consent tool. */
  axeptioId: textOf('code')
    .regex(/^[\w-]{1,64}$/, 'FORM_CONSENT_TOOL_INVALID')
    .nullable(),
  externalWebsiteLink: z
    .strictObject({
      url: webAddress,
      text: requiredText(),
    })
    .nullable(),
  dropOffLocationsMapEnabled: z.boolean(),
  cookiesPolicy,
  ...assurances,
  /** Where more is said of each; null: its line leads nowhere. */
  reviewsUrl: webAddress.nullable(),
  dataErasureUrl: webAddress.nullable(),
  transitInsuranceUrl: webAddress.nullable(),
  translations: translationsSchema({ cookiesPolicy, ...assurances }).optional(),
  /** Hosts by HTTPS whose images texts and home page may show beside the account's own uploads. */
  imageHosts: hosts,
  /** Hosts by HTTPS that tags of the tag manager reach once the visitor has agreed. */
  tagHosts: hosts,
})
