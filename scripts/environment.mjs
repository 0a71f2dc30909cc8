// The settings of `npm start`, read once from the environment, and the database they lead to.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Sentence, projectRoot } from './process.mjs'

const urlVariables = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATABASE_ADMIN_URL']
// The API reads these files again for each connection: the password that they hold may be replaced.
const followed = ['DATABASE_URL', 'DATABASE_ADMIN_URL']

export function readSettings(env = process.env, args = process.argv.slice(2)) {
  const port = env.PORT ? Number(env.PORT) : 8080
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Sentence(`PORT is «${env.PORT}»; it must be a number from 1 to 65535.`)
  }
  for (const name of urlVariables) {
    if (env[name] && env[`${name}_FILE`]) throw new Sentence(`${name} and ${name}_FILE are both set. Choose one.`)
  }
  const [appUrl, ownerUrl, adminUrl] = urlVariables.map((name) => env[name] || fromFile(env, `${name}_FILE`))
  if (ownerUrl && !appUrl) {
    throw new Sentence('DATABASE_OWNER_URL is set without DATABASE_URL, the login that the application uses. Set both.')
  }
  const isEmpty = args.includes('--empty')
  if (isEmpty && args.includes('--demo')) throw new Sentence('--empty and --demo exclude each other. Choose one.')
  return {
    host: env.HOST || '127.0.0.1',
    port,
    // What is set up by hand stands apart from the demo, which a plain start puts into its own folder.
    dataFolder: path.resolve(projectRoot, env.DATA_DIR || (isEmpty ? '.data-own' : '.data')),
    ownServer: appUrl ? { appUrl, ownerUrl, adminUrl } : undefined,
    address: env.PUBLIC_URL || `${env.TLS_CERT ? 'https' : 'http'}://localhost:${port}`,
    hasTls: Boolean(env.TLS_CERT),
    urlFiles: Object.fromEntries(followed.map((name) => [`${name}_FILE`, (appUrl && env[`${name}_FILE`]) || ''])),
    demo: args.includes('--demo'),
    empty: isEmpty,
  }
}

function fromFile(env, variable) {
  if (!env[variable]) return undefined
  try {
    return readFileSync(env[variable], 'utf8').trim()
  } catch (error) {
    throw new Sentence(`${variable} names a file that cannot be read (${error.code}).`)
  }
}

// What api/main.ts reads beside the person's own environment. The migrations' login is not among it: the application
// never holds it. There is no proxy to take notice of a stopping server, so it drains without waiting for one.
export function apiEnvironment(settings, database) {
  return {
    HOST: settings.host,
    PORT: String(settings.port),
    DATA_DIR: settings.dataFolder,
    DATABASE_URL: settings.urlFiles.DATABASE_URL_FILE ? '' : database.appUrl,
    DATABASE_OWNER_URL: '',
    DATABASE_OWNER_URL_FILE: '',
    ...settings.urlFiles,
    DRAIN_MS: process.env.DRAIN_MS || '0',
    ...(database.adminUrl && !settings.urlFiles.DATABASE_ADMIN_URL_FILE
      ? { DATABASE_ADMIN_URL: database.adminUrl }
      : {}),
    ...(settings.ownServer ? {} : { EMBEDDED: '1' }),
    // Never handed on from outside: administrators sign in by password alone in the demo that this start makes.
    DEMO: settings.ownServer || settings.empty ? '' : '1',
  }
}

export function migrationEnvironment(settings, database) {
  return {
    ...apiEnvironment(settings, database),
    ...(database.ownerUrl ? { DATABASE_OWNER_URL: database.ownerUrl } : {}),
  }
}
