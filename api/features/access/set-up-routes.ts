import { succeed } from '#domain/kernel/result.ts'
import { passwordErrors } from '#domain/access/password.ts'
import { refuse } from '#api/http/failure.ts'
import { refusingConstraints } from '#api/http/refusing-constraints.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { finishSetUpCall, readSetUpLinkCall } from '#sync/calls/set-up.ts'
import type { AccessDeps } from './access-deps.ts'
import { makeFirstAdministrator, readSetUpState, type SetUpState } from './set-up.ts'
import { startSignedIn } from './sign-in.ts'
import { acceptPassword } from './store-password.ts'

const refusals = ['ACCESS_SET_UP_LINK_INVALID', 'ACCESS_SET_UP_DONE'] as const

/** The first administrator of an installation, by the link that its start prints. */
export function createSetUpRoutes(deps: AccessDeps): readonly DeclaredRoute[] {
  const { database, now } = deps
  return [
    route(
      { ...readSetUpLinkCall, permission: 'none', summary: 'Whether a set-up link works', refusals },
      async ({ params }) => {
        const state = await readSetUpState(database, params.token, now())
        return state === 'open' ? succeed({ isOpen: true as const }) : refuseState(state)
      },
    ),

    route(
      {
        ...finishSetUpCall,
        permission: 'none',
        summary: 'Make the first administrator',
        refusals: [...refusals, 'USER_EMAIL_TAKEN', ...passwordErrors],
      },
      async ({ params: { token }, body: { password, deviceId, ...person }, http, answerHeaders }) => {
        // Hashing costs: nobody without a link gets that far.
        const state = await readSetUpState(database, token, now())
        if (state !== 'open') return refuseState(state)
        const passwordHash = await acceptPassword(deps, password, null, { email: person.email, accountName: null })
        if (!passwordHash.ok) return passwordHash
        const administrator = { ...person, passwordHash: passwordHash.value }
        const made = await refusingConstraints(takenBy, async () =>
          succeed(await makeFirstAdministrator(database, token, administrator, now())),
        )
        if (!made.ok) return made
        if (!('accountId' in made.value)) return refuseState(made.value.state)
        const { accountId, userId } = made.value
        const identity = { accountId, userId, viaOpenid: false, passwordHash: null, openIdLogoutAddress: null }
        const wishes = { module: undefined, deviceId, grantModules: [] }
        return startSignedIn(deps, identity, wishes, http, answerHeaders)
      },
    ),
  ]
}

const takenBy = { user_account_email_key: { code: 'USER_EMAIL_TAKEN', field: 'email' } } as const

function refuseState(state: SetUpState) {
  return refuse(state === 'done' ? 'ACCESS_SET_UP_DONE' : 'ACCESS_SET_UP_LINK_INVALID')
}
