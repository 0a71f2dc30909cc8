import { serve } from '@hono/node-server'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { createMemoryMail } from './adapters/mail/memory-mail.ts'
import { createSmtpMail } from './adapters/mail/smtp-mail.ts'
import { createApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { createDatabase } from './db/database.ts'
import { loadJourneyRenderer } from './http/journey-renderer.ts'
import { createProposalMails } from './features/quarantine/proposal-mail.ts'
import { sweepThrottle } from './features/access/find-queries.ts'
import { createMailRunner } from './jobs/mail-runner.ts'
import { createPeriodicJob } from './jobs/periodic-job.ts'
import { mailboxPage } from './mail/mailbox-page.ts'
import { drainAndStop } from './stop.ts'
import { createHousekeeping } from './sync/housekeeping.ts'
import { createSyncDeps } from './sync/sync-deps.ts'

const config = configOrExit()
const log = pino({ level: config.logLevel, base: null })
const now = () => new Date()
const state = { isDraining: false }
const database = createDatabase({ appUrl: config.databaseUrl, adminUrl: config.databaseAdminUrl ?? undefined })
const memoryMail = createMemoryMail(now)
const transport = config.smtpUrl === null ? memoryMail : createSmtpMail({ url: config.smtpUrl, from: config.mailFrom })
const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
const messageDomain = new URL(publicUrl).hostname
const mailRunner = createMailRunner({ database, transport, log, now, messageDomain })
const housekeeping = createHousekeeping(createSyncDeps({ database, now, log }))
const sweep = { name: 'throttle sweep', everyMs: 3_600_000, run: () => sweepThrottle(database) }
const delivers = config.smtpUrl !== null || config.mailbox
const mailQueued = () => (delivers ? mailRunner.nudge() : undefined)
const sendProposals = createProposalMails({ database, now, publicUrl: new URL(publicUrl).origin, mailQueued, log })
const proposals = { name: 'price proposals', everyMs: 5_000, run: sendProposals }
const jobs = [createPeriodicJob(sweep, log), createPeriodicJob(proposals, log), housekeeping]

const app = await createApp({
  config: { ...config, publicUrl },
  database,
  log,
  now,
  isDraining: () => state.isDraining,
  renderJourney: await loadJourneyRenderer(config.webDist),
  mailbox: config.mailbox ? () => mailboxPage(memoryMail.sent) : null,
  mailQueued,
})

const server = serve({ fetch: app.hono.fetch, hostname: config.host, port: config.port }, announce)
server.on('error', failToListen)
if ('keepAliveTimeout' in server) server.keepAliveTimeout = 75_000
for (const job of jobs) job.start()
if (delivers) mailRunner.start()
else log.warn('neither SMTP_URL nor MAILBOX is set: mails wait in the database')

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void stop(signal))
}

async function stop(signal: string): Promise<void> {
  log.info({ signal }, 'stopping')
  state.isDraining = true
  await drainAndStop({
    server,
    drainMs: config.drainMs,
    stopJobs: async () => {
      await Promise.all([mailRunner.stop(), ...jobs.map((job) => job.stop())])
    },
    close: async () => {
      transport.close()
      await database.close()
    },
  })
  process.exit(0)
}

function announce({ address, port }: AddressInfo): void {
  const host =
    address === '127.0.0.1' || address === '::1' ? 'localhost' : address.includes(':') ? `[${address}]` : address
  process.stdout.write(`Reprise listens on http://${host}:${port}\n`)
}

function failToListen(error: Error): void {
  const busy = 'code' in error && error.code === 'EADDRINUSE'
  exit(busy ? `Port ${config.port} is taken; set PORT to another one.` : `The server cannot listen: ${error.message}`)
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    return exit(error instanceof Error ? error.message : String(error))
  }
}

function exit(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
