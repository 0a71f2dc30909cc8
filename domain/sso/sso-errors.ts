/** Reasons why an SSO configuration is not stored; stable, shown and translated by code. */
export const ssoErrors = [
  /** Another configuration has the e-mail domain; a domain signs in at one place. */
  'SSO_DOMAIN_TAKEN',
  /** Another account has active users under the e-mail domain: they would be led to a provider that is not theirs. */
  'SSO_DOMAIN_IN_USE',
  /** No TXT record of the domain holds what shows it to be the account's. */
  'SSO_DOMAIN_UNPROVED',
  /** The domain name system did not answer. */
  'SSO_DNS_UNREACHABLE',
  /** Users who may sign in through the provider alone would have no way in. */
  'SSO_USERS_FORCED',
  /** The installation does not call this address. */
  'SSO_ENDPOINT_NOT_ALLOWED',
  /** A configuration cannot begin without a client secret. */
  'SSO_SECRET_REQUIRED',
] as const
export type SsoError = (typeof ssoErrors)[number]

/** What trying an identity provider's configuration document may find wrong. */
export const ssoEndpointFaults = [
  /** The installation does not call this address, or one that the document names. */
  'not_allowed',
  /** Nothing answered in time. */
  'unreachable',
  /** Something answered, and it is no OpenID configuration document that can be signed in with. */
  'not_a_document',
  /** A document that names another issuer than the one whose document lies there. */
  'other_issuer',
] as const
