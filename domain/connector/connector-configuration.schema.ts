import * as z from 'zod'
import { requiredText, textOf } from '../kernel/text-input.schema.ts'

/** Characters of a configuration's name. */
export const configurationName = requiredText({ min: 2, max: 255 })

/** Most properties that one request names; no connector has so many. */
const mostGiven = 50

/** Properties by name; what each may say is the connector's business (`checkProperties`). */
export const givenProperties = z
  .array(
    z.strictObject({
      name: textOf('code').min(1).max(64),
      value: z.union([textOf('paragraph').max(4096), z.number(), z.boolean(), z.array(z.guid()).max(200)]).nullable(),
    }),
  )
  .max(mostGiven)
