/** Why the server has ended a session: another role or place in its module, or another password. */
export const sessionEndReasons = ['role', 'password'] as const
/** Such a reason. */
export type SessionEndReason = (typeof sessionEndReasons)[number]
