// `npm start`: web app, database, migrations, demo account, then the API; Ctrl-C ends them in the opposite order.
import { connect } from 'node:net'
import path from 'node:path'
import { spawn } from 'node:child_process'
import { guardRun } from './guarded-run.mjs'
import { superviseApi } from './supervise-api.mjs'
import { databaseFault, demandRoom, portFault, startFault } from './start-faults.mjs'
import { withClient } from './prepare-database.mjs'
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
  if (settings.ownServer) await demandDatabase(settings.ownServer)
  else demandRoom(settings.dataFolder)
  await buildWebWhenStale({ onSpawn })
  if (stopping) return
  if (!settings.ownServer) say(`Starting PostgreSQL in ${settings.dataFolder} …`)
  database = settings.ownServer ?? (await openDataFolder(settings.dataFolder, { url: settings.address }))
  if (stopping) return
  await migrate(settings)
  if (stopping) return
  await loadDemo(settings)
  if (stopping) return
  database.keep?.(say)
  api = superviseApi({
    start: () => spawnApi(settings),
    isReady: (isOver) => isReady(settings, isOver),
    told: (sentence) => console.error(`\n${sentence}`),
    failed: (how) => {
      console.error(`\nThe API ended unexpectedly (${how}).`)
      void end(1)
    },
  })
  await api.ready
  await greet(settings)
}

async function demandPort({ port, host }) {
  const code = await listening(port, host).then(
    () => null,
    (error) => error.code,
  )
  if (code !== null) throw portFault(code, { port, host })
}

async function demandDatabase({ appUrl }) {
  await withClient(appUrl, (client) => client.query('select 1')).catch((error) => {
    throw databaseFault(error, appUrl) ?? error
  })
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
  return spawn(projectNode(), ['--import', guard, path.join(projectRoot, 'api', 'main.ts')], {
    cwd: projectRoot,
    env: projectEnvironment({ NODE_ENV: 'production', ...apiEnvironment(settings, database) }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
}

async function isReady({ host, port, hasTls }, isOver) {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const end = Date.now() + readyMs
  while (Date.now() < end && !stopping && !isOver()) {
    try {
      // Its certificate may be of any authority and name: that it listens is enough then.
      if (hasTls) {
        if (await accepts(port, name.replace(/^\[|\]$/g, ''))) return true
      } else {
        const answer = await fetch(`http://${name}:${port}/api/health`, { signal: AbortSignal.timeout(2000) })
        if (answer.ok) return true
      }
    } catch {
      // Not listening yet.
    }
    await wait(50)
  }
  if (stopping || isOver()) return false
  throw new Sentence(`The API did not answer on port ${port} within ${readyMs / 1000} seconds.`)
}

function accepts(port, host) {
  return new Promise((resolve) => {
    const socket = connect({ port, host })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

async function greet(settings) {
  if (stopping) return
  const lines = ['', `Reprise is ready:  ${settings.address}`]
  if (await isDemoThere(settings, database)) lines.push('', ...demoSignIns())
  lines.push('', 'Ctrl-C ends it.', '')
  say(lines.join('\n'))
}

// The API drains first, then PostgreSQL ends; the first reason to end counts.
async function end(code) {
  if (stopping) return
  stopping = true
  helper?.kill('SIGTERM')
  await started.catch(() => undefined)
  await api?.end(drainMs)
  await database?.close?.()
  process.exit(code)
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
  const fault = startFault(error, readSettings().dataFolder)
  console.error(fault instanceof Sentence ? `\n${fault.sentence}` : fault)
  void end(1)
})
