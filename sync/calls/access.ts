import * as z from 'zod'
import { passwordMaximum } from '#domain/access/password.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { languages } from '#domain/kernel/languages.ts'
import { modules } from '#domain/organization/module.ts'
import { idParams } from './organization.ts'
import { shownPasskey } from './passkey.ts'
import { authenticatedUserAnswer, currentOrganizationAnswer } from './session-answers.ts'

const email = z.email().max(textLimits.email)
const givenPassword = z.string().min(1).max(passwordMaximum)
const deviceId = z.guid().toLowerCase()

/**
 * `POST /api/login` (AUTH-02, AUTH-03). `module` asks for one of the user's modules; without it the first in the order
 * root, tim, lcm, rps is taken. `deviceId` asks for a grant of that module, and `grantModules` for one of each of these
 * that the user holds too: the device keeps work there that has none, and the session stays in one module.
 */
export const signInCall = {
  method: 'post',
  path: '/api/login',
  isUnauthenticated: true,
  body: z
    .strictObject({
      email: email.optional(),
      password: givenPassword.optional(),
      /** A one-time code, or a recovery code, of a user who has turned them on. */
      code: textOf('code').min(1).max(40).optional(),
      /** What a passkey has signed: with e-mail and password it stands in for a code, and does alone without them. */
      passkey: shownPasskey.optional(),
      organizationId: z.guid().toLowerCase().optional(),
      openidSessionId: z.string().min(1).max(500).optional(),
      deviceId: deviceId.optional(),
      module: z.enum(modules).optional(),
      grantModules: z.array(z.enum(modules)).max(modules.length).optional(),
    })
    // Without either nobody signs in: a body that says nothing is none that may be left out.
    .refine(
      ({ email: address, passkey, organizationId, openidSessionId }) =>
        address ?? passkey ?? organizationId ?? openidSessionId,
      { path: ['email'] },
    ),
  example: { email: 'claire.martin@example.com', password: 'Reprise-2026' },
  answer: authenticatedUserAnswer,
} as const

/** `GET /api/session`: the signed-in user again, with present permissions. */
export const readSessionCall = {
  method: 'get',
  path: '/api/session',
  aboutSession: true,
  answer: authenticatedUserAnswer,
} as const

/**
 * `POST /api/session/module` (SHELL-41 to SHELL-43). `deviceId` asks for a grant of that module, and `grantModules` for one
 * of each of these that the user holds.
 */
export const switchModuleCall = {
  method: 'post',
  path: '/api/session/module',
  aboutSession: true,
  body: z.strictObject({
    module: z.enum(modules),
    deviceId: deviceId.optional(),
    grantModules: z.array(z.enum(modules)).max(modules.length).optional(),
  }),
  answer: authenticatedUserAnswer,
} as const

/** `POST /api/session/language`: the language that the signed-in user reads, on every device from now on, and in mails. */
export const chooseLanguageCall = {
  method: 'post',
  path: '/api/session/language',
  body: z.strictObject({ language: z.enum(languages) }),
} as const

/**
 * `POST /api/session/account`: a buyer goes on to another retailer that works with it, an administrator of the platform to
 * any active client, or back to the platform's own account. `deviceId` asks for a grant of the session's module there.
 */
export const switchAccountCall = {
  method: 'post',
  path: '/api/session/account',
  aboutSession: true,
  body: z.strictObject({ accountId: z.guid().toLowerCase(), deviceId: deviceId.optional() }),
  answer: authenticatedUserAnswer,
} as const

/**
 * `GET /api/session/accounts`: the accounts that the session can work on; several for a buyer of several retailers. Of the
 * clients that the platform may open, the one that is open.
 */
export const listSessionAccountsCall = {
  method: 'get',
  path: '/api/session/accounts',
  answer: z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string() })) }),
} as const

/** `GET /api/users/{id}/permissions` (AUTH-29). */
export const readPermissionsCall = {
  method: 'get',
  path: '/api/users/{id}/permissions',
  params: idParams,
  answer: z.object({
    module: z.enum(modules),
    frontPermissions: z.partialRecord(z.enum(modules), z.array(z.string())),
  }),
} as const

/** `GET /api/users/{id}/current-organization` (AUTH-30). */
export const readCurrentOrganizationCall = {
  method: 'get',
  path: '/api/users/{id}/current-organization',
  params: idParams,
  answer: currentOrganizationAnswer,
} as const

/** `GET /api/open-id/authorization-url?domain=` (AUTH-04). */
export const authorizationUrlCall = {
  method: 'get',
  path: '/api/open-id/authorization-url',
  query: z.strictObject({ domain: textOf('code').min(1).max(253) }),
  answer: z.object({ url: z.string() }),
} as const

/**
 * `POST /api/open-id/{organizationId}/callback` (AUTH-05): what an identity provider has added to the address to which it
 * sent the browser back. The answer signs in once, within a minute and from the same browser.
 */
export const openIdCallbackCall = {
  method: 'post',
  path: '/api/open-id/{organizationId}/callback',
  isUnauthenticated: true,
  params: z.strictObject({ organizationId: z.guid().toLowerCase() }),
  body: z.strictObject({
    state: z.string().min(1).max(500),
    code: z.string().min(1).max(8000).optional(),
    /** The issuer, where the provider names itself. */
    iss: z.string().min(1).max(2000).optional(),
    /** Why it sends nobody. */
    error: z.string().min(1).max(500).optional(),
    /** Who began: nobody else is signed in whom the provider happens to know on this device. */
    email: email.optional(),
  }),
  answer: z.object({ openidSessionId: z.string() }),
} as const

/** `POST /api/password/renew` (AUTH-15). */
export const renewPasswordCall = {
  method: 'post',
  path: '/api/password/renew',
  body: z.strictObject({ email }),
} as const

/** A mail program may have cut or changed the address: any text is looked up, and answered as a link (AUTH-19). */
const linkParams = z.strictObject({ token: z.string().max(200) })

/** `GET /api/password/new/{token}` (AUTH-18). */
export const readPasswordLinkCall = {
  method: 'get',
  path: '/api/password/new/{token}',
  params: linkParams,
  /** The names come with it: a new password holds neither. */
  answer: z.object({ expiresAt: z.iso.datetime(), email: z.string(), accountName: z.string() }),
} as const

/** `POST /api/password/new/{token}` (AUTH-20). The password's own rule answers with a code of its own. */
export const setPasswordCall = {
  method: 'post',
  path: '/api/password/new/{token}',
  params: linkParams,
  body: z.strictObject({ password: z.string().max(1000) }),
} as const

/** `POST /api/password/change` for the signed-in user (AUTH-21, AUTH-24). */
export const changePasswordCall = {
  method: 'post',
  path: '/api/password/change',
  body: z.strictObject({
    current: givenPassword,
    password: z.string().max(1000),
    /** The device in hand: its grant stays, those of other devices end. */
    deviceId: deviceId.optional(),
  }),
} as const

/** `POST /api/webtoken-with-account-and-ord` (AUTH-32): form data with the address of the public site. */
export const webTokenCall = {
  method: 'post',
  path: '/api/webtoken-with-account-and-ord',
  bodyType: 'form',
  body: z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2000) }),
} as const
