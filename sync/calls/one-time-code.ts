import * as z from 'zod'
import { passwordMaximum } from '#domain/access/password.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'

const password = z.string().min(1).max(passwordMaximum)
const code = textOf('code').min(1).max(40)

/** How the one-time codes of the signed-in user stand. */
const codesAnswer = z.object({
  isOn: z.boolean(),
  since: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
})

/** `GET /api/session/codes`. */
export const readCodesCall = { method: 'get', path: '/api/session/codes', answer: codesAnswer } as const

/**
 * `POST /api/session/codes`: a secret for the user's app, which counts once a code of it has come. The password may be left
 * out by a user who has to set codes up before anything else, and has signed in just now.
 */
export const beginCodesCall = {
  method: 'post',
  path: '/api/session/codes',
  aboutSession: true,
  body: z.strictObject({ password: password.optional() }),
  answer: z.object({ secret: z.string(), uri: z.string() }),
} as const

/** `POST /api/session/codes/confirm`: turns codes on; the recovery codes are in this answer and in no other. */
export const confirmCodesCall = {
  method: 'post',
  path: '/api/session/codes/confirm',
  aboutSession: true,
  body: z.strictObject({ code }),
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
} as const

/** `POST /api/session/codes/off`. */
export const endCodesCall = {
  method: 'post',
  path: '/api/session/codes/off',
  body: z.strictObject({ password, code }),
} as const
