import * as z from 'zod'
import { modules } from '#domain/organization/module.ts'
import { passwordMaximum } from '#domain/access/password.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { idParams } from './organization.ts'
import { shownPasskey } from './passkey.ts'
import { authenticatedUserAnswer } from './session-answers.ts'

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

/**
 * `POST /api/session/offline`: what a device needs to let its user back in by a PIN without a network. The PIN itself never
 * leaves the device.
 */
export const allowOfflineCall = {
  method: 'post',
  path: '/api/session/offline',
  answer: z.object({
    days: z.int(),
    /** Changes with the password and the access. */
    mark: z.string(),
    /** The key of the user's decided work (`lockKey` of a grant), which the device keeps behind the PIN. */
    lockKey: z.string(),
    formerLockKeys: z.array(z.string()).optional(),
  }),
} as const

/**
 * `POST /api/session/proof`: what calls on money, users and keys ask for with `ACCESS_PROOF_REQUIRED`. A passkey alone, or the
 * password with what a sign-in asks for beside it. In a browser the session gets another token.
 */
export const proveSessionCall = {
  method: 'post',
  path: '/api/session/proof',
  aboutSession: true,
  body: z.strictObject({
    password: z.string().min(1).max(passwordMaximum).optional(),
    /** A one-time code, or a recovery code, of a user who has turned them on. */
    code: textOf('code').min(1).max(40).optional(),
    passkey: shownPasskey.optional(),
  }),
  example: { password: 'Reprise-2026' },
  answer: authenticatedUserAnswer,
} as const
export type GivenProof = z.output<typeof proveSessionCall.body>
