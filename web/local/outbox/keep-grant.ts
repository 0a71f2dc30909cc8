import { forgetSessionByPin } from '#web/local/device/kept-session.ts'
import { forgetCopies } from '#web/local/device/pin-copies.ts'
import { takeWorkKey, type GivenKeys } from '#web/local/device/work-encryption.ts'
import type { GrantRow } from './outbox-database.ts'
import type { Outbox, OutboxPorts } from './outbox.ts'
import { adoptFormerQueue } from './outbox-places.ts'

/** A token as it is kept, with the keys of its user's decided work. */
export interface NewGrant extends Omit<GrantRow, 'refused'>, GivenKeys {}

/** Keeps a token for the present device; waiting operations of its author may go again. */
export async function keepGrant(
  outbox: Pick<Outbox, 'reach' | 'writing'>,
  ports: OutboxPorts,
  { lockKey, formerLockKeys, ...grant }: NewGrant,
): Promise<void> {
  const hasPin = await outbox.writing(async (open) => {
    await adoptFormerQueue(open, grant.queue)
    await open.grants.put({ ...grant, refused: false })
    return forgetSessionByPin(open, grant.userId)
  })
  // Nothing opens them any more: they would take room until that user's next sign-out.
  if (hasPin) await forgetCopies(ports, grant.userId).catch(() => undefined)
  // Work is sent whatever becomes of the key, which opens what is encrypted and encrypts what is decided.
  await takeWorkKey(outbox, grant.userId, { lockKey, formerLockKeys }, { nowMs: ports.nowMs() }).catch(() => undefined)
}
