import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { succeed } from '#domain/kernel/result.ts'
import { refuse } from './failure.ts'
import { route, type DeclaredRoute } from './route.ts'
import { viewerPolicy } from './security-headers.ts'
import { createStaticFiles } from './static-files.ts'

/** Files of the viewer, as its package has them. */
const viewerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'] as const

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Reprise API</title>
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
    <link rel="icon" href="/api/docs/favicon-32x32.png" />
    <script src="/api/docs/swagger-ui-bundle.js" defer></script>
    <script src="/api/docs/start.js" defer></script>
  </head>
  <body><main id="api"></main></body>
</html>
`

// Without an address for its validator the viewer asks nobody outside.
const start = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
})
`

/** The description as a page to read and to try, from this server alone. */
export function createDocsRoutes(): readonly DeclaredRoute[] {
  const folder = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist/package.json')))
  const files = createStaticFiles(folder)
  return [
    route(
      {
        method: 'get',
        path: '/api/docs',
        permission: 'none',
        summary: 'This description as a page',
        fileTypes: ['text/html; charset=utf-8'],
      },
      async () => succeed(textAnswer(page, 'text/html; charset=utf-8', { 'content-security-policy': viewerPolicy })),
    ),
    route(
      {
        method: 'get',
        path: '/api/docs/{file}',
        params: z.strictObject({ file: z.enum([...viewerFiles, 'start.js']) }),
        permission: 'none',
        summary: 'A file of that page',
        fileTypes: ['text/css; charset=utf-8', 'text/javascript; charset=utf-8', 'image/png'],
        conditional: true,
      },
      async ({ params: { file }, http }) => {
        if (file === 'start.js') return succeed(textAnswer(start, 'text/javascript; charset=utf-8'))
        const answer = await files.answer(new Request(`${http.origin}/${file}`, { headers: http.headers }), file)
        return answer === null ? refuse('REQUEST_NOT_FOUND') : succeed(answer)
      },
    ),
  ]
}

function textAnswer(text: string, type: string, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { headers: { 'content-type': type, 'cache-control': 'no-cache', ...more } })
}
