import { createServer } from 'node:https'
import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { createPublicHolidays } from './adapters/calendar/public-holidays.ts'
import { createHttpCarrier } from './adapters/carrier/http-carrier.ts'
import { createClamdScanner } from './adapters/clamd/clamd-scanner.ts'
import { createTxtResolver } from './adapters/dns/txt-resolver.ts'
import { createOpenIdProviders } from './adapters/openid/openid-providers.ts'
import { createSizeCache } from './adapters/sftp/size-cache.ts'
import { createHttpPayouts } from './adapters/payment/http-payout-provider.ts'
import { createTcpPrinter } from './adapters/printer/tcp-printer.ts'
import { createMemoryMail } from './adapters/mail/memory-mail.ts'
import { createSmtpMail } from './adapters/mail/smtp-mail.ts'
import type { Vault } from './adapters/vault/vault.ts'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { createDatabase } from './db/database.ts'
import { isOfDemo } from './db/demo/mail-domain.ts'
import { sweepTextPictures } from './db/picture-queries.ts'
import { unnamedPictureDays } from '#domain/settings/text-picture.ts'
import { loadBuiltSite } from './http/journey-renderer.ts'
import type { ServedTls } from './http/served-tls.ts'
import { createLoopWatch } from './http/loop-watch.ts'
import { stretchSecret, type TokenSecret } from './http/signed-claims.ts'
import { createWeeklyStatistics } from './features/dashboard/weekly-statistics.ts'
import { sweepCarts } from './features/buyback/cart-rules-queries.ts'
import { sweepCorrections } from './features/buyback/correction-queries.ts'
import { cartLifetimeMs, wrappedOfCarts } from './features/buyback/validate-cart.ts'
import { createTrackingLink } from './features/buyback/tracking-link.ts'
import { createProposalExpiry } from './features/quarantine/proposal-expiry.ts'
import { createProposalMails, createProposalReminders } from './features/quarantine/proposal-mail.ts'
import { createCustomerNotices } from './mail/customer-notices.ts'
import { sweepThrottle } from './features/access/session-and-throttle-queries.ts'
import { createPasswordHasher } from './features/access/password-hash.ts'
import { openSetUpLink } from './features/access/set-up.ts'
import { createThrottle } from './features/access/throttle.ts'
import { createExportJobs } from './features/catalog-files/export/export-jobs.ts'
import { sweepExports } from './features/catalog-files/export/export-queries.ts'
import { createPickupJobs } from './features/buyback/pickup-jobs.ts'
import { createDeliveryJobs } from './features/delivery/delivery-jobs.ts'
import { createReschedulePickup } from './features/delivery/reschedule-pickup.ts'
import { createDeliverySweep } from './features/delivery/delivery-sweep.ts'
import { createImportJobs, createImportSweep } from './features/catalog-files/import/import-jobs.ts'
import { createPaymentFolder } from './features/payment/payment-folder.ts'
import { createPaymentJobs } from './features/payment/payment-jobs.ts'
import { createPaymentSweep } from './features/payment/payment-sweep.ts'
import { createHeadMails } from './features/register/head-mails.ts'
import { createRegisterFolder } from './features/register/register-folder.ts'
import { createSftpService } from './features/sftp/sftp-service.ts'
import { createBuybackDocuments } from './jobs/buyback-document-jobs.ts'
import { createJobRunner } from './jobs/job-runner.ts'
import { createMailRunner } from './jobs/mail-runner.ts'
import { createPeriodicJob, type PeriodicTask } from './jobs/periodic-job.ts'
import { mailboxPage } from './mail/mailbox-page.ts'
import { drainAndStop, watchConnections } from './stop.ts'
import { createSyncCounter } from './features/buyback/counter-sales.ts'
import { resealConnectors, resealSealed, resealWrapped, type ResealPart } from './db/sealed-columns.ts'
import { sealedOfIdentities, wrappedOfCustomers } from './db/customer-secrets.ts'
import { sealedOfSso } from './db/sso-configuration.ts'
import { sealedOfCodes } from './features/access/one-time-code-queries.ts'
import { wrappedOfCounters } from './features/counter/seal-keys.ts'
import { sealedOfCarriers } from './features/delivery/carrier-queries.ts'
import { sealedOfPayees } from './features/payment/transfer-file.ts'
import { rewrapHostKey } from './features/sftp/host-key-queries.ts'
import { createMasterKeys } from './jobs/master-keys.ts'
import { UnknownKeyError } from '#domain/kernel/unknown-key.ts'
import { runHousekeeping } from './sync/housekeeping.ts'
import { createSyncDeps } from './sync/sync-deps.ts'

/** A server that listens, or is about to. */
export interface RunningServer {
  /** The link that makes the first administrator; null where the platform has one. Each call opens a new one. */
  openSetUpLink(): ReturnType<typeof openSetUpLink>
  /** Answers what it was asked, then ends jobs and connections; `onDrained` as for `drainAndStop`. */
  stop(onDrained?: () => void): Promise<void>
}

/** What a server is made of, and who hears of its start. */
export interface ServerParts {
  readonly config: Config
  readonly log: Logger
  readonly vault: Vault
  /** The certificate that it shows; null: it serves without TLS. */
  readonly tls: ServedTls | null
  readonly listens: (address: AddressInfo) => void
  readonly failsToListen: (error: Error) => void
}

/** Starts the whole server: database, jobs, HTTP, and SFTP where it is asked for. */
export async function startServer(parts: ServerParts): Promise<RunningServer> {
  const { config, log, vault, tls, listens, failsToListen } = parts
  const now = () => new Date()
  const state = { isDraining: false, knowsKeys: false }
  const database = createDatabase({
    appUrl: config.currentUrls.app,
    adminUrl: config.currentUrls.admin ?? undefined,
    keepsStatements: config.keepsStatements,
    tellDeadlock: (facts) => log.error(facts, 'deadlock'),
  })
  const masterKeys = createMasterKeys({
    database,
    vault,
    log,
    now,
    parts: resealedParts,
    resealHostKey: () => rewrapHostKey(database, vault),
  })
  await learnFormerKeys()
  const tokenSecret = await tokenSecretOf(config, vault)
  const loopWatch = createLoopWatch({ log })
  const scanner = config.clamdUrl === null ? null : createClamdScanner({ url: config.clamdUrl, log })
  if (scanner === null) log.info('files are not scanned for viruses: CLAMD_URL is not set')
  const memoryMail = createMemoryMail(now)
  const transport =
    config.smtpUrl === null
      ? memoryMail
      : createSmtpMail({
          url: config.smtpUrl,
          from: config.mailFrom,
          demandsTls: config.smtpDemandsTls,
        })
  const publicUrl = config.publicUrl ?? `${tls === null ? 'http' : 'https'}://localhost:${config.port}`
  const messageDomain = new URL(publicUrl).hostname
  const mailRunner = createMailRunner({ database, transport, log, now, messageDomain })
  const sweep = { name: 'throttle-sweep', everyMs: 3_600_000, run: () => sweepThrottle(database) }
  const delivers = config.smtpUrl !== null || config.mailbox !== null
  const mailQueued = () => (delivers ? mailRunner.nudge() : undefined)
  const origin = new URL(publicUrl).origin
  const counter = createSyncCounter({ now, vault, publicUrl: origin })
  const syncDeps = createSyncDeps({ database, now, log, counter })
  const housekeeping = { name: 'housekeeping', everyMs: 3_600_000, run: () => runHousekeeping(syncDeps) }
  const trackingLink = createTrackingLink(vault, origin)
  const makeDocuments = createBuybackDocuments({ database, vault, now, log, trackingLink, mailQueued })
  const documents = { name: 'documents', everyMs: 2_000, run: makeDocuments }
  const sendProposals = createProposalMails({ database, now, publicUrl: origin, mailQueued, log })
  const proposals = { name: 'price-proposals', everyMs: 5_000, run: sendProposals }
  const sendNotices = createCustomerNotices({ database, now, trackingLink, mailQueued, log })
  const notices = { name: 'customer-notices', everyMs: 5_000, run: sendNotices }
  const remind = createProposalReminders({ database, now, publicUrl: origin, mailQueued, log })
  const reminders = { name: 'proposal-reminders', everyMs: 900_000, run: remind }
  const endProposals = createProposalExpiry({ database, now, log })
  const ends = { name: 'proposal-ends', everyMs: 60_000, run: endProposals }
  const statistics = { name: 'weekly-statistics', everyMs: 300_000, run: createWeeklyStatistics({ database, now }) }
  const day = 86_400_000
  const forgetCarts = () => sweepCarts(database, { carts: before(cartLifetimeMs), quotes: before(30 * day) })
  const carts = { name: 'cart-sweep', everyMs: 3_600_000, run: forgetCarts }
  const forgetCorrections = () => sweepCorrections(database, { now: now(), before: before(30 * day) })
  const corrections = { name: 'correction-sweep', everyMs: 3_600_000, run: forgetCorrections }
  const isServed = config.payouts !== null
  const payouts = { name: 'payment-sweep', everyMs: 3_600_000, run: createPaymentSweep({ database, isServed, log }) }
  const orders = { name: 'delivery-sweep', everyMs: 3_600_000, run: createDeliverySweep({ database, log }) }
  const exportFiles = { name: 'export-sweep', everyMs: 3_600_000, run: () => sweepExports(database, before(day)) }
  const forgetPictures = () => sweepTextPictures(database, { now: now(), before: before(unnamedPictureDays * day) })
  const textPictures = { name: 'text-picture-sweep', everyMs: 3_600_000, run: forgetPictures }
  const imports = { name: 'import-sweep', everyMs: 20_000, run: createImportSweep({ database, now, log }) }
  const { registerWitness: witness } = config
  const mailHeads = witness === null ? null : createHeadMails({ database, now, log, mailQueued, witness })
  const heads = mailHeads === null ? [] : [{ name: 'register-heads', everyMs: 900_000, run: mailHeads }]
  const sealAgain = async (ends: AbortSignal): Promise<number> => {
    await learnKeys()
    return masterKeys.round(ends)
  }
  const keys = { name: 'master-key', everyMs: 60_000, run: sealAgain }
  const jobs = [
    ...heads,
    keys,
    sweep,
    carts,
    corrections,
    proposals,
    notices,
    reminders,
    ends,
    statistics,
    documents,
    housekeeping,
    payouts,
    orders,
    exportFiles,
    textPictures,
    imports,
  ].map((task: PeriodicTask) =>
    createPeriodicJob(
      { ...task, run: (ends) => loopWatch.as(`task ${task.name}`, () => task.run(ends)) },
      { log, now },
    ),
  )

  const payments = {
    publicHolidays: createPublicHolidays(),
    http: config.payouts === null ? null : createHttpPayouts(config.payouts),
    payoutHosts: config.payoutHosts,
    openPayouts: createHttpPayouts,
    trackingLink,
  }
  const carriers = { carrierHosts: config.carrierHosts, openCarrier: createHttpCarrier }
  const jobRunner = createJobRunner({
    databaseUrl: config.currentUrls.app,
    log,
    now,
    handlers: [
      ...createPaymentJobs({ database, now, vault, ...payments }),
      ...createDeliveryJobs({ database, now, vault, ...carriers, scanner, trackingLink, mailQueued }),
      ...createPickupJobs({
        database,
        now,
        vault,
        publicUrl: origin,
        reschedulePickup: createReschedulePickup({ database, vault, ...carriers }),
      }),
      ...createExportJobs({ database, now }),
      ...createImportJobs({ database, now }),
    ].map((handler) => ({
      ...handler,
      run: (data: unknown) => loopWatch.as(`job ${handler.queue}`, () => handler.run(data)),
    })),
  })

  const sizes = createSizeCache()
  const sftp =
    config.sftp === null
      ? null
      : createSftpService({
          config: config.sftp,
          database,
          vault,
          now,
          log,
          hasher: await createPasswordHasher(),
          throttle: createThrottle(database),
          folders: [
            createPaymentFolder({ database, now, vault, ...payments }, sizes),
            createRegisterFolder({ database, now, vault }, sizes),
          ],
        })

  const app = await createApp({
    config: { ...config, publicUrl, tokenSecret, isOfDemo: (email) => config.isDemo && isOfDemo(email) },
    database,
    log,
    now,
    vault,
    payments,
    carriers,
    identityProviders: createOpenIdProviders({
      trustedHosts: config.openIdHosts,
      outgoingHosts: config.outgoingHosts,
      now,
    }),
    resolveTxt: createTxtResolver(),
    tasks: () => [jobRunner.standing(), ...jobs.map((job) => job.standing())].filter((task) => task !== null),
    sftpServer: () => sftp?.facts() ?? null,
    scanner,
    isDraining: () => state.isDraining,
    site: await loadBuiltSite(config.webDist),
    mailbox: config.mailbox && { for: config.mailbox, page: () => mailboxPage(memoryMail.sent) },
    sendsMail: delivers,
    mailQueued,
    printer: createTcpPrinter({
      allowedHosts: config.printerHosts,
      outgoingHosts: config.outgoingHosts,
      demandsTls: config.printersDemandTls,
    }),
    loopWatch,
  })

  const encrypted = tls === null ? {} : { createServer, serverOptions: tls.options }
  const place = { fetch: app.hono.fetch, hostname: config.host, port: config.port }
  const server = serve({ ...place, ...encrypted }, listens)
  const unfollow = tls !== null && 'setSecureContext' in server ? tls.follow(server, log) : null
  server.on('error', failsToListen)
  const connections = watchConnections(server)
  if ('keepAliveTimeout' in server) server.keepAliveTimeout = 75_000
  const endWatch = loopWatch.start()
  for (const job of jobs) job.start()
  void jobRunner.start()
  void sftp?.start()
  if (delivers) mailRunner.start()
  else log.warn('neither SMTP_URL nor MAILBOX is set: mails wait in the database')

  return {
    openSetUpLink: () => openSetUpLink(database, { publicUrl: origin, now: now() }),
    async stop(onDrained) {
      state.isDraining = true
      await drainAndStop({
        server,
        connections,
        drainMs: config.drainMs,
        ...(onDrained && { onDrained }),
        stopJobs: async () => {
          await Promise.all([sftp?.stop(), mailRunner.stop(), jobRunner.stop(), ...jobs.map((job) => job.stop())])
        },
        close: async () => {
          endWatch()
          unfollow?.()
          transport.close()
          await database.close()
        },
      })
    },
  }

  // Links that were sent before the key was replaced are known from the first call on, where the database answers.
  async function learnFormerKeys(): Promise<void> {
    try {
      await learnKeys()
    } catch (error) {
      const reason = error instanceof Error ? error.name : typeof error
      log.warn({ reason }, 'former master keys are not known yet; the job asks again')
    }
  }

  // What a process seals under a key that is not the one of what is here, nobody opens later.
  async function learnKeys(): Promise<void> {
    try {
      await masterKeys.learn()
      state.knowsKeys = true
      vault.letSeal(true)
    } catch (error) {
      if (error instanceof UnknownKeyError && !state.knowsKeys) vault.letSeal(false)
      throw error
    }
  }

  function before(ms: number): Date {
    return new Date(now().getTime() - ms)
  }
}

/** What a new master key seals again in each account. */
export const resealedParts: readonly ResealPart[] = [
  ...[wrappedOfCustomers, wrappedOfCarts, wrappedOfCounters].map(resealWrapped),
  ...[...sealedOfIdentities, ...sealedOfCarriers, ...sealedOfCodes, ...sealedOfSso, ...sealedOfPayees].map(
    resealSealed,
  ),
  resealConnectors,
]

/** The secret of the environment is stretched; without one, a key below the master key needs none. */
async function tokenSecretOf({ tokenSecret }: Pick<Config, 'tokenSecret'>, vault: Vault): Promise<TokenSecret> {
  if (tokenSecret !== null) return stretchSecret(tokenSecret)
  const keys = () => vault.provingKeys('tokens of visitors')
  const [key] = keys()
  return { key, earlier: () => keys().slice(1) }
}
