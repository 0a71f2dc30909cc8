import type { DeclaredRoute } from '#api/http/route.ts'
import { createCodeRoutes } from './one-time-code-routes.ts'
import { createOpenIdRoutes } from './sso-sign-in-routes.ts'
import type { OpenIdDeps } from './sso-sign-in.ts'
import { createOwnSessionRoutes } from './own-session-routes.ts'
import { createPasskeyRoutes } from './passkey-routes.ts'
import { createPasswordRoutes } from './password-routes.ts'
import { createProofRoutes } from './proof-routes.ts'
import { createSetUpRoutes } from './set-up-routes.ts'
import { createSignInRuleRoutes } from './sign-in-rule-routes.ts'
import { createSignInRoutes } from './sign-in-routes.ts'
import { createUserFactsRoutes } from './user-facts-routes.ts'
import { createWebTokenRoutes, type WebTokenDeps } from './web-token-routes.ts'

/** Every route of identity. */
export function createAccessRoutes(deps: WebTokenDeps & OpenIdDeps): readonly DeclaredRoute[] {
  return [
    ...createSignInRoutes(deps),
    ...createSignInRuleRoutes(deps),
    ...createOpenIdRoutes(deps),
    ...createPasswordRoutes(deps),
    ...createCodeRoutes(deps),
    ...createPasskeyRoutes(deps),
    ...createOwnSessionRoutes(deps),
    ...createProofRoutes(deps),
    ...createSetUpRoutes(deps),
    ...createUserFactsRoutes(deps),
    ...createWebTokenRoutes(deps),
  ]
}
