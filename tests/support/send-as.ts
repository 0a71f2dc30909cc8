import type { TestSession } from './api.ts'
import { outcomeOf, type Outcome } from './sale-world.ts'

/** Who sends, and to which version of what is changed. */
export interface Sending {
  readonly as?: TestSession
  readonly ifMatch?: number
}

/** Sends a request, a change of some fields as a merge patch; answers what came of it. */
export async function sendAs(
  { as, ifMatch }: Sending & Required<Pick<Sending, 'as'>>,
  method: string,
  path: string,
  json?: object,
): Promise<Outcome> {
  const headers: Record<string, string> = {
    ...(method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}),
    ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
  }
  return outcomeOf(await as.request(path, { method, headers, ...(json && { json }) }))
}
