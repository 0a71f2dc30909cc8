import * as z from 'zod'
import { mostPasskeys, passkeyNameLength } from '#domain/access/passkey.ts'
import { passwordMaximum } from '#domain/access/password.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { idParams } from './organization.ts'

const password = z.string().min(1).max(passwordMaximum)
const bytes = (longest: number) => z.base64url().min(1).max(longest)
const credentialId = bytes(1400)

/** What every credential of WebAuthn says beside its answer. */
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).nullish(),
  clientExtensionResults: z.looseObject({}),
}

/** A passkey that a device has just made (WebAuthn, `RegistrationResponseJSON`). */
const madePasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
  }),
})

/** What a device has signed with a passkey (WebAuthn, `AuthenticationResponseJSON`). */
export const shownPasskey = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(8000),
    userHandle: bytes(200).nullish(),
  }),
})
/** What a device has signed with a passkey. */
export type ShownPasskey = z.output<typeof shownPasskey>

const parameters = z.looseObject({ challenge: z.string() })

/** `GET /api/session/passkeys`: those of the signed-in user, the newest first. */
export const listPasskeysCall = {
  method: 'get',
  path: '/api/session/passkeys',
  answer: z.object({
    passkeys: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** The host name that it signs in under. */
          host: z.string(),
          createdAt: z.iso.datetime(),
          lastUsedAt: z.iso.datetime().nullable(),
        }),
      )
      .max(mostPasskeys),
  }),
} as const
export type OwnPasskeys = z.output<typeof listPasskeysCall.answer>

/**
 * `POST /api/session/passkeys/begin`: what `navigator.credentials.create` is called with. The password may be left out by a
 * user who has to set up a second factor before anything else, and has signed in just now.
 */
export const beginPasskeyCall = {
  method: 'post',
  path: '/api/session/passkeys/begin',
  aboutSession: true,
  body: z.strictObject({ password: password.optional() }),
  answer: z.object({ publicKey: parameters.extend({ user: z.looseObject({ id: z.string() }) }) }),
} as const

/**
 * `POST /api/session/passkeys`: keeps a passkey that the device has made. With a user's first factor come recovery codes, which
 * are in this answer and in no other.
 */
export const addPasskeyCall = {
  method: 'post',
  path: '/api/session/passkeys',
  aboutSession: true,
  body: z.strictObject({ name: textOf('line').min(1).max(passkeyNameLength), passkey: madePasskey }),
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
} as const

/** `POST /api/session/passkeys/{id}/remove`: it signs in no more. */
export const removePasskeyCall = {
  method: 'post',
  path: '/api/session/passkeys/{id}/remove',
  params: idParams,
  body: z.strictObject({ password }),
} as const

/** `POST /api/passkeys/begin`: what `navigator.credentials.get` is called with before a sign-in. */
export const beginPasskeySignInCall = {
  method: 'post',
  path: '/api/passkeys/begin',
  isUnauthenticated: true,
  body: z.strictObject({}),
  answer: z.object({ publicKey: parameters }),
} as const
