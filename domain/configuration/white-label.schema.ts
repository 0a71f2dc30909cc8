import * as z from 'zod'
import { requiredText } from '../kernel/text-input.schema.ts'
import { legalTextLength } from './legal-text.ts'
import { listedHost, mostListedHosts } from './listed-hosts.ts'

const host = /^https:\/\/(?:[^\s/?#@\\:.]+\.)+[^\s/?#@\\:.]{2,}(?::\d+)?(?:[/?#]\S*)?$/i

const hosts = z
  .array(z.string().trim().toLowerCase().regex(listedHost, 'FORM_WEB_HOST_INVALID'))
  .max(mostListedHosts, 'FORM_HOSTS_TOO_MANY')

/**
 * The part of an account's public site that is its own (SET-09). The link back to the account's web site has an address
 * and a text, or is none: one without the other leads nowhere or says nothing.
 */
export const whiteLabelSchema = z.strictObject({
  /** Container of the tag manager, as `GTM-ABC1234`. */
  tagManagerId: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^GTM-[A-Z0-9]{4,16}$/, 'FORM_TAG_MANAGER_INVALID')
    .nullable(),
  /** Project of the consent tool. */
  axeptioId: z
    .string()
    .trim()
    .regex(/^[\w-]{1,64}$/, 'FORM_CONSENT_TOOL_INVALID')
    .nullable(),
  externalWebsiteLink: z
    .strictObject({
      url: z
        .string()
        .trim()
        .max(2048, 'FORM_WEB_ADDRESS_INVALID')
        .refine((text) => host.test(text) && URL.canParse(text), 'FORM_WEB_ADDRESS_INVALID'),
      text: requiredText(),
    })
    .nullable(),
  dropOffLocationsMapEnabled: z.boolean(),
  /** Plain text or HTML, cleaned where it is shown. */
  cookiesPolicy: z.string().max(legalTextLength, 'FORM_TEXT_TOO_LONG').nullable(),
  /** Hosts by HTTPS whose images texts and home page may show beside the account's own uploads. */
  imageHosts: hosts,
  /** Hosts by HTTPS that tags of the tag manager reach once the visitor has agreed. */
  tagHosts: hosts,
})
