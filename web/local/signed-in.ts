import { withOutbox } from './with-outbox.ts'
import { signedInKey } from './outbox-database.ts'
import { databaseNames } from './ports.ts'

interface KeptUser {
  readonly userId: string
  readonly text: string
}

/**
 * Keeps the signed-in user beside the captured work. Local storage reaches the disk some seconds after it was written,
 * so that a browser that is killed soon after a sign-in would start as nobody's, with work waiting in it.
 */
export async function keepSignedIn(userId: string, text: string): Promise<void> {
  await withOutbox((outbox) => outbox.writeMeta(signedInKey, { userId, text } satisfies KeptUser))
}

/** What was kept of the last user; null after a sign-out, and on a device that nobody has used yet. */
export async function readSignedIn(): Promise<string | null> {
  const names = (await indexedDB.databases()).map(({ name }) => name)
  if (!names.includes(databaseNames.outbox)) return null
  return withOutbox(async (outbox, { nowMs }) => {
    const kept = (await outbox.readMeta(signedInKey)) as KeptUser | undefined
    if (kept === undefined) return null
    const grants = await outbox.liveGrants()
    const isSignedIn = grants.some(({ userId, expiresAt }) => userId === kept.userId && Date.parse(expiresAt) > nowMs())
    return isSignedIn ? kept.text : null
  })
}
