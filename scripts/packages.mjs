// Installs the packages of package-lock.json when node_modules is missing or older than the lockfile.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { Sentence, projectNode, projectRoot, run, say } from './process.mjs'

const modules = path.join(projectRoot, 'node_modules')
const stampFile = path.join(modules, '.reprise-lock')

export async function ensurePackages() {
  if (!isCurrent()) {
    say('Installing packages from package-lock.json …')
    await install()
  }
  checkNode()
  writeFileSync(stampFile, wantedStamp())
}

function wantedStamp() {
  const lock = readFileSync(path.join(projectRoot, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

function isCurrent() {
  if (!existsSync(path.join(modules, '.package-lock.json'))) return false
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wantedStamp()) return true
  return matchesLockfile()
}

// True after npm was run by hand: npm's own record of node_modules names the versions of the lockfile.
function matchesLockfile() {
  const wanted = JSON.parse(readFileSync(path.join(projectRoot, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')).packages
  const names = new Set([...Object.keys(wanted), ...Object.keys(present)])
  names.delete('')
  for (const name of names) {
    if (wanted[name]?.optional && !present[name]) continue
    if (wanted[name]?.version !== present[name]?.version) return false
  }
  return true
}

// npm ci removes node_modules first, and with it the project's own Node.js; so npm runs under the Node.js of the
// machine. Exact versions are those of the lockfile, regardless of the Node.js that runs npm.
async function install() {
  const searchPath = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(path.delimiter)
  // ssh2 works without its native parts. An npm that does not read `allowScripts` looks for Node's headers here, finds
  // none, and leaves those parts out instead of compiling for minutes.
  const env = { ...process.env, PATH: searchPath, npm_config_nodedir: 'nothing-is-compiled-here' }
  delete env.NODE_ENV
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
  const cli = process.env.npm_execpath
  const isNpm = cli !== undefined && /npm-cli\.c?js$/.test(cli)
  const code = isNpm
    ? await run(spawnSync('node', ['--version'], { env }).error ? process.execPath : 'node', [cli, ...args], { env })
    : await run('npm', args, { env, shell: process.platform === 'win32' })
  if (code !== 0) {
    throw new Sentence(
      'npm ci failed (see above). Check that the npm registry can be reached, then run the same command again.',
    )
  }
}

function checkNode() {
  const answer = spawnSync(projectNode(), ['--version'], { encoding: 'utf8' })
  const major = Number(/^v(\d+)/.exec(answer.stdout ?? '')?.[1] ?? 0)
  if (major >= 24) return
  throw new Sentence(
    'The Node.js 24 that the project brings along (npm package «node») is not usable here. ' +
      'When npm is set to skip install scripts, run: npm rebuild node --ignore-scripts=false',
  )
}
