import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { MapTiles } from '#sync/calls/journey.ts'

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .default('0')
  .transform((value) => value === '1' || value === 'true')
const optionalText = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value === '' ? null : value))
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://')

const hosts = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((host) => (host.trim() === '' ? [] : [host.trim().toLowerCase()])))

const masterKey = z.base64().refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes as base64')

const environmentSchema = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  DATABASE_URL: databaseUrl,
  DATABASE_ADMIN_URL: optionalText,
  TLS_CERT: optionalText,
  TLS_KEY: optionalText,
  DATABASE_STATEMENTS: z.enum(['named', 'unnamed', '']).default('named'),
  PUBLIC_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  REGISTER_WITNESS: optionalText.pipe(z.email().nullable()),
  SMTP_URL: optionalText.pipe(z.url({ protocol: /^smtps?$/ }).nullable()),
  SMTP_TLS: z.enum(['required', 'optional', '']).default(''),
  MAIL_FROM: z.string().min(3).default('Reprise <no-reply@localhost>'),
  TOKEN_SECRET: optionalText.pipe(z.string().min(32).nullable()),
  MASTER_KEY: optionalText.pipe(masterKey.nullable()),
  OTHER_MASTER_KEYS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((key) => key !== ''))
    .pipe(masterKey.array()),
  DATA_DIR: z.string().min(1).default('.data'),
  PAYOUT_URL: optionalText.pipe(z.url({ protocol: /^https?$/ }).nullable()),
  PAYOUT_API_KEY: optionalText,
  PAYOUT_EVENT_SECRET: optionalText.pipe(z.string().min(32).nullable()),
  PAYOUT_HOSTS: hosts,
  CARRIER_HOSTS: hosts,
  OPENID_HOSTS: hosts,
  PRINTER_HOSTS: hosts,
  PRINTER_TLS: z.enum(['required', 'optional', '']).default(''),
  OUTGOING_HOSTS: hosts,
  SFTP_PORT: optionalText
    .transform((text) => (text === null ? null : Number(text)))
    .pipe(z.int().min(1).max(65_535).nullable()),
  SFTP_HOST: optionalText,
  SFTP_PUBLIC_HOST: optionalText,
  EMBEDDED: flag,
  DEMO: flag,
  ANY_HOST: flag,
  MAILBOX: flag,
  TRUST_PROXY: flag,
  CLAMD_URL: optionalText.pipe(z.url({ protocol: /^(unix|tcp|tls)$/ }).nullable()),
  LOG_FORWARD_URL: optionalText.pipe(z.url({ protocol: /^tls$/ }).nullable()),
  LOG_FORWARD_CA: optionalText,
  LOG_FORWARD_CERT: optionalText,
  LOG_FORWARD_KEY: optionalText,
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MAP_TILES_URL: optionalText.pipe(
    z
      .string()
      .max(500)
      .regex(/^(https?:\/\/|\/)[^'"\s;]*\{z\}[^'"\s;]*$/)
      .nullable(),
  ),
  MAP_TILES_ATTRIBUTION: optionalText.pipe(z.string().trim().max(200).nullable()),
  WEB_DIST: z.string().min(1).default('dist'),
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(1500),
})

/** Files, as PEM, of the certificate that the API shows and of its key; the two may be one file. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

/** The address of a database; a function where it may become another one while the program runs. */
export type CurrentUrl = string | (() => string)

/** The syslog server that gets the log over TLS; `caFile`: whose certificate alone it may show, null: any known authority's. */
export interface LogReceiver {
  readonly host: string
  readonly port: number
  readonly caFile: string | null
  /** By what the receiver knows us, where it asks. */
  readonly certFile: string | null
  readonly keyFile: string | null
}

/** What the environment says, parsed once. */
export interface Config {
  readonly host: string
  readonly port: number
  /** Files of the certificate that the API shows and of its key; null: it serves without TLS. */
  readonly tls: TlsFiles | null
  readonly databaseUrl: string
  readonly databaseAdminUrl: string | null
  /** The same two where a file holds them: what it holds now, for each new connection. */
  readonly currentUrls: { readonly app: CurrentUrl; readonly admin: CurrentUrl | null }
  /** Whether connections keep statements prepared under their names. */
  readonly keepsStatements: boolean
  /** Origin that people use, where it differs from the one that the server hears on. */
  readonly publicUrl: string | null
  readonly smtpUrl: string | null
  /** Whether mail goes out encrypted or not at all; nothing less is taken but of this machine, or where it is said. */
  readonly smtpDemandsTls: boolean
  readonly mailFrom: string
  /** Who is mailed the heads of the registers each day; null: they are not mailed. */
  readonly registerWitness: string | null
  /** What the tokens of visitors are signed with, the same for all processes; null: a key below the master key. */
  readonly tokenSecret: string | null
  /** What wraps the keys of customers' secrets; null: the data folder's own. The same for all processes. */
  readonly masterKey: Buffer | null
  /** Master keys that open what they have sealed, and seal nothing: those that were replaced, or are to come. */
  readonly otherMasterKeys: readonly Buffer[]
  /** Folder of what the installation keeps beside its database. */
  readonly dataDir: string
  /** The service that pays customers over HTTP; null where the installation has none. */
  readonly payouts: { readonly url: string; readonly apiKey: string; readonly eventSecret: string } | null
  /** Hosts, with their ports where they have one, at which accounts may name a payout service of their own. */
  readonly payoutHosts: readonly string[]
  /** The same for a carrier's service. */
  readonly carrierHosts: readonly string[]
  /**
   * Hosts, with their ports where they have one, at which accounts may name an identity provider although they are not
   * public or speak without TLS.
   */
  readonly openIdHosts: readonly string[]
  /** Hosts, with their ports where they have one, that may be printers although they are this machine or its link. */
  readonly printerHosts: readonly string[]
  /** Whether labels go to no printer without TLS. */
  readonly printersDemandTls: boolean
  /** The only hosts at which identity providers and printers may be besides; every one without a list. */
  readonly outgoingHosts: readonly string[]
  /** Where SFTP listens and by which name machines reach it; null: it is not served. */
  readonly sftp: { readonly host: string; readonly port: number; readonly publicHost: string } | null
  /**
   * Who sees the development mailbox, which contains password links: every user of this machine with the embedded
   * database, everybody where `MAILBOX` asks for it, nobody with a real SMTP server.
   */
  readonly mailbox: 'this_machine' | 'anybody' | null
  /**
   * Whether the account whose host is `*` answers every host that no other account holds, as the embedded demo does;
   * elsewhere it answers the installation's own address alone.
   */
  readonly anyHost: boolean
  /**
   * Whether this is the embedded demo, whose administrators sign in by a password alone that everybody reads. The start with
   * the program's own database says so; beside a mail server, or a database of another machine, nothing turns it on.
   */
  readonly isDemo: boolean
  /** Whether `x-forwarded-*` headers come from a proxy of ours. */
  readonly trustProxy: boolean
  /** Where ClamAV's daemon looks at files that are given out as they came; null: nothing looks at them. */
  readonly clamdUrl: string | null
  readonly logLevel: string
  /** Where the lines of the log go besides standard output; null: nowhere. */
  readonly logReceiver: LogReceiver | null
  /** Where map tiles come from; null: the public site shows lists of stores without a map. */
  readonly mapTiles: MapTiles | null
  /** Folder of the built web app. */
  readonly webDist: string
  /** How long a stopping server answers on while proxies take it out of their rotation. */
  readonly drainMs: number
}

type Variables = Readonly<Record<string, string | undefined>>

const variableOfFile = /^([A-Z]+(?:_[A-Z]+)*)_FILE$/
const ownerUrl = 'DATABASE_OWNER_URL'

/**
 * The variables with those that files hold: `NAME_FILE` names the file of `NAME`, as managers of secrets hand them out.
 * Throws one error that names the variable, never a value.
 */
export function withFiles(variables: Variables): Variables {
  const known = (name: string) => name === ownerUrl || name in environmentSchema.shape
  const read = Object.entries(variables).flatMap(([variable, file]) => {
    const [, name = ''] = variableOfFile.exec(variable) ?? []
    if (!known(name) || file === undefined || file === '') return []
    if (variables[name]) throw new Error(`${name} and ${variable} are both set: one of them says it.`)
    return [[name, contentOf(file, variable)] as const]
  })
  return { ...variables, ...Object.fromEntries(read) }
}

function contentOf(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Error(`${variable}: the file cannot be read (${code}).`, { cause: error })
  }
}

/** The address that a file holds at the time; the last one that was whole while it is being replaced. */
function followed(file: string | undefined, first: string): CurrentUrl {
  if (file === undefined || file === '') return first
  let last = first
  return () => {
    try {
      last = databaseUrl.parse(readFileSync(file, 'utf8').trim())
    } catch {
      // The last one may still do, and the database says so where it does not.
    }
    return last
  }
}

/** Parses the environment; throws one error that names every variable at fault, never a value. */
export function readConfig(given: Variables): Config {
  const environment = withFiles(given)
  const parsed = environmentSchema.safeParse(environment)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`The environment is not complete. ${faults.join('; ')}`)
  }
  const env = parsed.data
  if (env.SMTP_URL !== null && env.PUBLIC_URL === null) {
    throw new Error('SMTP_URL needs PUBLIC_URL: the links in mails must not follow what a caller claims as host.')
  }
  return {
    host: env.HOST,
    port: env.PORT,
    tls: tlsOf(env),
    databaseUrl: env.DATABASE_URL,
    databaseAdminUrl: env.DATABASE_ADMIN_URL,
    currentUrls: {
      app: followed(given.DATABASE_URL_FILE, env.DATABASE_URL),
      admin: env.DATABASE_ADMIN_URL && followed(given.DATABASE_ADMIN_URL_FILE, env.DATABASE_ADMIN_URL),
    },
    keepsStatements: env.DATABASE_STATEMENTS !== 'unnamed',
    publicUrl: env.PUBLIC_URL,
    smtpUrl: env.SMTP_URL,
    smtpDemandsTls: demandsTls(env),
    mailFrom: env.MAIL_FROM,
    registerWitness: env.REGISTER_WITNESS,
    // A password that a file holds may change, and each process would have another one.
    tokenSecret: env.TOKEN_SECRET ?? (given.DATABASE_URL_FILE ? null : secretOfDatabase(env.DATABASE_URL)),
    masterKey: env.MASTER_KEY === null ? null : Buffer.from(env.MASTER_KEY, 'base64'),
    otherMasterKeys: env.OTHER_MASTER_KEYS.map((key) => Buffer.from(key, 'base64')),
    dataDir: env.DATA_DIR,
    payouts: payoutsOf(env),
    payoutHosts: env.PAYOUT_HOSTS,
    carrierHosts: env.CARRIER_HOSTS,
    openIdHosts: env.OPENID_HOSTS,
    printerHosts: env.PRINTER_HOSTS,
    printersDemandTls: env.PRINTER_TLS === 'required',
    outgoingHosts: env.OUTGOING_HOSTS,
    sftp: sftpOf(env),
    mailbox: env.SMTP_URL !== null ? null : env.MAILBOX ? 'anybody' : env.EMBEDDED ? 'this_machine' : null,
    anyHost: env.EMBEDDED || env.ANY_HOST,
    isDemo: env.DEMO && env.SMTP_URL === null && isOnThisMachine(env.DATABASE_URL),
    trustProxy: env.TRUST_PROXY,
    clamdUrl: env.CLAMD_URL,
    logLevel: env.LOG_LEVEL,
    logReceiver: receiverOf(env),
    mapTiles: tilesOf(env),
    webDist: env.WEB_DIST,
    drainMs: env.DRAIN_MS,
  }
}

type Environment = z.output<typeof environmentSchema>

function tlsOf({ TLS_CERT: cert, TLS_KEY: key }: Environment): TlsFiles | null {
  if (cert === null && key !== null) throw new Error('TLS_KEY needs TLS_CERT: the certificate of that key.')
  return cert === null ? null : { cert, key: key ?? cert }
}

/** The port of syslog over TLS (RFC 5425). */
const syslogTlsPort = 6514

function receiverOf(env: Environment): LogReceiver | null {
  if (env.LOG_FORWARD_URL === null) return null
  const { hostname, port } = new URL(env.LOG_FORWARD_URL)
  // An address of IPv6 is in brackets in an address of the web alone.
  const host = hostname.replace(/^\[|\]$/g, '')
  const files = { caFile: env.LOG_FORWARD_CA, certFile: env.LOG_FORWARD_CERT, keyFile: env.LOG_FORWARD_KEY }
  return { host, port: port === '' ? syslogTlsPort : Number(port), ...files }
}

function demandsTls({ SMTP_URL: url, SMTP_TLS: said }: Environment): boolean {
  if (said !== '') return said === 'required'
  return url !== null && !isOnThisMachine(url)
}

function sftpOf({ SFTP_PORT: port, SFTP_HOST: host, SFTP_PUBLIC_HOST: publicHost, HOST, PUBLIC_URL }: Environment) {
  if (port === null) return null
  const site = PUBLIC_URL === null ? 'localhost' : new URL(PUBLIC_URL).hostname
  return { port, host: host ?? HOST, publicHost: publicHost ?? site }
}

// The tiles of OpenStreetMap's own servers are named as it asks; others say how by their setting.
function tilesOf({ MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: attribution }: Environment): MapTiles | null {
  if (url === null) return null
  const isOpenStreetMap = /^https?:\/\/(?:[^/?#]+\.)?openstreetmap\.org\//i.test(url)
  return { url, attribution: attribution ?? (isOpenStreetMap ? '© OpenStreetMap' : null) }
}

function payoutsOf({ PAYOUT_URL: url, PAYOUT_API_KEY: apiKey, PAYOUT_EVENT_SECRET: eventSecret }: Environment) {
  if (url === null) return null
  if (apiKey === null || eventSecret === null)
    throw new Error('PAYOUT_URL needs PAYOUT_API_KEY and PAYOUT_EVENT_SECRET: nothing is paid on an unsigned word.')
  return { url, apiKey, eventSecret }
}

function isOnThisMachine(url: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)
}

/** Every process of an installation has the same database password, and nobody else has it; null without one. */
function secretOfDatabase(url: string): string | null {
  const { password } = new URL(url)
  return password === '' ? null : `database password:${password}`
}
