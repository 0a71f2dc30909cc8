/** Addresses of this installation that an identity provider has to know (AUTH-05, AUTH-06). */
export function openIdAddresses(
  publicUrl: string,
  organizationId: string,
): { readonly redirectUri: string; readonly afterSignOutUri: string } {
  return {
    redirectUri: `${publicUrl}/open-id/${organizationId}/callback`,
    afterSignOutUri: `${publicUrl}/open-id/logout`,
  }
}
