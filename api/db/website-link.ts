import type { Branding } from '#sync/calls/session-answers.ts'

/** The link back to the client's own web site (SHELL-05); null unless address and text are both set. */
export function externalWebsiteLink(account: {
  readonly external_website_url: string | null
  readonly external_website_text: string | null
}): Branding['externalWebsiteLink'] {
  const { external_website_url: url, external_website_text: text } = account
  return url === null || text === null ? null : { url, text }
}
