import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { noteAccess, readEmail } from '#api/db/user-codes.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { mostPasskeys } from '#domain/access/passkey.ts'
import { succeed } from '#domain/kernel/result.ts'
import {
  addPasskeyCall,
  beginPasskeyCall,
  beginPasskeySignInCall,
  listPasskeysCall,
  removePasskeyCall,
} from '#sync/calls/passkey.ts'
import type { AccessDeps } from './access-deps.ts'
import { readCodes } from './one-time-code-queries.ts'
import { proveForFactor, provePassword } from './password-proof.ts'
import { credentialsAt, deletePasskey, insertPasskey, readPasskeys, lockUser } from './passkey-queries.ts'
import { countRecoveryCodes, giveRecoveryCodes } from './recovery-codes.ts'
import { requireNextFactor, settleSession } from './session-queries.ts'
import { lacksRequiredFactor } from './sign-in-rules.ts'
import { loadAssignedModules, loadSignedInUser } from './signed-in-user-queries.ts'

const proofRefusals = ['ACCESS_CURRENT_PASSWORD_WRONG', 'ACCESS_SSO_PASSWORD_MANAGED', 'ACCESS_THROTTLED'] as const
const fullName = ({ firstName, lastName }: { readonly firstName: string; readonly lastName: string }) =>
  `${firstName} ${lastName}`.trim()

/** The passkeys of the signed-in user, and the challenge of a sign-in by one. */
export function createPasskeyRoutes(deps: AccessDeps): readonly DeclaredRoute[] {
  const { database, now, passkeys } = deps
  const scopeOf = (caller: { readonly homeAccountId: string; readonly userId: string }) => ({
    accountId: caller.homeAccountId,
    userId: caller.userId,
  })

  return [
    route(
      {
        ...beginPasskeySignInCall,
        permission: 'none',
        summary: 'Begin a sign-in by passkey',
        refusals: ['ACCESS_THROTTLED'],
      },
      async ({ http }) => {
        // Nothing is kept of a question: it counts for the address alone, and as a sign-in once it is answered.
        const waitSeconds = await deps.throttle.hit({ passkeyByAddress: http.address })
        if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
        return succeed({ publicKey: { ...(await passkeys.beginSignIn(http)) } })
      },
    ),

    route({ ...listPasskeysCall, permission: 'session', summary: 'Own passkeys' }, async ({ caller }) => {
      const scope = scopeOf(caller)
      const own = await inAccount(database, scope.accountId, (tx) => readPasskeys(tx, scope), { readOnly: true })
      return succeed({ passkeys: own })
    }),

    route(
      {
        ...beginPasskeyCall,
        permission: 'session',
        beforeSecondFactor: true,
        summary: 'Begin to add a passkey',
        refusals: [...proofRefusals, 'ACCESS_PASSKEYS_FULL'],
      },
      async ({ caller, body, http }) => {
        const scope = scopeOf(caller)
        const proven = await proveForFactor(deps, caller, body.password, http)
        if (!proven.ok) return proven
        const { user, own, known } = await inAccount(database, scope.accountId, async (tx) => ({
          user: await loadSignedInUser(tx, { ...scope, module: caller.module }),
          own: await readPasskeys(tx, scope),
          known: await credentialsAt(tx, scope, http.host),
        }))
        if (user === null) return refuse('ACCESS_SESSION_REQUIRED')
        if (own.length >= mostPasskeys) return refuse('ACCESS_PASSKEYS_FULL')
        const { sessionId, userId } = caller
        const asker = { sessionId, userId, email: user.email, name: fullName(user), known }
        const publicKey = await passkeys.beginAdding(http, asker)
        return succeed({ publicKey: { ...publicKey, user: { ...publicKey.user } } })
      },
    ),

    route(
      {
        ...addPasskeyCall,
        permission: 'session',
        beforeSecondFactor: true,
        summary: 'Add a passkey',
        refusals: ['ACCESS_PASSKEY_WRONG', 'ACCESS_PASSKEYS_FULL'],
      },
      async ({ caller, body: { name, passkey }, http }) => {
        const scope = scopeOf(caller)
        const { authenticatorAttachment: attachment, ...rest } = passkey
        const made = await passkeys.finishAdding(http, caller.sessionId, {
          ...rest,
          clientExtensionResults: {},
          ...(attachment && { authenticatorAttachment: attachment }),
        })
        if (made === null) return refuse('ACCESS_PASSKEY_WRONG')
        const at = now()
        const added = { ...made, id: newId(), host: http.host, name, createdAt: at }
        return inAccount(database, scope.accountId, async (tx) => {
          await lockUser(tx, scope)
          const before = await readPasskeys(tx, scope)
          if (before.length >= mostPasskeys) return refuse('ACCESS_PASSKEYS_FULL')
          const isFirst = before.length === 0 && !(await readCodes(tx, scope)).isOn
          if (!(await insertPasskey(tx, scope, added))) return refuse('ACCESS_PASSKEY_WRONG')
          await noteAccess(tx, scope, { kind: 'passkey_added', actorName: await readEmail(tx, scope), at })
          await settleSession(tx, { ...scope, sessionId: caller.sessionId }, at)
          // As with the first one-time code: a device that is lost must not lock its user out.
          const needsCodes = isFirst || (await countRecoveryCodes(tx, scope)) === 0
          return succeed({ recoveryCodes: needsCodes ? [...(await giveRecoveryCodes(tx, scope))] : [] })
        })
      },
    ),

    route(
      { ...removePasskeyCall, permission: 'session', summary: 'Remove a passkey', refusals: proofRefusals },
      async ({ caller, params: { id }, body: { password }, http }) => {
        const scope = scopeOf(caller)
        const proven = await provePassword(deps, scope, password, http)
        if (!proven.ok) return proven
        return inAccount(database, scope.accountId, async (tx) => {
          await lockUser(tx, scope)
          if (!(await deletePasskey(tx, scope, id))) return refuse('REQUEST_NOT_FOUND')
          const email = await readEmail(tx, scope)
          const at = now()
          await noteAccess(tx, scope, { kind: 'passkey_removed', actorName: email, at })
          const holder = { ...scope, email, assigned: await loadAssignedModules(tx, scope) }
          if (await lacksRequiredFactor(tx, holder, deps.isOfDemo))
            await requireNextFactor(tx, { ...scope, sessionId: caller.sessionId }, at)
          return succeed(undefined)
        })
      },
    ),
  ]
}
