/** Why a user is not created or changed. */
export const userErrors = [
  /** A user, here or in another account, signs in with the address already; the refusal does not say which. */
  'USER_EMAIL_TAKEN',
  'USER_MODULE_REQUIRED',
  /** The module does not admit the role. */
  'USER_ROLE_UNFIT',
  /** The role is above the caller's own, or one that the caller may not give. */
  'USER_ROLE_NOT_ALLOWED',
  /** Administrators live in the platform's own account, and nobody else does. */
  'USER_ROLE_OF_PLATFORM',
  /** No entity at work inside the caller's branch, or none of a type that the role works in. */
  'USER_ENTITY_UNFIT',
  /** The user holds something that the caller may not give or does not see. */
  'USER_OUT_OF_REACH',
  /** Nobody changes the own roles, and nobody shuts themselves out. */
  'USER_OWN_ACCESS',
  /** The last user who may give access to all others has to stay. */
  'USER_LAST_MANAGER',
  /** No active SSO connection of the account serves the address. */
  'USER_SSO_MISSING',
  /** Administrators of the platform sign in with a password alone. */
  'USER_SSO_ADMIN',
  /** A user who has a password, signs in through SSO or is inactive needs no link to choose one. */
  'USER_INVITATION_NOT_DUE',
  'USER_FILE_UNREADABLE',
  'USER_FILE_HEAD',
  'USER_FILE_TOO_LONG',
] as const
export type UserError = (typeof userErrors)[number]
