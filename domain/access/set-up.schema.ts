import * as z from 'zod'
import { languages } from '../kernel/languages.ts'
import { personFields } from '../organization/user.schema.ts'

/** The first administrator of an installation, as one is made by the set-up link; the password has a rule of its own. */
export const firstAdministratorSchema = z.strictObject({
  email: personFields.email,
  firstname: personFields.firstname,
  lastname: personFields.lastname,
  language: z.enum(languages),
})
