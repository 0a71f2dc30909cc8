import * as z from 'zod'
import { firstAdministratorSchema } from '#domain/access/set-up.schema.ts'
import { authenticatedUserAnswer } from './session-answers.ts'

/** Any text is looked up, and answered as a link: the address may have been cut when it was copied. */
const linkParams = z.strictObject({ token: z.string().max(200) })

/** `GET /api/set-up/{token}`: whether the link that the start printed still makes the first administrator. */
export const readSetUpLinkCall = {
  method: 'get',
  path: '/api/set-up/{token}',
  params: linkParams,
  answer: z.object({ isOpen: z.literal(true) }),
} as const

/** `POST /api/set-up/{token}`: makes the first administrator of the installation and signs them in. */
export const finishSetUpCall = {
  method: 'post',
  path: '/api/set-up/{token}',
  isUnauthenticated: true,
  params: linkParams,
  body: firstAdministratorSchema.extend({
    password: z.string().max(1000),
    /** The device in hand, as at a sign-in. */
    deviceId: z.guid().toLowerCase().optional(),
  }),
  answer: authenticatedUserAnswer,
} as const
