import type { GrantAnswer } from '#sync/calls/session-answers.ts'
import { modules, type Module } from '#domain/organization/module.ts'
import { partsOfQueue, queueOf } from '#web/local/outbox/outbox-database.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import { withOutbox } from '#web/local/outbox/with-outbox.ts'

/** A token with the user whom it was issued to. */
export interface UserGrant extends GrantAnswer {
  readonly userId: string
  /** The client that it is of, where its user is one of the platform's. */
  readonly clientId?: string | undefined
}

/** Keeps the token of a sign-in; the user's waiting work may go, in every tab. */
export async function storeGrant({ deviceId, token, expiresAt, lockKey, formerLockKeys, ...owner }: UserGrant) {
  const { userId } = owner
  await withOutbox(async (outbox, { channel }) => {
    await outbox.storeGrant({ queue: queueOf(deviceId, owner), userId, token, expiresAt, lockKey, formerLockKeys })
    channel.post({ from: 'sign-in', kind: 'grants' })
  })
}

/**
 * The modules in which work of any user waits on this device without a token; the server knows which of them belong to
 * the user who is about to sign in. That of a client waits for its administrator to open it again.
 */
export async function modulesAwaitingGrant(outbox: Pick<Outbox, 'overview'>): Promise<readonly Module[]> {
  const { grants, queues } = await outbox.overview()
  const live = new Set(grants.filter(({ refused }) => !refused).map(({ queue }) => queue))
  const signedOut = queues.filter(({ queue }) => !live.has(queue)).map(({ queue }) => partsOfQueue(queue))
  const waiting = new Set<string>(signedOut.flatMap(({ module, clientId }) => (clientId === undefined ? [module] : [])))
  return modules.filter((module) => waiting.has(module))
}

/** The same, of this device's own database. */
export async function readModulesAwaitingGrant(): Promise<readonly Module[]> {
  return withOutbox(modulesAwaitingGrant)
}

/** Forgets the tokens of a user, whose session ends with a turn: what waits of theirs stays until they sign in again. */
export async function dropGrants(userId: string, turn?: number): Promise<void> {
  await withOutbox(async (outbox, { channel }) => {
    await outbox.dropGrants(userId, turn)
    channel.post({ from: 'sign-out', kind: 'ops' })
  })
}
