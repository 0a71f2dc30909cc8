import { route, type DeclaredRoute } from '#api/http/route.ts'
import { authorizationUrlCall, openIdCallbackCall } from '#sync/calls/access.ts'
import { beginOpenId, takeOpenIdAnswer, type OpenIdDeps } from './sso-sign-in.ts'

/** The way to an organisation's identity provider and back. */
export function createOpenIdRoutes(deps: OpenIdDeps): readonly DeclaredRoute[] {
  return [
    route(
      {
        ...authorizationUrlCall,
        permission: 'none',
        summary: 'Where a domain signs in through SSO',
        refusals: [
          'ACCESS_SSO_NOT_CONFIGURED',
          'ACCESS_SSO_CONFIGURATION',
          'ACCESS_SSO_UNREACHABLE',
          'ACCESS_THROTTLED',
        ],
      },
      async ({ query, http, answerHeaders }) => beginOpenId(deps, query.domain, http, answerHeaders),
    ),

    route(
      {
        ...openIdCallbackCall,
        permission: 'none',
        summary: 'The answer of an identity provider',
        refusals: [
          'ACCESS_SSO_NOT_CONFIGURED',
          'ACCESS_SSO_CONFIGURATION',
          'ACCESS_SSO_UNREACHABLE',
          'ACCESS_SSO_CALLBACK_INVALID',
          'ACCESS_SSO_DENIED',
          'ACCESS_SSO_USER_UNKNOWN',
          'ACCESS_SSO_EMAIL_UNFIT',
          'ACCESS_SSO_OTHER_USER',
          'ACCESS_SSO_OTHER_SUBJECT',
          'ACCESS_SSO_ROLE_MISSING',
          'ACCESS_THROTTLED',
        ],
      },
      async ({ params, body, http }) => takeOpenIdAnswer(deps, params.organizationId, body, http),
    ),
  ]
}
