import type { DeclaredRoute } from '#api/http/route.ts'
import type { AccessDeps } from './access-deps.ts'
import { createPasswordRoutes } from './password-routes.ts'
import { createSignInRoutes } from './sign-in-routes.ts'
import { createUserFactsRoutes } from './user-facts-routes.ts'

/** Every route of identity. */
export function createAccessRoutes(deps: AccessDeps): readonly DeclaredRoute[] {
  return [...createSignInRoutes(deps), ...createPasswordRoutes(deps), ...createUserFactsRoutes(deps)]
}
