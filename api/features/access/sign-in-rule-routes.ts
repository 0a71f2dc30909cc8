import { inAccount } from '#api/db/in-account.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { succeed } from '#domain/kernel/result.ts'
import { patchSignInRulesCall, readSignInRulesCall } from '#sync/calls/sign-in-rules.ts'
import type { AccessDeps } from './access-deps.ts'
import { lockSignInRules, readSignInRules, updateSignInRules } from './sign-in-rules.ts'

/** How the users of an account sign in, as its managers set it. */
export function createSignInRuleRoutes({ database }: Pick<AccessDeps, 'database'>): readonly DeclaredRoute[] {
  return [
    route(
      { ...readSignInRulesCall, permission: 'settings.read', summary: 'How users of an account sign in' },
      async ({ caller: { accountId }, params, answerHeaders }) => {
        if (params.id !== accountId) return refuse('REQUEST_NOT_FOUND')
        const rules = await inAccount(database, accountId, (tx) => readSignInRules(tx, { accountId }))
        return versioned(answerHeaders, rules)
      },
    ),

    route(
      {
        ...patchSignInRulesCall,
        permission: 'settings.update',
        freshProof: true,
        summary: 'Change how users of an account sign in',
        refusals: ['REQUEST_VERSION_CONFLICT'],
      },
      async ({ caller: { accountId }, params, body, http, answerHeaders }) => {
        if (params.id !== accountId) return refuse('REQUEST_NOT_FOUND')
        const changed = await inAccount(database, accountId, async (tx) => {
          const fresh = checkVersion(http.headers, await lockSignInRules(tx, { accountId }))
          if (!fresh.ok) return fresh
          await updateSignInRules(tx, { accountId }, body)
          return succeed(await readSignInRules(tx, { accountId }))
        })
        return changed.ok ? versioned(answerHeaders, changed.value) : changed
      },
    ),
  ]
}
