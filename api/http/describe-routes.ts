import { OpenAPIHono } from '@hono/zod-openapi'
import * as z from 'zod'
import { succeed } from '#domain/kernel/result.ts'
import { errorStatus } from './error-status.ts'
import { route, type BodyType, type DeclaredRoute } from './route.ts'

const mediaTypes: Readonly<Record<BodyType, string>> = {
  json: 'application/json',
  'json-with-nul': 'application/json',
  'merge-patch': 'application/merge-patch+json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/octet-stream',
}

// Bytes have no JSON schema of their own.
const bytes = { type: 'string', format: 'binary' } as const

const errorEnvelope = z.object({
  code: z.enum(Object.keys(errorStatus) as [string, ...string[]]),
  message: z.string(),
  field: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})

/** The route of `/api/openapi.json`: OpenAPI 3.1 made from the schemas that the routes parse with. */
export function describeRoutes(routes: readonly DeclaredRoute[]): DeclaredRoute {
  let document: unknown
  return route(
    {
      method: 'get',
      path: '/api/openapi.json',
      permission: 'none',
      summary: 'This description',
      answer: z.record(z.string(), z.unknown()),
    },
    async () => {
      document ??= describe(routes)
      return succeed(document as Record<string, unknown>)
    },
  )
}

function describe(routes: readonly DeclaredRoute[]): unknown {
  const documented = new OpenAPIHono()
  const registry = documented.openAPIRegistry
  registry.registerComponent('securitySchemes', 'session', { type: 'apiKey', in: 'cookie', name: 'reprise_session' })
  registry.registerComponent('securitySchemes', 'bearer', { type: 'http', scheme: 'bearer' })
  for (const { spec } of routes) {
    const schema = spec.bodyType === 'bytes' ? bytes : spec.body
    const body = schema && { content: { [mediaTypes[spec.bodyType ?? 'json']]: { schema } } }
    registry.registerPath({
      method: spec.method,
      path: spec.path,
      summary: spec.summary,
      description: `Permission: \`${spec.permission}\``,
      security: spec.permission === 'none' ? [] : [{ session: [] }, { bearer: [] }],
      request: {
        ...(spec.params && { params: spec.params as z.ZodObject }),
        ...(spec.query && { query: spec.query as z.ZodObject }),
        ...(body && { body }),
      },
      responses: {
        ...(spec.answer === undefined
          ? { 204: { description: 'Done' } }
          : {
              200: {
                description: 'The answer',
                content: { [spec.answerType ?? 'application/json']: { schema: spec.answer } },
              },
            }),
        default: { description: 'A refusal', content: { 'application/json': { schema: errorEnvelope } } },
      },
    })
  }
  return documented.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Reprise', version: '2025-r20' } })
}
