import * as z from 'zod'

// Apart from the other calls of a session: a device may have to tell of a sign-out at its start, and needs no other schema for it.

/** `POST /api/logout` (AUTH-09): ends the session; naming the device also ends its grants of this user. */
export const signOutCall = {
  method: 'post',
  path: '/api/logout',
  body: z.strictObject({ deviceId: z.guid().toLowerCase().optional() }),
} as const
