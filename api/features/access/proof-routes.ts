import { inAccount } from '#api/db/in-account.ts'
import type { Session } from '#api/http/caller.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute, type RequestInfo } from '#api/http/route.ts'
import { hashToken, newToken } from '#api/http/token.ts'
import { sessionEnd, sessionLimits } from '#domain/access/session-limits.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { proveSessionCall, type GivenProof } from '#sync/calls/own-session.ts'
import type { OpenIdDeps } from './sso-sign-in.ts'
import { provePassword } from './password-proof.ts'
import { askForSecondFactor } from './second-step.ts'
import { answerSession } from './session-answer.ts'
import { renewSession } from './session-queries.ts'
import { hasBearerToken, handOver } from './sessions.ts'
import { readSignInRules } from './sign-in-rules.ts'

/** The proof that calls on money, users and keys ask for: as at a sign-in, and bounded like one. */
export function createProofRoutes(deps: OpenIdDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...proveSessionCall,
        permission: 'session',
        summary: 'Prove once more who is signed in',
        refusals: [
          'ACCESS_CURRENT_PASSWORD_WRONG',
          'ACCESS_SSO_PASSWORD_MANAGED',
          'ACCESS_SSO_REQUIRED',
          'ACCESS_CODE_REQUIRED',
          'ACCESS_CODE_WRONG',
          'ACCESS_PASSKEY_REQUIRED',
          'ACCESS_PASSKEY_ELSEWHERE',
          'ACCESS_PASSKEY_UNKNOWN',
          'ACCESS_PASSKEY_WRONG',
          'ACCESS_THROTTLED',
        ],
      },
      async ({ caller, body, http, answerHeaders }) => {
        const proven = await prove(deps, caller, body, http)
        if (!proven.ok) return proven
        const { homeAccountId: accountId, userId, sessionId } = caller
        const provenAt = deps.now()
        // What has seen the token before the proof must not have what the proof opens.
        const token = hasBearerToken(http) ? null : newToken('session')
        const expiresAt = await inAccount(deps.database, accountId, async (tx) => {
          const end = sessionEnd(
            caller.signedInAt,
            provenAt,
            sessionLimits(await readSignInRules(tx, { accountId }), caller),
          )
          const next = { tokenHash: token === null ? null : hashToken(token), provenAt, expiresAt: end }
          return (await renewSession(tx, { accountId, sessionId }, next)) ? end : null
        })
        if (expiresAt === null) return refuse('ACCESS_SESSION_REQUIRED')
        if (token !== null) handOver(token, http, answerHeaders, false)
        const way = body.password === undefined ? 'passkey' : 'password'
        deps.log.info({ requestId: http.requestId, userId, way }, 'proven')
        return answerSession(deps, { ...caller, expiresAt, provenAt }, http)
      },
    ),
  ]
}

async function prove(
  deps: OpenIdDeps,
  { homeAccountId: accountId, userId }: Session,
  { password, code, passkey }: GivenProof,
  http: RequestInfo,
): Promise<Result<undefined, Failure>> {
  const scope = { accountId, userId }
  if (password === undefined) {
    if (passkey === undefined) return refuse('REQUEST_INVALID', { field: 'password' })
    const waitSeconds = await deps.throttle.hit({ signInByAddress: http.address, signInOverall: '' })
    if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
    const shown = await deps.passkeys.finishSignIn(http, passkey)
    if (!shown.ok) return shown
    if (shown.value.user_id !== userId) return refuse('ACCESS_PASSKEY_WRONG')
    return shown.value.force_sso ? refuse('ACCESS_SSO_REQUIRED') : succeed(undefined)
  }
  const right = await provePassword(deps, scope, password, http)
  if (!right.ok) return right
  const { email } = right.value
  const device = deps.knownDevices.deviceOf(http, email)
  return askForSecondFactor(deps, { ...scope, email }, { code, passkey, device, http })
}
