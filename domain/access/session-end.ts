/** Why the server has ended a session: another role or place in its module, another password, or a user made inactive. */
export const sessionEndReasons = ['role', 'password', 'inactive'] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]
