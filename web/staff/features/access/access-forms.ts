import * as z from 'zod'
import { firstAdministratorSchema } from '#domain/access/set-up.schema.ts'
import { passkeyNameLength } from '#domain/access/passkey.ts'
import { pinProblem } from '#domain/access/offline-pin.ts'
import { passwordMaximum } from '#domain/access/password.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import type { CheckPassword } from './use-check-password.ts'

const email = z
  .string()
  .trim()
  .min(1, 'FORM_REQUIRED')
  .max(textLimits.email, 'FORM_EMAIL_INVALID')
  .pipe(z.email('FORM_EMAIL_INVALID'))

/** Sign-in (AUTH-01). */
export const signInForm = z.object({
  email,
  password: z.string().min(1, 'FORM_REQUIRED').max(passwordMaximum, 'PASSWORD_TOO_LONG'),
  /** Asked for after the password, of a user who has turned codes on. */
  code: z.string(),
})

/** The password of a user whose session has ended. */
export const reconnectForm = signInForm.pick({ password: true, code: true })

/** What turns codes off: the password and a code. */
export const codesOffForm = reconnectForm.extend({ code: z.string().trim().min(1, 'FORM_REQUIRED') })

/** A new passkey: its name, and the password that proves who adds it. */
export const passkeyForm = signInForm.pick({ password: true }).extend({
  name: z.string().trim().min(1, 'FORM_REQUIRED').max(passkeyNameLength),
})

/** The password that proves who removes a passkey. */
export const passwordForm = signInForm.pick({ password: true })

/** A PIN at the door. */
export const pinForm = z.object({ pin: z.string().trim().min(1, 'FORM_REQUIRED') })

/** A new PIN, twice. */
export const newPinForm = z
  .object({
    pin: z.string().check((context) => {
      const message = pinProblem(context.value)
      if (message !== null) context.issues.push({ code: 'custom', message, input: context.value })
    }),
    repeated: z.string(),
  })
  .refine(({ pin, repeated }) => pin === repeated, { path: ['repeated'], message: 'PIN_DIFFERS' })

/** An e-mail alone: renewal, and sign-in with the organisation. */
export const emailForm = z.object({ email })

const newPassword = (checkPassword: CheckPassword) =>
  z.string().check((context) => {
    const message = checkPassword(context.value)
    if (message !== null) context.issues.push({ code: 'custom', message, input: context.value })
  })

/** A new password, twice (AUTH-22, AUTH-23). */
export const newPasswordForm = (checkPassword: CheckPassword) =>
  z
    .object({ password: newPassword(checkPassword), repeated: z.string() })
    .refine(({ password, repeated }) => password === repeated, { path: ['repeated'], message: 'FORM_PASSWORD_DIFFERS' })

/** A change of the password: it must differ from the old one (AUTH-24). */
export const changePasswordForm = (checkPassword: CheckPassword) =>
  z
    .object({ current: z.string().min(1, 'FORM_REQUIRED'), password: newPassword(checkPassword), repeated: z.string() })
    .refine(({ password, repeated }) => password === repeated, { path: ['repeated'], message: 'FORM_PASSWORD_DIFFERS' })
    .refine(({ password, current }) => password !== current, { path: ['password'], message: 'PASSWORD_SAME_AS_OLD' })

/** The first administrator of an installation, with a password, twice; the language is chosen beside. */
export const setUpForm = (checkPassword: CheckPassword) =>
  z
    .object({ ...firstAdministratorSchema.omit({ language: true }).shape, password: z.string(), repeated: z.string() })
    .check((context) => {
      const { email: typed, password, repeated } = context.value
      const message = checkPassword(password, typed)
      if (message !== null) context.issues.push({ code: 'custom', message, path: ['password'], input: password })
      if (password !== repeated)
        context.issues.push({ code: 'custom', message: 'FORM_PASSWORD_DIFFERS', path: ['repeated'], input: repeated })
    })
/** What a reload of that form keeps: never a password. */
export const keptSetUpSchema = z.object({ email: z.string(), firstname: z.string(), lastname: z.string() })
export type SetUpValues = z.output<ReturnType<typeof setUpForm>>
