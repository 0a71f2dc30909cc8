import * as z from 'zod'
import { modules } from '#domain/organization/module.ts'
import { idParams } from './organization.ts'

/** `GET /api/session/list`: where the signed-in user is signed in, and the devices that may bring work. */
export const listOwnSessionsCall = {
  method: 'get',
  path: '/api/session/list',
  answer: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        /** Whether it is the one that asks. */
        isThis: z.boolean(),
        module: z.enum(modules),
        startedAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
        userAgent: z.string().nullable(),
      }),
    ),
    devices: z.array(z.object({ id: z.string(), since: z.iso.datetime(), lastUsedAt: z.iso.datetime().nullable() })),
  }),
} as const
export type OwnSessions = z.output<typeof listOwnSessionsCall.answer>

/** `POST /api/session/list/{id}/end`: signs the user out of one of these sessions. */
export const endOwnSessionCall = { method: 'post', path: '/api/session/list/{id}/end', params: idParams } as const

/** `POST /api/session/devices/{id}/end`: a device brings no more work of the user before the next sign-in on it. */
export const endOwnDeviceCall = { method: 'post', path: '/api/session/devices/{id}/end', params: idParams } as const
