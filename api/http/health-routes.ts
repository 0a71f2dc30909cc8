import * as z from 'zod'
import { succeed } from '#domain/kernel/result.ts'
import { refuse } from './failure.ts'
import { route, type DeclaredRoute } from './route.ts'

/** What the health answers look at. */
export interface HealthDeps {
  readonly isDraining: () => boolean
  /** Whether the database answers and holds the newest migration. */
  readonly isReady: () => Promise<boolean>
  /** Whether the master key is the one, or a successor of the one, that sealed what is here. */
  readonly knowsMasterKey: () => boolean
}

/** `/api/health`: the process lives. `/api/ready`: it takes requests; a proxy looks here. */
export function createHealthRoutes(deps: HealthDeps): readonly DeclaredRoute[] {
  const answer = z.object({ status: z.literal('ok') })
  const health = route(
    { method: 'get', path: '/api/health', permission: 'none', summary: 'The process lives', answer },
    async () => succeed({ status: 'ok' as const }),
  )
  const ready = route(
    { method: 'get', path: '/api/ready', permission: 'none', summary: 'The server takes requests', answer },
    async () => {
      if (!deps.knowsMasterKey()) return refuse('SERVER_KEY_UNKNOWN', { retryAfterSeconds: 60 })
      const isReady = !deps.isDraining() && (await deps.isReady())
      return isReady ? succeed({ status: 'ok' as const }) : refuse('SERVER_UNAVAILABLE', { retryAfterSeconds: 5 })
    },
  )
  return [health, ready]
}
