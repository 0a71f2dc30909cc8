import type { TxtResolver } from './adapters/dns/txt-resolver.ts'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { createCommonPasswords } from '#domain/access/common-passwords.ts'
import { inAccount } from './db/in-account.ts'
import { isMigrated } from './db/migration-state.ts'
import { createHtmlCleaner } from './db/html/html-cleaner.ts'
import { createTcpPrinter } from './adapters/printer/tcp-printer.ts'
import type { OpenIdProviders } from './adapters/openid/openid-providers.ts'
import type { Vault } from './adapters/vault/vault.ts'
import type { PrinterTransport } from './adapters/printer/printer-transport.ts'
import { createAccessRoutes } from './features/access/access-routes.ts'
import { createCallerFinder } from './features/access/callers.ts'
import { createPasskeys } from './features/access/passkeys.ts'
import { createPasswordHasher } from './features/access/password-hash.ts'
import { createKnownDevices } from './features/access/known-devices.ts'
import { createThrottle } from './features/access/throttle.ts'
import { workKeysOf } from './features/access/sessions.ts'
import { createBuybackDocumentRoutes } from './features/document/buyback-document-routes.ts'
import { readTrackingToken } from './features/buyback/tracking-token.ts'
import { siteOf } from './features/settings/site.ts'
import { createVisitorThrottle } from './features/access/visitor-throttle.ts'
import { createOpenSites } from './features/settings/open-sites.ts'
import { linkHomeOf } from './features/settings/link-home.ts'
import { createSiteHosts } from './features/settings/site-hosts.ts'
import { createBuybackRoutes } from './features/buyback/buyback-routes.ts'
import { createCustomerRoutes } from './features/customer/customer-routes.ts'
import { createSyncCounter } from './features/buyback/counter-sales.ts'
import { createCounterRoutes } from './features/counter/counter-routes.ts'
import { createPickupRoutes } from './features/buyback/pickup-routes.ts'
import { createTrackedRoutes } from './features/buyback/tracked-routes.ts'
import { createRelayRoutes } from './features/buyback/relay-routes.ts'
import { createRelayFileRoutes } from './features/circuit/relay-file-routes.ts'
import { createCarrierPoints } from './features/delivery/carrier-points.ts'
import { createReschedulePickup } from './features/delivery/reschedule-pickup.ts'
import { createNumberSource } from './features/buyback/number-source.ts'
import { createClientRoutes } from './features/client/client-routes.ts'
import { createExportRoutes } from './features/catalog-files/export/export-routes.ts'
import { createCategoryRoutes } from './features/catalog/category/category-routes.ts'
import { createCircuitRoutes } from './features/circuit/circuit-routes.ts'
import { createPaymentModeRoutes } from './features/circuit/payment-mode-routes.ts'
import { createShippingMethodRoutes } from './features/circuit/shipping-method-routes.ts'
import { createFeatureRepository } from './features/settings/feature-repository.ts'
import { createConfigurationRoutes } from './features/settings/settings-routes.ts'
import { readRootDetail } from './features/settings/root-detail-queries.ts'
import { createSetupRoutes } from './features/settings/setup-routes.ts'
import { createProductRoutes } from './features/catalog/product/product-routes.ts'
import { createProductListRoutes } from './features/catalog/product-list/product-list-routes.ts'
import { createBuybackListRoutes } from './features/buyback/list/buyback-list-routes.ts'
import { createDashboardRoutes } from './features/dashboard/dashboard-routes.ts'
import { createEvidenceRoutes } from './features/evidence/evidence-routes.ts'
import { createOrganizationRoutes } from './features/organization/organization-routes.ts'
import { createClientUserRoutes } from './features/organization/client-user-routes.ts'
import { createFirstUsers } from './features/organization/first-users.ts'
import { createUserImportRoutes } from './features/organization/user-import-routes.ts'
import { createUserRoutes } from './features/organization/user-routes.ts'
import { createQuestionRoutes } from './features/catalog/question/question-routes.ts'
import { createImportActRoutes } from './features/catalog-files/import/import-act-routes.ts'
import { createImportRoutes } from './features/catalog-files/import/import-routes.ts'
import { createOwnPriceImportRoutes } from './features/catalog-files/import/own-price-import-routes.ts'
import { createRefurbRoutes } from './features/refurb/refurb-routes.ts'
import { readSitemap } from './features/catalog/public/sitemap.ts'
import { createHomePageRoutes } from './features/catalog/public/home-page-routes.ts'
import { createPublicCatalogRoutes } from './features/catalog/public/public-catalog-routes.ts'
import { photosOfLink } from './features/quarantine/customer-answer.ts'
import { createQuarantineRoutes } from './features/quarantine/quarantine-routes.ts'
import { createJobRoutes, type JobDeps } from './features/job/job-routes.ts'
import type { PaymentDeps } from './features/payment/payment-deps.ts'
import { createPaymentRoutes } from './features/payment/payment-routes.ts'
import { createRegisterRoutes } from './features/register/register-routes.ts'
import { createSftpRoutes, type SftpRouteDeps } from './features/sftp/sftp-routes.ts'
import { createSsoRoutes } from './features/sso/sso-routes.ts'
import { createStockRoutes } from './features/stock/stock-routes.ts'
import { createConnectorRoutes } from './features/connector/connector-routes.ts'
import { createCarrierRepository } from './features/delivery/carrier-repository.ts'
import type { DeliveryDeps } from './features/delivery/delivery-deps.ts'
import { createTransferOrderRoutes } from './features/document/transfer-order-routes.ts'
import { createDeliveryRoutes } from './features/delivery/delivery-routes.ts'
import { createDesignRoutes } from './features/design/design-routes.ts'
import { createLegalFileRoutes } from './features/settings/legal-file-routes.ts'
import { createDispatchRoutes } from './features/dispatch/dispatch-routes.ts'
import { createDocumentRoutes } from './features/document/document-routes.ts'
import { createWarehouseRoutes } from './features/item/item-routes.ts'
import { assembleApp, type App } from './http/assemble-app.ts'
import type { Clock } from './http/clock.ts'
import type { FileScanner } from '#domain/kernel/file-verdict.ts'
import type { LoopWatch } from './http/loop-watch.ts'
import type { Mailbox } from './http/pages.ts'
import { isUnavailable } from './http/unavailable.ts'
import { createEntryDocument } from './http/entry-document.ts'
import type { BuiltSite } from './http/journey-renderer.ts'
import { createResponseCache } from './http/response-cache.ts'
import { createPublicVersions } from './db/public-versions.ts'
import { createSearchKeys } from './http/search-key.ts'
import type { TokenSecret } from './http/signed-claims.ts'
import { createStaticFiles } from './http/static-files.ts'
import { createVisitorTokens } from './http/visitor-token.ts'
import { createSyncDeps } from './sync/sync-deps.ts'
import { createSyncRoutes } from './sync/sync-routes.ts'

/** What the application is built from; the start-up root makes these, and tests make their own. */
export interface AppDeps {
  readonly config: Pick<Config, 'trustProxy' | 'webDist' | 'mapTiles' | 'anyHost'> & {
    readonly tokenSecret: TokenSecret
    /** Origin that people use, from the configuration; links begin with it for accounts without a host of their own. */
    readonly publicUrl: string
    /** Whether an e-mail is of the embedded demo. */
    readonly isOfDemo: (email: string) => boolean
  }
  readonly database: Database
  readonly log: Logger
  readonly now: Clock
  /** Seals what customers confide. */
  readonly vault: Vault
  /** The calendar and the service that payments are made with. */
  readonly payments: Pick<PaymentDeps, 'publicHolidays' | 'http' | 'payoutHosts' | 'openPayouts' | 'trackingLink'>
  /** The carriers that accounts may name, and how they are reached. */
  readonly carriers: Pick<DeliveryDeps, 'carrierHosts' | 'openCarrier'>
  /** The identity providers that accounts may name. */
  readonly identityProviders: OpenIdProviders
  /** Asks for the records by which domains are proven. */
  readonly resolveTxt: TxtResolver
  /** How the tasks stand that this process runs again and again. */
  readonly tasks: JobDeps['tasks']
  /** Where this process serves SFTP; null while it does not. */
  readonly sftpServer: SftpRouteDeps['server']
  /** Looks for viruses in files that are given out as they came; null: the installation has no scanner. */
  readonly scanner: FileScanner | null
  readonly isDraining: () => boolean
  readonly site: BuiltSite
  /** The development mailbox; null where it does not exist. */
  readonly mailbox: Mailbox | null
  /** Speaks to label printers; the network's, unless a test has its own. */
  readonly printer?: PrinterTransport | undefined
  /** Whether queued mails leave the installation, or reach its development mailbox. */
  readonly sendsMail: boolean
  /** Called after the commit that queued a mail. */
  readonly mailQueued: () => void
  /** Says who holds the event loop. */
  readonly loopWatch: Pick<LoopWatch, 'as'>
}

/** What answers of the public site may take in memory, pages and searches each. */
const keptBytes = 32 * 1024 * 1024

/** Builds the application with every feature. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, database, now, log, scanner } = deps
  const visitors = createVisitorTokens({ secret: config.tokenSecret, now })
  const publicUrl = new URL(config.publicUrl).origin
  const hosts = createSiteHosts({ database, now, config })
  const callers = createCallerFinder({ database, now, visitors, hosts, isOfDemo: config.isOfDemo })
  const throttle = createThrottle(database)
  const access = {
    database,
    now,
    callers,
    hasher: await createPasswordHasher(),
    commonPasswords: createCommonPasswords(),
    throttle,
    passkeys: createPasskeys({ database, now, secret: config.tokenSecret, throttle }),
    vault: deps.vault,
    knownDevices: createKnownDevices({ secret: config.tokenSecret, now }),
    isOfDemo: config.isOfDemo,
    workKeysOf: (userId: string) => workKeysOf(deps.vault, userId),
    publicUrl,
    mailQueued: deps.mailQueued,
    visitors,
    accountOfHost: async (host: string) => (await hosts.accountOf(host))?.id ?? null,
    rootDetailOf: (accountId: string) => inAccount(database, accountId, (tx) => readRootDetail(tx, { accountId })),
  }
  const keeping = { versionOf: createPublicVersions(database).of, now, mostBytes: keptBytes }
  const pages = createResponseCache(keeping)
  const html = createHtmlCleaner()
  const isSiteOpen = createOpenSites({ database, versionOf: keeping.versionOf })
  const selling = {
    database,
    log,
    now,
    vault: deps.vault,
    numbers: createNumberSource(database),
    publicHolidays: deps.payments.publicHolidays,
    reschedulePickup: createReschedulePickup({ database, vault: deps.vault, ...deps.carriers }),
    carrierPoints: createCarrierPoints({ database, vault: deps.vault, ...deps.carriers }),
    publicUrl: access.publicUrl,
    throttle: access.throttle,
  }
  return assembleApp({
    log,
    now,
    callers,
    isSiteOpen,
    // While the database is away nobody can say; what is asked for then fails by itself.
    isKnownHost: (host) => database.pulse.whileUp(hosts.isKnown(host)).catch(() => true),
    trustProxy: config.trustProxy,
    loopWatch: deps.loopWatch,
    publicUrl: config.publicUrl,
    health: { isDraining: deps.isDraining, isReady: () => isReady(database), knowsMasterKey: deps.vault.seals },
    pages: {
      files: createStaticFiles(config.webDist),
      entryDocument: createEntryDocument(deps.site.staffPaths),
      renderJourney: deps.site.renderJourney,
      renderFailed: (error) => {
        log.warn({ reason: error instanceof Error ? error.name : typeof error }, 'page not rendered')
        return undefined
      },
      site: (host) => siteOf({ database, hosts, publicUrl, mapTiles: config.mapTiles }, host),
      hosts,
      linkHome: (url) =>
        linkHomeOf(
          {
            database,
            publicUrl,
            trackedAccount: (token) => readTrackingToken(deps.vault, token)?.accountId ?? null,
          },
          url,
        ),
      whileUp: (work) => database.pulse.whileUp(work),
      mailbox: deps.mailbox,
      sitemap: (accountId, origin, path) => readSitemap(database, { accountId, origin }, path),
    },
    routes: [
      ...createAccessRoutes({ ...access, vault: deps.vault, providers: deps.identityProviders, log }),
      ...createSsoRoutes({
        database,
        vault: deps.vault,
        providers: deps.identityProviders,
        resolveTxt: deps.resolveTxt,
        publicUrl: access.publicUrl,
      }),
      ...createConfigurationRoutes({ database, hosts, pages, html }),
      ...createSetupRoutes({
        database,
        sendsMail: deps.sendsMail,
        hasPayoutService: deps.payments.http !== null,
        publicUrl: access.publicUrl,
      }),
      ...createDesignRoutes({ database }),
      ...createLegalFileRoutes({ database, now, scanner }),
      ...createTransferOrderRoutes({ database }),
      ...createOrganizationRoutes({ database }),
      ...createUserRoutes(access),
      ...createClientUserRoutes(access),
      ...createUserImportRoutes(access),
      ...createClientRoutes({ database, firstUsers: createFirstUsers(access) }),
      ...createPublicCatalogRoutes({
        database,
        now,
        searchKeys: createSearchKeys({ secret: config.tokenSecret, now }),
        isSiteOpen,
        pages,
        searches: createResponseCache(keeping),
        visitorThrottle: createVisitorThrottle({ database, now }),
      }),
      ...createHomePageRoutes({ database, html }),
      // Their literal paths come before the id of a category.
      ...createExportRoutes({ database, now }),
      ...createCategoryRoutes({ database }),
      ...createCircuitRoutes({ database }),
      ...createPaymentModeRoutes({ database }),
      ...createShippingMethodRoutes({ database }),
      ...createRelayFileRoutes({ database }),
      ...createProductListRoutes({ database }),
      ...createProductRoutes({ database }),
      ...createQuestionRoutes({ database }),
      ...createImportRoutes({ database, now, scanner }),
      ...createImportActRoutes({ database, now, scanner }),
      ...createOwnPriceImportRoutes({ database, now, scanner }),
      ...createRefurbRoutes({ database }),
      ...createWarehouseRoutes({ database }),
      ...createStockRoutes({ database, now }),
      // Its literal paths come before the id of a buyback.
      ...createBuybackListRoutes({ database, now }),
      ...createDashboardRoutes({ database }),
      ...createBuybackRoutes(selling),
      ...createPickupRoutes(selling),
      ...createTrackedRoutes(selling),
      ...createRelayRoutes(selling),
      ...createCustomerRoutes(selling),
      ...createCounterRoutes({ database, now, vault: deps.vault }),
      ...createQuarantineRoutes(access),
      ...createEvidenceRoutes({
        now,
        database,
        photosOfLink: (token) => photosOfLink(database, token),
        throttle: access.throttle,
      }),
      ...createDispatchRoutes({ database }),
      ...createDocumentRoutes({ database, now, printer: deps.printer ?? createTcpPrinter() }),
      ...createBuybackDocumentRoutes({
        database,
        readTrackingToken: (token) => readTrackingToken(deps.vault, token),
        guessed: (address) => access.throttle.hit({ trackingByAddress: address }),
      }),
      ...createPaymentRoutes({ database, now, vault: deps.vault, ...deps.payments }),
      ...createDeliveryRoutes({
        database,
        now,
        vault: deps.vault,
        ...deps.carriers,
        scanner,
        trackingLink: deps.payments.trackingLink,
        mailQueued: deps.mailQueued,
      }),
      ...createConnectorRoutes({
        database,
        vault: deps.vault,
        payoutHosts: deps.payments.payoutHosts,
        repositories: {
          carrier: createCarrierRepository({ vault: deps.vault, carrierHosts: deps.carriers.carrierHosts }),
          feature: createFeatureRepository(),
        },
      }),
      ...createRegisterRoutes({ database, now, vault: deps.vault }),
      ...createSftpRoutes({ database, now, hasher: access.hasher, server: deps.sftpServer }),
      ...createJobRoutes({ database, tasks: deps.tasks }),
      ...createSyncRoutes(createSyncDeps({ database, now, log, counter: createSyncCounter(selling) })),
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
