import * as z from 'zod'
import { languages } from '../kernel/languages.ts'
import { requiredName, textOf } from '../kernel/text-input.schema.ts'
import { textLimits } from '../kernel/text-limits.ts'
import { modules } from './module.ts'
import { userStatuses, userTypes } from './user-type.ts'

/** What a user is in a module, and below which entity. */
export const postSchema = z.strictObject({
  type: z.enum(userTypes).exclude(['pseudo_anonymous']),
  organizationId: z.guid().toLowerCase(),
})

/** What people write of a user, but for the modules (ORG-35, ORG-38). */
export const personFields = {
  /** Lower case everywhere, so that one mailbox is one user. */
  email: textOf('code')
    .toLowerCase()
    .min(1, { error: 'FORM_REQUIRED', abort: true })
    .max(textLimits.email, 'FORM_EMAIL_INVALID')
    .pipe(z.email('FORM_EMAIL_INVALID')),
  firstname: requiredName(),
  lastname: requiredName(),
  status: z.enum(userStatuses),
  /** Null: that of the account. */
  language: z.enum(languages).nullable(),
  forceConnectionBySso: z.boolean(),
}

/** A user as one is created: with at least one module (ORG-37). */
export const newUserSchema = z.strictObject({
  ...personFields,
  status: personFields.status.default('active'),
  language: personFields.language.default(null),
  forceConnectionBySso: personFields.forceConnectionBySso.default(false),
  modules: z
    .partialRecord(z.enum(modules), postSchema)
    .refine((held) => Object.keys(held).length > 0, 'USER_MODULE_REQUIRED'),
})
/** A user as one is created. */
export type NewUser = z.output<typeof newUserSchema>

/** What may change of a user; a module that is null is taken away, and one that is not named stays. */
export const userPatchSchema = z
  .strictObject({ ...personFields, modules: z.partialRecord(z.enum(modules), postSchema.nullable()) })
  .partial()
/** What may change of a user. */
export type UserPatch = z.output<typeof userPatchSchema>
