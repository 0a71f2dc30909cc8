// `npm run dev`: Vite with hot reload on PORT (8080), and the API, restarted at every change, behind its proxy.
import path from 'node:path'
import { spawn } from 'node:child_process'
import { Sentence, projectEnvironment, projectNode, endWithParent, projectRoot, run, say } from './process.mjs'
import { apiEnvironment, migrationEnvironment, readSettings } from './environment.mjs'
import { freePort } from './embedded-postgres.mjs'
import { demandUnheld, openDataFolder } from './data-folder.mjs'
import { demoSignIns, isDemoThere, isDemoWanted } from './demo-account.mjs'

let database
const children = []
let ending = false

async function develop() {
  const settings = readSettings()
  if (!settings.ownServer) demandUnheld(settings.dataFolder)
  if (!(await freePort(settings.port, settings.host))) {
    throw new Sentence(`Port ${settings.port} is taken. Choose another: PORT=${settings.port + 1} npm run dev`)
  }
  database = settings.ownServer ?? (await openDataFolder(settings.dataFolder, { url: settings.address }))
  database.keep?.(say)
  const apiPort = await freePort(0)
  const owner = projectEnvironment(migrationEnvironment(settings, database))
  await demand('api/db/migrate.ts', owner)
  if (await isDemoWanted(settings, database)) await demand('api/db/demo/main.ts', owner)
  const signIns = (await isDemoThere(settings, database)) ? ['', ...demoSignIns()] : []

  const own = { HOST: '127.0.0.1', PORT: String(apiPort), PUBLIC_URL: settings.address }
  const env = projectEnvironment({ ...apiEnvironment(settings, database), ...own })
  launch([`--watch`, path.join(projectRoot, 'api', 'main.ts')], env)
  const vite = path.join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')
  const target = `http://127.0.0.1:${apiPort}`
  launch([vite, '--host', settings.host, '--port', String(settings.port), '--strictPort'], { ...env, API_URL: target })
  say(['', `The app with hot reload:  ${settings.address}   (API on ${target})`, ...signIns, ''].join('\n'))
}

async function demand(script, env) {
  const code = await run(projectNode(), [path.join(projectRoot, script)], { env })
  if (code !== 0) throw new Sentence(`${script} failed; the lines above say why.`)
}

function launch(args, env) {
  const child = spawn(projectNode(), args, { cwd: projectRoot, env, stdio: ['ignore', 'inherit', 'inherit'] })
  child.once('exit', () => void end(1))
  children.push(child)
}

async function end(code) {
  if (ending) return
  ending = true
  const open = children.filter((child) => child.exitCode === null && child.signalCode === null)
  const exits = open.map((child) => new Promise((resolve) => child.once('exit', resolve)))
  for (const child of open) child.kill('SIGTERM')
  const slow = setTimeout(() => open.forEach((child) => child.kill('SIGKILL')), 10_000)
  await Promise.all(exits)
  clearTimeout(slow)
  await database?.close?.()
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0))

endWithParent(() => void end(0))
develop().catch(async (error) => {
  console.error(error instanceof Sentence ? `\n${error.sentence}` : error)
  await end(1)
})
