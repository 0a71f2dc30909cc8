import type * as z from 'zod'
import type { Permission } from '#domain/access/permission.ts'
import type { Result } from '#domain/kernel/result.ts'
import type { Grant, Session, Visitor } from './caller.ts'
import type { ErrorCode } from './error-status.ts'
import type { Failure } from './failure.ts'
import type { ReadyAnswer } from './ready-answer.ts'

/**
 * Who may call a route: the holder of a permission; `none`: anybody; `visitor`: who has a visitor's token of the public
 * site, or is signed in; `session`: any signed-in user; `grant`: the push-only token of a device.
 */
export type RoutePermission = Permission | 'none' | 'visitor' | 'session' | 'grant'

/** Methods that routes are declared with. */
export type RouteMethod = 'get' | 'post' | 'patch' | 'put' | 'delete' | 'head'

/**
 * How a body arrives: JSON, JSON that may be announced as plain text, JSON whose characters that PostgreSQL
 * cannot store the handler replaces itself, a JSON merge patch, form fields, plain bytes, the bytes of a text file or workbook, the very bytes of a JSON document, whose signature they carry, or reports of a browser.
 */
export type BodyType =
  | 'json'
  | 'json-or-text'
  | 'json-unstorable'
  | 'merge-patch'
  | 'form'
  | 'bytes'
  | 'csv'
  | 'json-bytes'
  | 'reports'

/** What the conversation says about a request beside its parts. */
export interface RequestInfo {
  readonly requestId: string
  /** Address of the caller, the proxy's word for it only where the configuration trusts a proxy. */
  readonly address: string
  /** Host name that the caller asked for, without the port. */
  readonly host: string
  /** Origin under which this server was reached. */
  readonly origin: string
  /** Whether the caller came by HTTPS. */
  readonly secure: boolean
  readonly headers: Headers
  readonly signal: AbortSignal
}

/** Who calls, by the permission that the route declares. */
export type CallerOf<P extends RoutePermission> = P extends 'none'
  ? null
  : P extends 'grant'
    ? Grant
    : P extends 'visitor'
      ? Visitor | Session
      : Session

/** A request whose parts have passed their schemas, of a caller who may make it. */
export interface Call<P extends RoutePermission, Params, Query, Body> {
  readonly caller: CallerOf<P>
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly http: RequestInfo
  /** Headers of the answer; a handler adds cookies and cache rules here. */
  readonly answerHeaders: Headers
}

/** What declares a route: one schema each for path, query, body and answer serves parsing and documentation. */
export interface RouteSpec<
  P extends RoutePermission,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  readonly method: RouteMethod
  /** Path below the origin with OpenAPI parameters: `/api/users/{id}`. */
  readonly path: `/api/${string}`
  readonly permission: P
  readonly summary: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  readonly bodyType?: BodyType
  /** A body that the operation takes, where its schema's least one says too little. */
  readonly example?: unknown
  /** Largest body in bytes; 64 KiB where nothing is said. */
  readonly maxBodyBytes?: number
  /** Answers also a user who has to set up a second factor before anything else. */
  readonly beforeSecondFactor?: true
  /** Asks for a proof of the last minutes who its caller is; sessions of programs and of the embedded demo have one. */
  readonly freshProof?: true
  /** A device asks by itself: unless the call says when a person was there last, it keeps no session alive. */
  readonly background?: true
  /** Visitors are refused while the public site of the account is not open; a signed-in user is not a visitor. */
  readonly openSite?: true
  /** Absent: the route answers 204 without a body, or hands back a Response of its own. */
  readonly answer?: Answer
  readonly answerType?: string
  /** Media types of what the handler hands back as a Response of its own: a file, or a stream of lines. */
  readonly fileTypes?: readonly string[]
  /** Refusals of the handler's own; those that the conversation itself brings are known of every route. */
  readonly refusals?: readonly ErrorCode[]
  /** Whether the caller may say what it has, and is answered 304 where nothing has changed. */
  readonly conditional?: boolean
  /** Whether HEAD asks for the same without its bytes, as the contract has it. */
  readonly headed?: boolean
}

/** A handler gives the value of the answer, one that is written out already, a Response of its own, or a refusal. */
export type Handler<P extends RoutePermission, Params, Query, Body, Answer> = (
  call: Call<P, Params, Query, Body>,
) => Promise<Result<Answer | ReadyAnswer | Response, Failure>>

/** A route with the types of its parts erased, as the application mounts it. */
export interface DeclaredRoute {
  readonly spec: RouteSpec<RoutePermission, z.ZodType, z.ZodType, z.ZodType, z.ZodType>
  readonly handle: (call: Call<RoutePermission, unknown, unknown, unknown>) => Promise<Result<unknown, Failure>>
}

/** Declares a route: the one way to add one, so that none is without permission, schemas and documentation. */
export function route<
  P extends RoutePermission,
  Params extends z.ZodType = z.ZodType<Record<never, never>>,
  Query extends z.ZodType = z.ZodType<Record<never, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Answer extends z.ZodType = z.ZodType<undefined>,
>(
  spec: RouteSpec<P, Params, Query, Body, Answer>,
  handle: Handler<P, z.output<Params>, z.output<Query>, z.output<Body>, z.input<Answer>>,
): DeclaredRoute {
  // Erasing is sound: the parts handed over have just passed the very schemas that give them their types.
  return { spec, handle } as unknown as DeclaredRoute
}
