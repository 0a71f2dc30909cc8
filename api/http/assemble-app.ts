import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { CallerFinder } from './caller.ts'
import { describeRoutes } from './describe-routes.ts'
import { createDocsRoutes } from './docs-routes.ts'
import { errorAnswer } from './error-answer.ts'
import { createHealthRoutes, type HealthDeps } from './health-routes.ts'
import { mountRoutes, type AppEnv } from './mount-routes.ts'
import { servePage, type PageDeps } from './pages.ts'
import { createPageReader } from './page-reader.ts'
import { outermostLayer, unexpectedAnswer } from './response-layers.ts'
import type { DeclaredRoute } from './route.ts'

/** What the application is put together from. */
export interface AssemblyDeps {
  readonly log: Logger
  readonly callers: CallerFinder
  readonly health: HealthDeps
  readonly pages: Omit<PageDeps, 'reader'>
  /** Routes of the features and of the sync engine. */
  readonly routes: readonly DeclaredRoute[]
  readonly trustProxy: boolean
  readonly publicUrl: string | null
}

/** The application and the list of what it declares. */
export interface App {
  readonly hono: Hono<AppEnv>
  readonly routes: readonly DeclaredRoute[]
}

/** Puts the application together: declared routes below `/api`, files and documents of the web app everywhere else. */
export function assembleApp(deps: AssemblyDeps): App {
  const hono = new Hono<AppEnv>()
  hono.use('*', outermostLayer({ ...deps, isDraining: deps.health.isDraining }))
  const declared = [...createHealthRoutes(deps.health), ...deps.routes, ...createDocsRoutes()]
  const routes = [...declared, describeRoutes(declared, deps.publicUrl)]
  const pages = { ...deps.pages, reader: createPageReader(routes) }
  mountRoutes(hono, routes, { callers: deps.callers })
  hono.onError((error, context) => unexpectedAnswer(error, context.get('facts').requestId, context.get('log')))
  hono.notFound(async (context) => {
    const facts = context.get('facts')
    const path = context.req.path
    if (path === '/api' || path.startsWith('/api/')) {
      const methods = methodsOf(path, routes)
      const code = methods.length === 0 ? 'REQUEST_NOT_FOUND' : 'REQUEST_METHOD_NOT_ALLOWED'
      const headers = new Headers(methods.length === 0 ? {} : { allow: methods.join(', ') })
      return errorAnswer({ code }, facts, headers)
    }
    const page = await servePage(context.req.raw, facts, pages)
    return page ?? errorAnswer({ code: 'REQUEST_NOT_FOUND' }, facts)
  })
  return { hono, routes }
}

function methodsOf(path: string, routes: readonly DeclaredRoute[]): readonly string[] {
  return routes
    .filter(({ spec }) => new RegExp(`^${spec.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .map(({ spec }) => spec.method.toUpperCase())
}
