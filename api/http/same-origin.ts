import type { RequestFacts } from './request-facts.ts'
import { requestTokens } from './request-tokens.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Whether an unsafe request comes from another site. A bearer token is exempt, for no browser adds one by itself.
 * A browser always says where a request comes from, so silence is refused only where a cookie came along.
 */
export function foreignOrigin(request: Request, facts: RequestFacts): boolean {
  if (safeMethods.has(request.method)) return false
  const tokens = requestTokens(request.headers, facts.secure)
  if (tokens.bearer !== null) return false
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin'
  const origin = request.headers.get('origin')
  if (origin !== null) return origin.toLowerCase() !== facts.origin
  return tokens.cookie !== null
}
