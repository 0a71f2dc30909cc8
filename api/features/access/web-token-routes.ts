import { succeed } from '#domain/kernel/result.ts'
import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import type { VisitorTokens } from '#api/http/visitor-token.ts'
import type { OrganizationRootDetail } from '#sync/calls/settings.ts'
import { webTokenAnswer } from '#sync/calls/settings.ts'
import { webTokenCall } from '#sync/calls/access.ts'
import type { AccessDeps } from './access-deps.ts'
import { loadAccount } from './signed-in-user-queries.ts'

/** What giving visitors a token needs beside the rest. */
export interface WebTokenDeps extends AccessDeps {
  readonly visitors: VisitorTokens
  /** The account that a host name belongs to. */
  readonly accountOfHost: (host: string) => Promise<string | null>
  readonly rootDetailOf: (accountId: string) => Promise<OrganizationRootDetail | null>
}

/** The token of a visitor of the public site, with the account's face and settings (AUTH-32, AUTH-33). */
export function createWebTokenRoutes(deps: WebTokenDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...webTokenCall,
        answer: webTokenAnswer,
        permission: 'none',
        summary: 'Token of a visitor of the public site',
        refusals: ['ACCESS_WEB_ADDRESS_UNKNOWN', 'ACCESS_THROTTLED'],
      },
      async ({ body, http }) => {
        const waitSeconds = await deps.throttle.hit({ webTokenByAddress: http.address })
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        const accountId = await deps.accountOfHost(new URL(body.url).hostname)
        const ord = accountId === null ? null : await deps.rootDetailOf(accountId)
        if (accountId === null || ord === null) return refuse('ACCESS_WEB_ADDRESS_UNKNOWN', { field: 'url' })
        const account = await inAccount(deps.database, accountId, (tx) => loadAccount(tx, accountId))
        if (account === null) return refuse('ACCESS_WEB_ADDRESS_UNKNOWN', { field: 'url' })
        const { token, expiresAt } = deps.visitors.give(accountId)
        return succeed({ token, expiresAt: expiresAt.toISOString(), ord, account })
      },
    ),
  ]
}
