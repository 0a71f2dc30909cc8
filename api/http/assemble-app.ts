import { Hono } from 'hono'
import type { Logger } from 'pino'
import { currentRequest } from '#api/db/request-context.ts'
import type { CallerFinder } from './caller.ts'
import type { Clock } from './clock.ts'
import { describeRoutes } from './describe-routes.ts'
import { createDocsRoutes } from './docs-routes.ts'
import { errorAnswer } from './error-answer.ts'
import { createHealthRoutes, type HealthDeps } from './health-routes.ts'
import type { LoopWatch } from './loop-watch.ts'
import { mountRoutes, type AppEnv } from './mount-routes.ts'
import { servePage, type PageDeps } from './pages.ts'
import { isOpenedInTab, refusedPage, unknownHostPage } from './plain-pages.ts'
import { createPolicyReports } from './policy-reports.ts'
import { createPageReader } from './page-reader.ts'
import { createPictureEmbedding } from './picture-embedding.ts'
import { outermostLayer, unexpectedAnswer } from './response-layers.ts'
import type { DeclaredRoute } from './route.ts'

/** What the application is put together from. */
export interface AssemblyDeps {
  readonly log: Logger
  readonly now: Clock
  readonly callers: CallerFinder
  readonly isSiteOpen: (accountId: string) => Promise<boolean>
  /** Whether anything is answered under a host name. */
  readonly isKnownHost: (host: string) => Promise<boolean>
  readonly health: HealthDeps
  readonly pages: Omit<PageDeps, 'reader' | 'embedPicture'>
  /** Routes of the features and of the sync engine. */
  readonly routes: readonly DeclaredRoute[]
  readonly trustProxy: boolean
  readonly publicUrl: string | null
  /** Says who holds the event loop. */
  readonly loopWatch: Pick<LoopWatch, 'as'>
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
  hono.use('*', async (context, next) => {
    const { host } = context.get('facts')
    if (answersAnyHost.has(context.req.path) || (await deps.isKnownHost(host))) return next()
    // A connection that leads to the wrong place, as HTTP calls it: the caller may ask again elsewhere.
    if (!isCall(context.req.path)) return unknownHostPage(context.req.raw)
    context.set('code', 'REQUEST_HOST_UNKNOWN')
    return errorAnswer({ code: 'REQUEST_HOST_UNKNOWN' }, context.get('facts'))
  })
  const server = [...createHealthRoutes(deps.health), createPolicyReports(deps)]
  const declared = [...server, ...deps.routes, ...createDocsRoutes()]
  const routes = [...declared, describeRoutes(declared, deps.publicUrl)]
  const pages = { ...deps.pages, reader: createPageReader(routes), embedPicture: createPictureEmbedding(routes) }
  // A caller is told within seconds that the database is away, instead of waiting for it.
  hono.use('/api/*', async (context, next) => {
    const call = { isGivenUp: false }
    try {
      await deps.pages.whileUp(currentRequest.run(call, next))
    } catch (error) {
      call.isGivenUp = true
      context.set('gaveUp', true)
      throw error
    }
  })
  mountRoutes(hono, routes, deps)
  hono.onError((error, context) => unexpectedAnswer(error, context.get('facts').requestId, context.get('log')))
  hono.notFound(async (context) => {
    const facts = context.get('facts')
    const path = context.req.path
    if (isCall(path)) {
      const methods = methodsOf(path, routes)
      const code = methods.length === 0 ? 'REQUEST_NOT_FOUND' : 'REQUEST_METHOD_NOT_ALLOWED'
      // A paper's address that was cut names no call any more, and is opened in a tab as the whole one is.
      if (methods.length === 0 && isOpenedInTab(context.req.raw)) return refusedPage(context.req.raw, { code })
      const headers = new Headers(methods.length === 0 ? {} : { allow: methods.join(', ') })
      return errorAnswer({ code }, facts, headers)
    }
    const page = await deps.loopWatch.as('page', () => servePage(context.req.raw, facts, pages))
    return page ?? errorAnswer({ code: 'REQUEST_NOT_FOUND' }, facts)
  })
  return { hono, routes }
}

/** Proxies ask for health by address. */
const answersAnyHost = new Set(['/api/health', '/api/ready'])

const isCall = (path: string): boolean => path === '/api' || path.startsWith('/api/')

function methodsOf(path: string, routes: readonly DeclaredRoute[]): readonly string[] {
  return routes
    .filter(({ spec }) => new RegExp(`^${spec.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .map(({ spec }) => spec.method.toUpperCase())
}
