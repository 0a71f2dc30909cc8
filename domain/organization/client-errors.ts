/** Why an account cannot be deleted, by the keys of the specification (ORG-12). */
export const accountDeletionErrors = [
  'account_not_found',
  'still_active',
  'has_linked_buyers',
  'has_linked_retailers',
] as const

/** Why the administration of clients is refused; the keys of account deletion are the specification's own. */
export const clientErrors = [
  ...accountDeletionErrors,
  'CLIENT_HAS_RECORDS',
  'CLIENT_DEVICES_MAY_HOLD_WORK',
  'CLIENT_ADMINISTRATION_MISSING',
  'CLIENT_OWN_ACCOUNT',
  'CLIENT_MODULE_REQUIRED',
  'CLIENT_MODULE_IN_USE',
  'CLIENT_SIRET_INVALID',
  /** A digit of the number is wrong. */
  'CLIENT_SIRET_CHECK_DIGIT',
  'CLIENT_WEB_ADDRESS_TAKEN',
  'CLIENT_LINK_UNFIT',
  'CLIENT_SENT_OTHERWISE',
  /** Amounts of the client to copy are in another currency. */
  'CLIENT_COPY_CURRENCY',
] as const
export type ClientError = (typeof clientErrors)[number]
