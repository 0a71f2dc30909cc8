import pino from 'pino'
import { createMemoryMail, type MemoryMail } from '#api/adapters/mail/memory-mail.ts'
import type { MailTransport } from '#api/adapters/mail/mail-transport.ts'
import { createHttpCarrier } from '#api/adapters/carrier/http-carrier.ts'
import { createTxtResolver } from '#api/adapters/dns/txt-resolver.ts'
import { createOpenIdProviders } from '#api/adapters/openid/openid-providers.ts'
import { createPublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
import { createHttpPayouts } from '#api/adapters/payment/http-payout-provider.ts'
import type { PayoutProvider } from '#api/adapters/payment/payout-provider.ts'
import type { PrinterTransport } from '#api/adapters/printer/printer-transport.ts'
import type { Vault } from '#api/adapters/vault/vault.ts'
import { createApp, type AppDeps } from '#api/app.ts'
import { createDatabase as connect, type Database } from '#api/db/database.ts'
import type { App } from '#api/http/assemble-app.ts'
import type { RenderJourney } from '#api/http/journey-renderer.ts'
import { createMailRunner, type MailRunner } from '#api/jobs/mail-runner.ts'
import { mailboxPage } from '#api/mail/mailbox-page.ts'
import type { AuthenticatedUser } from '#sync/calls/session-answers.ts'
import { staffPaths } from '#web/staff/routes.ts'
import { createContract } from './contract.ts'
import { createDatabase, type TestDatabase } from './postgres.ts'
import { keepSessions, personOf, seedAccounts, type SeededAccounts } from './accounts.ts'
import { testVault } from './vault.ts'
import { createRecordingWatch } from './loop-record.ts'

/** Password of every user that the tests make. */
export const testPassword = 'Reprise-2026'

/** Where the tests' browser believes to be. */
export const testOrigin = 'http://localhost:8080'
/** Where mails of the tests say that a customer follows a buyback. */
export const testTrackingLink = ({ buybackId }: { readonly buybackId: string }): string =>
  `${testOrigin}/buyback/tracking/${buybackId}`

/** What a test may ask of the application that it boots. */
export interface TestApiOptions {
  /** A clock of the test's own. */
  readonly now?: () => Date
  readonly transport?: MailTransport
  readonly printer?: PrinterTransport
  /** How the tasks stand that come round again and again; a test runs none unless it says so. */
  readonly tasks?: AppDeps['tasks']
  readonly payouts?: PayoutProvider
  /** Where SFTP is served; nowhere unless a test says so. */
  readonly sftpServer?: AppDeps['sftpServer']
  /** Hosts at which accounts may name a carrier's service. */
  readonly carrierHosts?: readonly string[]
  /** The same for a payout service. */
  readonly payoutHosts?: readonly string[]
  /** Hosts of identity providers that accounts may name without TLS. */
  readonly openIdHosts?: readonly string[]
  /** Name servers that are asked for the records of domains; none that answers unless a test has one. */
  readonly dnsServers?: readonly string[]
  /** What looks at uploaded files; nothing unless a test says so. */
  readonly scanner?: AppDeps['scanner']
  readonly trustProxy?: boolean
  readonly publicUrl?: string
  /** Whether administrators have to show a second factor, as in production; else they sign in as those of the demo do. */
  readonly demandsSecondFactor?: boolean
  /** Whether the account of `*` answers every host that nobody else holds. */
  readonly anyHost?: boolean
  readonly webDist?: string
  readonly renderJourney?: RenderJourney
  /** What seals and opens; under the master key of the tests unless told. */
  readonly vault?: Vault
  /** A database that already has its rows; the caller that created it drops it. */
  readonly database?: TestDatabase
  /** Whether its connections keep statements prepared under their names; true unless told. */
  readonly keepsStatements?: boolean
  /** Shares the database of another application: two processes, as far as the database can tell. */
  readonly share?: TestApi
  /** An installation without the login of client administration. */
  readonly withoutAdministration?: boolean
}

/** One signed-in user, as a browser (cookie) or as an API client (bearer). */
export interface TestSession {
  readonly user: AuthenticatedUser
  readonly headers: Readonly<Record<string, string>>
  request(path: string, init?: TestRequest): Promise<Response>
}

/** A request; `json` is sent as such. */
export type TestRequest = RequestInit & { readonly json?: unknown }

/** The real application on a database of its own. */
export interface TestApi {
  readonly app: App
  readonly db: Database
  readonly testDatabase: TestDatabase
  readonly accounts: SeededAccounts
  readonly mailbox: MemoryMail
  readonly mailRunner: MailRunner
  readonly logLines: readonly string[]
  request(path: string, init?: TestRequest): Promise<Response>
  /**
   * Signs in a user of the first account by type, or anybody by e-mail. An administrator of the platform opens the first
   * account, or the one that the address names.
   */
  signIn(who: string, options?: SignInOptions): Promise<TestSession>
  close(): Promise<void>
}

/** How to sign in. */
export interface SignInOptions {
  readonly as?: 'browser' | 'api'
  readonly password?: string
  readonly module?: string
  readonly deviceId?: string
  readonly grantModules?: readonly string[]
  /** The client that an administrator opens; with null, the session stays in the platform's own account. */
  readonly opens?: string | null
}

/** Boots the real application on a cloned database with two retailers, a linked buyer and a user of each type. */
export async function createTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const testDatabase = options.share?.testDatabase ?? options.database ?? (await createDatabase())
  const accounts = options.share?.accounts ?? (await seedAccounts(testDatabase.ownerUrl, testPassword))
  // A clock that a test moves ends no session that the test is not about.
  if (options.now !== undefined && options.demandsSecondFactor !== true && options.share === undefined)
    await keepSessions(testDatabase.ownerUrl)
  const adminUrl = options.withoutAdministration === true ? undefined : testDatabase.adminUrl
  const now = options.now ?? (() => new Date())
  const mailbox = createMemoryMail(now)
  const logLines: string[] = []
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => void logLines.push(line) })
  const db = connect({
    appUrl: testDatabase.appUrl,
    adminUrl,
    maxConnections: 8,
    keepsStatements: options.keepsStatements ?? true,
    tellDeadlock: (facts) => log.error(facts, 'deadlock'),
  })
  const transport = options.transport ?? mailbox
  const mailRunner = createMailRunner({ database: db, transport, log, now, messageDomain: 'localhost' })
  const loop = createRecordingWatch(log)
  const app = await createApp({
    loopWatch: loop.watch,
    config: {
      publicUrl: options.publicUrl ?? testOrigin,
      tokenSecret: { key: Buffer.alloc(32, 'a secret of the tests') },
      mapTiles: null,
      trustProxy: options.trustProxy ?? false,
      isOfDemo: () => options.demandsSecondFactor !== true,
      anyHost: options.anyHost ?? false,
      webDist: options.webDist ?? 'dist-of-no-test',
    },
    database: db,
    log,
    now,
    vault: options.vault ?? testVault,
    payments: {
      publicHolidays: createPublicHolidays(),
      http: options.payouts ?? null,
      payoutHosts: options.payoutHosts ?? [],
      openPayouts: (service) => createHttpPayouts({ ...service, timeoutMs: 2_000 }),
      trackingLink: testTrackingLink,
    },
    carriers: {
      carrierHosts: options.carrierHosts ?? [],
      openCarrier: (carrier) => createHttpCarrier({ ...carrier, timeoutMs: 1_000 }),
    },
    resolveTxt: createTxtResolver(options.dnsServers ?? ['127.0.0.1:9']),
    identityProviders: createOpenIdProviders({ trustedHosts: options.openIdHosts ?? [], now, timeoutMs: 2_000 }),
    tasks: options.tasks ?? (() => []),
    sftpServer: options.sftpServer ?? (() => null),
    scanner: options.scanner ?? null,
    isDraining: () => false,
    site: { renderJourney: options.renderJourney ?? null, staffPaths },
    sendsMail: true,
    mailbox: { for: 'anybody', page: () => mailboxPage(mailbox.sent) },
    mailQueued: () => undefined,
    printer: options.printer,
  })
  const contract = createContract(app.routes)
  const request: TestApi['request'] = async (path, init = {}) => {
    const { json, ...rest } = init
    const headers = new Headers({
      host: new URL(options.publicUrl ?? testOrigin).host,
      ...Object.fromEntries(new Headers(rest.headers)),
    })
    if (json !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json')
    const body = json === undefined ? rest.body : JSON.stringify(json)
    const asked = new Request(`${testOrigin}${path}`, { ...rest, headers, ...(body === undefined ? {} : { body }) })
    const response = await app.hono.request(asked)
    await contract.hold(asked.method, new URL(asked.url).pathname, response)
    return response
  }
  return {
    app,
    db,
    testDatabase,
    accounts,
    mailbox,
    mailRunner,
    logLines,
    request,
    signIn: async (who, how = {}) => {
      const email = personOf(who)
      const signedIn = await signIn(request, email, how)
      if (signedIn.user.accountId !== accounts.platform.id || how.opens === null) return signedIn
      const client = email.endsWith('@other.example') ? accounts.other : accounts.retailer
      return openClient(request, signedIn, how.opens ?? client.id, how.deviceId)
    },
    close: async () => {
      loop.end()
      await mailRunner.stop()
      await db.close()
      if (options.share === undefined && options.database === undefined) await testDatabase.drop()
      const broken = [...contract.broken].toSorted()
      if (broken.length > 0) throw new Error(`Answers that no route declares:\n${broken.join('\n')}`)
    },
  }
}

async function signIn(request: TestApi['request'], email: string, how: SignInOptions): Promise<TestSession> {
  const asApi = how.as === 'api'
  const { as: _as, opens: _opens, password = testPassword, ...rest } = how
  const response = await request('/api/login', {
    method: 'POST',
    headers: asApi ? { 'x-client': 'api' } : { origin: testOrigin },
    json: { email, password, ...rest },
  })
  if (response.status !== 200) throw new Error(`Sign-in of ${email}: ${response.status} ${await response.text()}`)
  return sessionOf(request, response, asApi)
}

/** Opens a client to one of the platform's administrators: the session goes on there under another token. */
async function openClient(
  request: TestApi['request'],
  session: TestSession,
  accountId: string,
  deviceId: string | undefined,
): Promise<TestSession> {
  const json = { accountId, ...(deviceId !== undefined && { deviceId }) }
  const response = await session.request('/api/session/account', { method: 'POST', json })
  if (response.status !== 200) throw new Error(`Opening a client: ${response.status} ${await response.text()}`)
  return sessionOf(request, response, 'authorization' in session.headers)
}

async function sessionOf(request: TestApi['request'], response: Response, asApi: boolean): Promise<TestSession> {
  const user = (await response.json()) as AuthenticatedUser
  const headers: Record<string, string> = asApi
    ? { authorization: `Bearer ${user.apiToken}` }
    : { cookie: cookieOf(response), origin: testOrigin }
  return {
    user,
    headers,
    request: (path, init = {}) =>
      request(path, { ...init, headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) } }),
  }
}

/** The cookie that an answer sets, as a browser sends it back. */
export function cookieOf(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}
