import * as z from 'zod'
import { accessEventKinds } from '#domain/access/one-time-code.ts'
import { modules } from '#domain/organization/module.ts'
import { organizationTypes } from '#domain/organization/organization-type.ts'
import { reaches } from '#domain/organization/user-rules.ts'
import { newUserSchema, userPatchSchema } from '#domain/organization/user.schema.ts'
import { userTypes } from '#domain/organization/user-type.ts'
import { activity, idParams, listUsersCall, userAnswer } from './organization.ts'

/** One user, with what the caller may change of it. */
export const userDetailAnswer = userAnswer.extend({
  /** `all`; only the `modules` that the caller may give; or `none` of it. */
  reach: z.enum(reaches),
  /** Whether a link to choose the first password may be sent. */
  awaitsPassword: z.boolean(),
  /** Devices that may still hold work of this user. */
  openDevices: z.int(),
  /** Whether the user signs in with one-time codes, and what happened to them lately. */
  hasCodes: z.boolean(),
  accessEvents: z.array(z.object({ kind: z.enum(accessEventKinds), actorName: z.string(), at: z.iso.datetime() })),
})
export type UserDetail = z.output<typeof userDetailAnswer>

const types = z.array(z.enum(userTypes))

/** `GET /api/users/{id}` (ORG-40). */
export const readUserCall = {
  method: 'get',
  path: '/api/users/{id}',
  params: idParams,
  answer: userDetailAnswer,
} as const

/** `GET /api/assignable-user-types` (ORG-41): the types that the caller may give, and by module. */
export const assignableUserTypesCall = {
  method: 'get',
  path: '/api/assignable-user-types',
  answer: z.object({ types, modules: z.record(z.enum(modules), types) }),
} as const
/** The types that the caller may give. */
export type AssignableUserTypes = z.output<typeof assignableUserTypesCall.answer>

/** `POST /api/users` (ORG-42). */
export const createUserCall = {
  method: 'post',
  path: '/api/users',
  body: newUserSchema,
  answer: userDetailAnswer,
} as const

/**
 * `PATCH /api/users/{id}` as a merge patch (API-09, ORG-42). `If-Match: "<version>"` refuses a change over another
 * user's.
 */
export const patchUserCall = {
  method: 'patch',
  path: '/api/users/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: userPatchSchema,
  answer: userDetailAnswer,
} as const

/** `POST /api/users/{id}/invitation`: mails the link to choose the first password again. */
export const inviteUserCall = { method: 'post', path: '/api/users/{id}/invitation', params: idParams } as const

/** `POST /api/users/{id}/codes-reset`: ends the one-time codes of a user who has lost the device. */
export const resetCodesCall = { method: 'post', path: '/api/users/{id}/codes-reset', params: idParams } as const

const clientUserParams = idParams.extend({ userId: z.guid().toLowerCase() })

/** `GET /api/accounts/{id}/users` (ORG-34): users of a client. */
export const listClientUsersCall = { ...listUsersCall, path: '/api/accounts/{id}/users', params: idParams } as const

/** `GET /api/accounts/{id}/users/{userId}` (ORG-34). */
export const readClientUserCall = {
  ...readUserCall,
  path: '/api/accounts/{id}/users/{userId}',
  params: clientUserParams,
} as const

/** `POST /api/accounts/{id}/users` (ORG-34). */
export const createClientUserCall = { ...createUserCall, path: '/api/accounts/{id}/users', params: idParams } as const

/** `PATCH /api/accounts/{id}/users/{userId}` as a merge patch (ORG-34). */
export const patchClientUserCall = {
  ...patchUserCall,
  path: '/api/accounts/{id}/users/{userId}',
  params: clientUserParams,
} as const

/** `POST /api/accounts/{id}/users/{userId}/invitation` (ORG-34). */
export const inviteClientUserCall = {
  ...inviteUserCall,
  path: '/api/accounts/{id}/users/{userId}/invitation',
  params: clientUserParams,
} as const

/** `POST /api/accounts/{id}/users/{userId}/codes-reset`. */
export const resetClientCodesCall = {
  ...resetCodesCall,
  path: '/api/accounts/{id}/users/{userId}/codes-reset',
  params: clientUserParams,
} as const

/** `GET /api/accounts/{id}/workplaces` (ORG-34): a client with the entities that its users can work in, by name. */
export const clientWorkplacesCall = {
  method: 'get',
  path: '/api/accounts/{id}/workplaces',
  params: idParams,
  answer: z.object({
    name: z.string(),
    /** The types that the caller may give there: administrators in the platform's own account, all others in a client. */
    types,
    entities: z.array(
      z.object({ id: z.string(), commonName: z.string(), type: z.enum(organizationTypes), status: z.enum(activity) }),
    ),
  }),
} as const

/** `GET /api/platform`: the account in which administrators live, to be named as a client's is; null before there is one. */
export const readPlatformCall = {
  method: 'get',
  path: '/api/platform',
  answer: z.object({ accountId: z.string().nullable() }),
} as const
