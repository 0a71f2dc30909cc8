/** How many passkeys a user keeps: one on each device, and some room. */
export const mostPasskeys = 20

/** How long the name of a passkey is at the most. */
export const passkeyNameLength = 60
