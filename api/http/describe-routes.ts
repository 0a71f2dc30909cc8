import { workbookType } from '#domain/kernel/workbook-type.ts'
import { OpenAPIHono } from '@hono/zod-openapi'
import * as z from 'zod'
import { succeed } from '#domain/kernel/result.ts'
import { errorStatus, type ErrorCode } from './error-status.ts'
import { exampleOf } from './example-of.ts'
import { nameSchemas, type NamedDocument } from './name-schemas.ts'
import { operationIdOf } from './operation-id.ts'
import { plainPattern } from './plain-pattern.ts'
import { queryParameters } from './query-parameters.ts'
import { runInSlices } from './run-in-slices.ts'
import { ReadyAnswer } from './ready-answer.ts'
import { route, type BodyType, type DeclaredRoute, type RoutePermission } from './route.ts'
import { refusalsByStatus } from './route-refusals.ts'
import { routeTags, tagOf } from './route-tags.ts'

type Registry = OpenAPIHono['openAPIRegistry']
type Operation = Parameters<Registry['registerPath']>[0]
type Responses = Operation['responses']
type Spec = DeclaredRoute['spec']

const mediaTypes: Readonly<Record<BodyType, readonly string[]>> = {
  json: ['application/json'],
  'json-or-text': ['application/json', 'text/plain'],
  'json-unstorable': ['application/json'],
  'merge-patch': ['application/merge-patch+json', 'application/json'],
  form: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  bytes: ['application/octet-stream'],
  csv: ['text/csv', workbookType],
  'json-bytes': ['application/json'],
  reports: ['application/csp-report', 'application/reports+json'],
}

// Bytes have no JSON schema of their own.
const bytes = { type: 'string', format: 'binary' } as const

const refusal = z.object({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  field: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string().optional(),
})

const refusalReference = { $ref: '#/components/schemas/Refusal' } as const

/** How callers show who they are. */
const schemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'reprise_session', description: 'A browser that is signed in' },
  bearer: { type: 'http', scheme: 'bearer', description: 'Token of a sign-in with `x-client: api`' },
  productToken: { type: 'apiKey', in: 'header', name: 'x-product-token', description: 'The same token by this header' },
  visitor: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of a visitor, of `/api/webtoken-with-account-and-ord`',
  },
  grant: { type: 'http', scheme: 'bearer', description: 'Push-only token of a device, of its sign-in' },
} as const

type Scheme = keyof typeof schemes

/** The route of `/api/openapi.json`: OpenAPI 3.1 made from the schemas that the routes parse with. */
export function describeRoutes(routes: readonly DeclaredRoute[], publicUrl: string | null): DeclaredRoute {
  // It takes a while to make, and is the same until the next start: it is written out once.
  let document: Promise<ReadyAnswer> | null = null
  const own = route(
    {
      method: 'get',
      path: '/api/openapi.json',
      permission: 'none',
      summary: 'This description',
      conditional: true,
      answer: z.record(z.string(), z.unknown()),
    },
    async () => {
      document ??= made().catch((error: unknown) => {
        // The next call tries again.
        document = null
        throw error
      })
      return succeed(await document)
    },
  )
  const made = async (): Promise<ReadyAnswer> => {
    const described = await runInSlices(describe([...routes, own], publicUrl ?? '/'), 1)
    return new ReadyAnswer({ json: JSON.stringify(described), type: 'application/json' })
  }
  return own
}

/** Routes that are described at once: more hold the event loop. */
const routesAtOnce = 4

function* describe(routes: readonly DeclaredRoute[], url: string): Generator<void, unknown, undefined> {
  const info = {
    title: 'Reprise',
    version: '2025-r20',
    description:
      'Lists answer `application/ld+json` with `hydra:member` and, unless the query says `partial=true`, ' +
      '`hydra:totalItems`; they take `page`, `itemsPerPage`, `pagination`, `order[field]` and `key[]`. ' +
      'Amounts are integer cents. A refusal is `{ code, message, field?, details? }`; each operation names its codes.',
  }
  const servers = [{ url, description: 'This installation; each client’s own address answers the same calls.' }]
  const head = { openapi: '3.1.0', info, servers, tags: [...routeTags] }
  const paths: Record<string, NamedDocument['paths']> = {}
  let whole = describePart([], head)
  for (let at = 0; at < routes.length; at += routesAtOnce) {
    const part = describePart(routes.slice(at, at + routesAtOnce), head)
    for (const [path, methods] of Object.entries(part.paths))
      paths[path] = { ...paths[path], ...(methods as NamedDocument['paths']) }
    whole = { ...part, paths }
    yield
  }
  return yield* nameSchemas(whole)
}

function describePart(
  routes: readonly DeclaredRoute[],
  head: Parameters<OpenAPIHono['getOpenAPI31Document']>[0],
): NamedDocument {
  const documented = new OpenAPIHono()
  const registry = documented.openAPIRegistry
  for (const [name, scheme] of Object.entries(schemes)) registry.registerComponent('securitySchemes', name, scheme)
  registry.register('Refusal', refusal)
  for (const { spec } of routes) {
    registry.registerPath(operationOf(spec))
    if (spec.headed === true) registry.registerPath(headOf(spec))
  }
  // As it travels: what the library leaves out of JSON makes no difference between two schemas.
  return JSON.parse(JSON.stringify(documented.getOpenAPI31Document(head)), (key, value: unknown) =>
    key === 'pattern' && typeof value === 'string' ? plainPattern(value) : value,
  ) as NamedDocument
}

function operationOf(spec: Spec): Operation {
  const tag = tagOf(spec.path)
  const body = bodyOf(spec)
  const parameters = [...(spec.query === undefined ? [] : queryParameters(spec.query)), ...placeParameters(spec)]
  return {
    method: spec.method,
    path: spec.path,
    operationId: operationIdOf(spec.method, spec.path),
    summary: spec.summary,
    description: `Permission: \`${spec.permission}\``,
    ...(tag !== null && { tags: [tag] }),
    security: schemesOf(spec.permission).map((name) => ({ [name]: [] })),
    ...(parameters.length > 0 && { parameters }),
    request: {
      ...(spec.params && { params: spec.params as z.ZodObject }),
      ...(body && { body }),
    },
    responses: { ...successOf(spec), ...refusalsOf(spec) },
  }
}

/** What HEAD answers: the statuses of GET, never a body. */
function headOf(spec: Spec): Operation {
  const refusals = [...refusalsByStatus(spec)].map(([status, codes]) => [status, refusalOf(codes)] as const)
  const responses = { 200: { description: 'It is there' }, ...Object.fromEntries(refusals) }
  return { ...operationOf(spec), method: 'head', operationId: operationIdOf('head', spec.path), responses }
}

function schemesOf(permission: RoutePermission): readonly Scheme[] {
  if (permission === 'none') return []
  if (permission === 'grant') return ['grant']
  return [...(permission === 'visitor' ? (['visitor'] as const) : []), 'session', 'bearer', 'productToken']
}

/** The headers of signed-in callers that say where they believe to work: module (API-02) and account. */
function placeParameters({ permission }: Spec) {
  if (permission === 'none' || permission === 'grant') return []
  const parameter = { in: 'header', required: false } as const
  const [module, account, language, idle] = [
    'Module that the caller believes to work in; another one is refused.',
    'Id of the account that the caller believes to work on; another one than the session views is refused.',
    'Language in which the caller believes the texts of the account to be; a change is refused where it is another.',
    'How long ago a person was at the page, for calls that it makes by itself: the session ends idle all the same.',
  ]
  return [
    { ...parameter, name: 'x-module', description: module, schema: { type: 'string' } },
    { ...parameter, name: 'x-account', description: account, schema: { type: 'string', format: 'uuid' } },
    { ...parameter, name: 'x-text-language', description: language, schema: { type: 'string' } },
    { ...parameter, name: 'x-idle-seconds', description: idle, schema: { type: 'integer', minimum: 0 } },
  ] as const
}

function bodyOf({ body, bodyType = 'json', example: given }: Spec) {
  if (body === undefined) return undefined
  const schema = ['bytes', 'csv', 'json-bytes', 'reports'].includes(bodyType) ? bytes : body
  // A call whose fields may all be left out may come bare; a patch without fields asks for nothing.
  const required = bodyType === 'merge-patch' || !body.safeParse({}).success
  const example = schema === bytes ? undefined : (given ?? exampleOf(body))
  const described = { schema, ...(example !== undefined && { example }) }
  return { required, content: Object.fromEntries(mediaTypes[bodyType].map((type) => [type, described])) }
}

function successOf({ answer, answerType = 'application/json', fileTypes = [], conditional }: Spec): Responses {
  const unchanged = conditional === true && { 304: { description: 'Nothing has changed' } }
  if (answer === undefined && fileTypes.length === 0) return { 204: { description: 'Done' } }
  const files = fileTypes.map((type) => [type, { schema: bytes }] as const)
  const content = { ...(answer && { [answerType]: { schema: answer } }), ...Object.fromEntries(files) }
  return { 200: { description: 'The answer', content }, ...unchanged }
}

function refusalsOf(spec: Spec): Responses {
  const content = { 'application/json': { schema: refusalReference } }
  const found = [...refusalsByStatus(spec)].map(
    ([status, codes]) => [status, { ...refusalOf(codes), content }] as const,
  )
  return Object.fromEntries(found)
}

function refusalOf(codes: readonly ErrorCode[]) {
  return { description: codes.map((code) => `\`${code}\``).join(', '), 'x-codes': codes }
}
