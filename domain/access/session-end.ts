/** Why the server has ended a session: another role or place in its module, or another password. */
export const sessionEndReasons = ['role', 'password'] as const
export type SessionEndReason = (typeof sessionEndReasons)[number]
