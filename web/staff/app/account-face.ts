import type { AccountAnswer, Branding } from '#sync/calls/session-answers.ts'

/** What screens show of an account. */
export type AccountFace = Pick<Branding, 'name' | 'mainColor' | 'logo' | 'favicon' | 'externalWebsiteLink'>

/**
 * The face of the user's account; without a user, of the account behind the host. What an account has not chosen is
 * never filled in from another account, and the website of the host's account is nobody else's way back.
 */
export function accountFace(account: AccountAnswer | undefined, host: Branding | null): AccountFace {
  if (account === undefined) {
    return {
      name: host?.name ?? '',
      mainColor: host?.mainColor ?? null,
      logo: host?.logo ?? null,
      favicon: host?.favicon ?? null,
      externalWebsiteLink: host?.externalWebsiteLink ?? null,
    }
  }
  const { id, name, mainColor, logo, favicon } = account
  const isHost = host !== null && host.accountId === id
  return { name, mainColor, logo, favicon, externalWebsiteLink: isHost ? host.externalWebsiteLink : null }
}
