import { sql, type RawBuilder } from 'kysely'
import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { readTrackingToken, type Tracked } from './tracking-token.ts'

/** What the private link of a call names, unless its caller has asked too often. */
export async function trackedBy(
  deps: Pick<BuybackDeps, 'throttle' | 'vault'>,
  token: string,
  address: string,
): Promise<Result<Tracked, Failure>> {
  const waitSeconds = await deps.throttle.hit({ trackingByAddress: address })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const tracked = readTrackingToken(deps.vault, token)
  return tracked === null ? refuse('TRACKING_LINK_INVALID') : succeed(tracked)
}

/** The condition on the buyback `b` of a private link: its account is at work, and its customer was not erased. */
export function ofLiveLink({ accountId, buybackId }: Tracked): RawBuilder<unknown> {
  return sql`b.account_id = ${accountId} and b.id = ${buybackId}
    and exists (select from account a where a.id = b.account_id and a.status = 'active')
    and exists (select from customer u where u.account_id = b.account_id and u.id = b.customer_id
      and u.erased_at is null)`
}
