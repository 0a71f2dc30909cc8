import { succeed, type Result } from '#domain/kernel/result.ts'
import { inAccount } from '#api/db/in-account.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { endedSessionCookie, requestTokens } from '#api/http/request-tokens.ts'
import { route, type DeclaredRoute, type RequestInfo } from '#api/http/route.ts'
import {
  chooseLanguageCall,
  listSessionAccountsCall,
  readSessionCall,
  signInCall,
  switchAccountCall,
  switchModuleCall,
} from '#sync/calls/access.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import { signOutCall } from '#sync/calls/session-sign-out.ts'
import { endSessionOfToken } from './session-and-throttle-queries.ts'
import { signInByOpenId, type OpenIdDeps } from './sso-sign-in.ts'
import { answerSession } from './session-answer.ts'
import { signIn, signInByPasskey } from './sign-in.ts'
import { switchSession } from './switch-session.ts'
import { loadAccountName, updateLanguage } from './signed-in-user-queries.ts'
import { viewableAccounts } from './viewed-account.ts'

/** Sign-in, sign-out, the session read again, and its moves between modules and accounts. */
export function createSignInRoutes(deps: OpenIdDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...signInCall,
        permission: 'none',
        summary: 'Sign in',
        refusals: [
          'ACCESS_CREDENTIALS_INVALID',
          'ACCESS_NO_PERMISSIONS',
          'ACCESS_ACCOUNT_LINK_INACTIVE',
          'ACCESS_MODULE_NOT_HELD',
          'ACCESS_SSO_REQUIRED',
          'ACCESS_SSO_NOT_CONFIGURED',
          'ACCESS_SSO_CALLBACK_INVALID',
          'ACCESS_CODE_REQUIRED',
          'ACCESS_CODE_WRONG',
          'ACCESS_PASSKEY_REQUIRED',
          'ACCESS_PASSKEY_ELSEWHERE',
          'ACCESS_PASSKEY_UNKNOWN',
          'ACCESS_PASSKEY_WRONG',
          'ACCESS_THROTTLED',
        ],
      },
      async ({ body, http, answerHeaders }) => {
        const {
          email,
          password,
          code,
          passkey,
          organizationId,
          openidSessionId,
          module,
          deviceId,
          grantModules = [],
        } = body
        const wishes = { module, deviceId, grantModules }
        if (organizationId !== undefined || openidSessionId !== undefined) {
          if (organizationId === undefined) return refuse('REQUEST_INVALID', { field: 'organizationId' })
          if (openidSessionId === undefined) return refuse('REQUEST_INVALID', { field: 'openidSessionId' })
          const signedIn = await signInByOpenId(deps, { organizationId, openidSessionId }, wishes, http, answerHeaders)
          return noted(deps, signedIn, 'organisation', http)
        }
        if (passkey !== undefined && email === undefined)
          return noted(deps, await signInByPasskey(deps, passkey, wishes, http, answerHeaders), 'passkey', http)
        if (email === undefined) return refuse('REQUEST_INVALID', { field: 'email' })
        if (password === undefined) return refuse('REQUEST_INVALID', { field: 'password' })
        const signedIn = await signIn(deps, { email, password, code, passkey, ...wishes }, http, answerHeaders)
        return noted(deps, signedIn, 'password', http)
      },
    ),

    route({ ...signOutCall, permission: 'none', summary: 'Sign out' }, async ({ body, http, answerHeaders }) => {
      const tokens = requestTokens(http.headers, http.secure)
      const token = tokens.bearer ?? tokens.cookie
      const { deviceId } = body
      // A session that opens nothing any more is signed out as well: its device may still hold grants.
      if (token !== null)
        await endSessionOfToken(deps.database.app, token, { now: deps.now(), ...(deviceId && { deviceId }) })
      answerHeaders.append('set-cookie', endedSessionCookie(http.secure))
      return succeed(undefined)
    }),

    route(
      { ...readSessionCall, permission: 'session', beforeSecondFactor: true, summary: 'The signed-in user' },
      ({ caller, http }) => answerSession(deps, caller, http),
    ),

    route(
      {
        ...switchModuleCall,
        permission: 'session',
        summary: 'Go on in another module',
        refusals: ['ACCESS_MODULE_NOT_HELD', 'ACCESS_ACCOUNT_LINK_INACTIVE', 'ACCESS_PROOF_REQUIRED'],
      },
      async (call) => {
        const { module, deviceId, grantModules } = call.body
        return switchSession(deps, { ...call, session: call.caller }, { module, deviceId, grantModules })
      },
    ),

    route(
      { ...chooseLanguageCall, permission: 'session', beforeSecondFactor: true, summary: 'Language of the user' },
      async ({ caller, body }) => {
        const { homeAccountId: accountId, userId } = caller
        await inAccount(deps.database, accountId, (tx) => updateLanguage(tx, { accountId, userId }, body.language))
        return succeed(undefined)
      },
    ),

    route({ ...listSessionAccountsCall, permission: 'session', summary: 'Accounts to work on' }, async ({ caller }) => {
      const { homeAccountId: accountId, accountId: viewed, module } = caller
      const found = await inAccount(deps.database, accountId, (tx) => viewableAccounts(tx, { accountId, module }))
      // The platform's administrators choose among all clients; this names the one that is open.
      const opened = found.some(({ id }) => id === viewed)
        ? []
        : [{ id: viewed, name: await inAccount(deps.database, viewed, (tx) => loadAccountName(tx, viewed)) }]
      return succeed({ accounts: [...found, ...opened].map(({ id, name }) => ({ id, name })) })
    }),

    route(
      {
        ...switchAccountCall,
        permission: 'session',
        summary: 'View another retailer, or open a client',
        refusals: [
          'ACCESS_MODULE_NOT_HELD',
          'ACCESS_ACCOUNT_LINK_INACTIVE',
          'ACCESS_CLIENT_INACTIVE',
          'ACCESS_PROOF_REQUIRED',
          'REQUEST_NOT_FOUND',
        ],
      },
      async (call) => {
        const { module } = call.caller
        const target = { module, viewedAccountId: call.body.accountId, deviceId: call.body.deviceId }
        return switchSession(deps, { ...call, session: call.caller }, target)
      },
    ),
  ]
}

/** Writes who has signed in, and how, into the log; a refused one stands there by its code. */
function noted(
  { log }: OpenIdDeps,
  signedIn: Result<AuthenticatedUser, Failure>,
  way: 'password' | 'organisation' | 'passkey',
  { requestId }: RequestInfo,
): Result<AuthenticatedUser, Failure> {
  if (signedIn.ok) log.info({ requestId, userId: signedIn.value.id, way }, 'signed in')
  return signedIn
}
