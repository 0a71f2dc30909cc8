import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { inAccount } from './db/in-account.ts'
import { isMigrated } from './db/migration-state.ts'
import { createTcpPrinter } from './adapters/printer/tcp-printer.ts'
import type { PrinterTransport } from './adapters/printer/printer-transport.ts'
import { createAccessRoutes } from './features/access/access-routes.ts'
import { createCallerFinder } from './features/access/callers.ts'
import { createPasswordHasher } from './features/access/password-hash.ts'
import { createThrottle } from './features/access/throttle.ts'
import { brandingOf } from './features/configuration/branding.ts'
import { findAccountByHost } from './features/configuration/branding-queries.ts'
import { createConfigurationRoutes } from './features/configuration/configuration-routes.ts'
import { readRootDetail } from './features/configuration/root-detail-queries.ts'
import { createEvidenceRoutes } from './features/evidence/evidence-routes.ts'
import { createOrganizationRoutes } from './features/organization/organization-routes.ts'
import { createUserRoutes } from './features/organization/user-routes.ts'
import { createRefurbRoutes } from './features/refurb/refurb-routes.ts'
import { createQuarantineRoutes } from './features/quarantine/quarantine-routes.ts'
import { createStockRoutes } from './features/stock/stock-routes.ts'
import { createDispatchRoutes } from './features/dispatch/dispatch-routes.ts'
import { createDocumentRoutes } from './features/document/document-routes.ts'
import { createWarehouseRoutes } from './features/warehouse/warehouse-routes.ts'
import { assembleApp, type App } from './http/assemble-app.ts'
import type { Clock } from './http/clock.ts'
import { isUnavailable } from './http/response-layers.ts'
import type { RenderJourney } from './http/journey-renderer.ts'
import { createStaticFiles } from './http/static-files.ts'
import { createVisitorTokens } from './http/visitor-token.ts'
import { createSyncDeps } from './sync/sync-deps.ts'
import { createSyncRoutes } from './sync/sync-routes.ts'

/** What the application is built from; the start-up root makes these, and tests make their own. */
export interface AppDeps {
  readonly config: Pick<Config, 'trustProxy' | 'webDist' | 'tokenSecret'> & {
    /** Origin that people use, from the configuration; links in mails begin with it. */
    readonly publicUrl: string
  }
  readonly database: Database
  readonly log: Logger
  readonly now: Clock
  readonly isDraining: () => boolean
  readonly renderJourney: RenderJourney | null
  /** The development mailbox; null where it does not exist. */
  readonly mailbox: (() => Response) | null
  /** Speaks to label printers; the network's, unless a test has its own. */
  readonly printer?: PrinterTransport | undefined
  /** Called after the commit that queued a mail. */
  readonly mailQueued: () => void
}

/** Builds the application with every feature. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, database, now, log } = deps
  const visitors = createVisitorTokens({ secret: config.tokenSecret, now })
  const callers = createCallerFinder({ database, now, visitors })
  const access = {
    database,
    now,
    callers,
    hasher: await createPasswordHasher(),
    throttle: createThrottle(database),
    publicUrl: new URL(config.publicUrl).origin,
    mailQueued: deps.mailQueued,
    visitors,
    accountOfHost: async (host: string) => (await findAccountByHost(database, host))?.id ?? null,
    rootDetailOf: (accountId: string) => inAccount(database, accountId, (tx) => readRootDetail(tx, { accountId })),
  }
  return assembleApp({
    log,
    callers,
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    health: { isDraining: deps.isDraining, isReady: () => isReady(database) },
    pages: {
      files: createStaticFiles(config.webDist),
      renderJourney: deps.renderJourney,
      renderFailed: (error) => {
        log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'page not rendered')
        return undefined
      },
      branding: (host) => brandingOf(database, host),
      mailbox: deps.mailbox,
    },
    routes: [
      ...createAccessRoutes(access),
      ...createConfigurationRoutes({ database }),
      ...createOrganizationRoutes({ database }),
      ...createUserRoutes({ database }),
      ...createRefurbRoutes({ database }),
      ...createWarehouseRoutes({ database }),
      ...createStockRoutes({ database, now }),
      ...createQuarantineRoutes(access),
      ...createEvidenceRoutes({ database }),
      ...createDispatchRoutes({ database }),
      ...createDocumentRoutes({ database, now, printer: deps.printer ?? createTcpPrinter() }),
      ...createSyncRoutes(createSyncDeps({ database, now, log })),
    ],
  })
}

async function isReady(database: Database): Promise<boolean> {
  return isMigrated(database).catch((error: unknown) => {
    if (isUnavailable(error) || isMissingTable(error)) return false
    throw error
  })
}

function isMissingTable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42501')
}
