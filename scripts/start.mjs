// `npm start`: web app, database, migrations, demo account, then the API; Ctrl-C ends them in the opposite order.
import path from 'node:path'
import { spawn } from 'node:child_process'
import { guardRun } from './guarded-run.mjs'
import { Sentence, projectEnvironment, projectNode, endWithParent, projectRoot, run, say, wait } from './process.mjs'
import { apiEnvironment, migrationEnvironment, readSettings } from './environment.mjs'
import { listening } from './embedded-postgres.mjs'
import { demandUnheld, openDataFolder } from './data-folder.mjs'
import { buildWebWhenStale } from './web-build.mjs'
import { demoSignIns, isDemoThere, isDemoWanted } from './demo-account.mjs'

const drainMs = 20_000
const readyMs = 60_000

let stopping = false
let database
let api
let helper

async function start() {
  const settings = readSettings()
  if (!settings.ownServer) demandUnheld(settings.dataFolder)
  await demandPort(settings)
  await buildWebWhenStale({ onSpawn })
  if (stopping) return
  if (!settings.ownServer) say(`Starting PostgreSQL in ${settings.dataFolder} …`)
  database = settings.ownServer ?? (await openDataFolder(settings.dataFolder, { url: settings.address }))
  if (stopping) return
  await migrate(settings)
  if (stopping) return
  await loadDemo(settings)
  if (stopping) return
  api = spawnApi(settings)
  await ready(settings)
  await greet(settings)
}

async function demandPort({ port, host }) {
  const code = await listening(port, host).then(
    () => null,
    (error) => error.code,
  )
  if (code === null) return
  throw new Sentence(
    ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code)
      ? `${host} is no address of this machine (${code}). Leave HOST out, or listen on all addresses: HOST=0.0.0.0 npm start`
      : `Port ${port} on ${host} is taken by another program, or not allowed. Choose another: PORT=${port + 1} npm start`,
  )
}

async function migrate(settings) {
  if (!database.ownerUrl) {
    say('DATABASE_OWNER_URL is not set: the database is taken as it is, without migrating it.')
    return
  }
  await runNode('api/db/migrate.ts', [], settings, 'The migrations failed; the lines above say why.')
}

async function loadDemo(settings) {
  if (!(await isDemoWanted(settings, database))) return
  if (!database.ownerUrl) throw new Sentence('--demo needs DATABASE_OWNER_URL.')
  say('Loading the demo account …')
  await runNode('api/db/demo/main.ts', [], settings, 'The demo account could not be loaded; the lines above say why.')
}

async function runNode(script, args, settings, sentence) {
  const env = projectEnvironment(migrationEnvironment(settings, database))
  const code = await run(projectNode(), [path.join(projectRoot, script), ...args], { env, onSpawn })
  if (code !== 0 && !stopping) throw new Sentence(sentence)
}

function onSpawn(child) {
  helper = child
}

// In a process group of its own, so that Ctrl-C reaches it once, from here.
function spawnApi(settings) {
  const guard = new URL('./end-with-parent.mjs', import.meta.url).href
  const child = spawn(projectNode(), ['--import', guard, path.join(projectRoot, 'api', 'main.ts')], {
    cwd: projectRoot,
    env: projectEnvironment({ NODE_ENV: 'production', ...apiEnvironment(settings, database) }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  child.once('error', () => undefined)
  child.once('exit', (code, signal) => {
    if (stopping) return
    console.error(`\nThe API ended unexpectedly (${signal ?? `exit code ${code}`}).`)
    void end(1)
  })
  return child
}

async function ready({ host, port }) {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const end = Date.now() + readyMs
  while (Date.now() < end && !stopping) {
    try {
      const answer = await fetch(`http://${name}:${port}/api/health`, { signal: AbortSignal.timeout(2000) })
      if (answer.ok) return
    } catch {
      // Not listening yet.
    }
    await wait(50)
  }
  if (!stopping) throw new Sentence(`The API did not answer on port ${port} within ${readyMs / 1000} seconds.`)
}

async function greet(settings) {
  if (stopping) return
  const lines = ['', `Reprise is ready:  ${settings.address}`]
  if (await isDemoThere(settings, database)) lines.push('', ...demoSignIns())
  lines.push('', 'Ctrl-C ends it.', '')
  say(lines.join('\n'))
}

// The API drains first, then PostgreSQL ends; whichever reason comes first counts.
async function end(code) {
  if (stopping) return
  stopping = true
  helper?.kill('SIGTERM')
  await started.catch(() => undefined)
  await endApi()
  await database?.close?.()
  process.exit(code)
}

function endApi() {
  if (!api || api.exitCode !== null || api.signalCode !== null || api.pid === undefined) return
  return new Promise((resolve) => {
    const hard = setTimeout(() => api.kill('SIGKILL'), drainMs)
    api.once('exit', () => (clearTimeout(hard), resolve()))
    api.kill('SIGTERM')
  })
}

let signals = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    signals += 1
    if (signals === 1) say('\nStopping …')
    if (signals >= 3) api?.kill('SIGKILL')
    void end(0)
  })
}

guardRun()
endWithParent(() => void end(0))
const started = start()
started.catch((error) => {
  if (stopping) return
  console.error(error instanceof Sentence ? `\n${error.sentence}` : error)
  void end(1)
})
