import type { GrantAnswer } from '#sync/calls/session-answers.ts'
import { queueOf } from './outbox-database.ts'
import { withOutbox } from './with-outbox.ts'

/** A token with the user whom it was issued to. */
export interface UserGrant extends GrantAnswer {
  readonly userId: string
}

/** Keeps the token of a sign-in; the user's waiting work may go, in every tab. */
export async function storeGrant({ userId, deviceId, module, token, expiresAt }: UserGrant): Promise<void> {
  await withOutbox(async (outbox, { channel }) => {
    await outbox.storeGrant({ queue: queueOf(deviceId, userId, module), userId, token, expiresAt })
    channel.post({ from: 'sign-in', kind: 'grants' })
  })
}

/** Forgets the tokens of a user: what waits of theirs is sealed until they sign in again. */
export async function dropGrants(userId: string): Promise<void> {
  await withOutbox(async (outbox, { channel }) => {
    await outbox.dropGrants(userId)
    channel.post({ from: 'sign-out', kind: 'ops' })
  })
}
