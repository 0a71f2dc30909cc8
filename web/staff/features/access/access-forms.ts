import * as z from 'zod'
import { firstAdministratorSchema } from '#domain/access/set-up.schema.ts'
import { checkPassword, passwordMaximum } from '#domain/access/password.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'

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
})

/** The password of a user whose session has ended. */
export const reconnectForm = signInForm.pick({ password: true })

/** An e-mail alone: renewal, and sign-in with the organisation. */
export const emailForm = z.object({ email })

const newPassword = z.string().check((context) => {
  const result = checkPassword(context.value)
  if (!result.ok) context.issues.push({ code: 'custom', message: result.error, input: context.value })
})

/** A new password, twice (AUTH-22, AUTH-23). */
export const newPasswordForm = z
  .object({ password: newPassword, repeated: z.string() })
  .refine(({ password, repeated }) => password === repeated, { path: ['repeated'], message: 'FORM_PASSWORD_DIFFERS' })

/** A change of the password: it must differ from the old one (AUTH-24). */
export const changePasswordForm = z
  .object({ current: z.string().min(1, 'FORM_REQUIRED'), password: newPassword, repeated: z.string() })
  .refine(({ password, repeated }) => password === repeated, { path: ['repeated'], message: 'FORM_PASSWORD_DIFFERS' })
  .refine(({ password, current }) => password !== current, { path: ['password'], message: 'PASSWORD_SAME_AS_OLD' })

/** The first administrator of an installation, with a password, twice; the language is chosen beside. */
export const setUpForm = z
  .object({ ...firstAdministratorSchema.omit({ language: true }).shape, password: newPassword, repeated: z.string() })
  .refine(({ password, repeated }) => password === repeated, { path: ['repeated'], message: 'FORM_PASSWORD_DIFFERS' })
/** What is typed there. */
export type SetUpValues = z.output<typeof setUpForm>
