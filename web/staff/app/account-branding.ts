import type { AccountAnswer, Branding } from '#sync/calls/session-answers.ts'

/** What screens show of an account. */
export type AccountBranding = Pick<Branding, 'name' | 'mainColor' | 'logo' | 'favicon' | 'externalWebsiteLink'>

/**
 * The face of the user's account; without a user, of the account behind the host. What an account has not chosen is
 * never filled in from another account, and the website of the host's account is nobody else's way back.
 */
export function accountBranding(account: AccountAnswer | undefined, host: Branding | null): AccountBranding {
  if (account === undefined) {
    return {
      name: host?.name ?? '',
      mainColor: host?.mainColor ?? null,
      logo: host?.logo ?? null,
      favicon: host?.favicon ?? null,
      externalWebsiteLink: host?.externalWebsiteLink ?? null,
    }
  }
  const { id, name, mainColor, logo, favicon, externalWebsiteLink } = account
  // A device that has not heard of the account's link since it is told knows the one of the account's own host.
  const hostLink = host !== null && host.accountId === id ? host.externalWebsiteLink : null
  const link = externalWebsiteLink === undefined ? hostLink : externalWebsiteLink
  return { name, mainColor, logo, favicon, externalWebsiteLink: link }
}
