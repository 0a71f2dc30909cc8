// Finds a Chromium for the browser tests, or gets one: the system's, Playwright's, Debian's package.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Sentence, binary, projectEnvironment, projectNode, projectRoot, say } from './process.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const downloadLimitMs = 180_000

/** The path of a Chromium that runs; installs one where none is found, and throws a sentence where none can be had. */
export function ensureChromium() {
  const found = systemChromium() ?? playwrightChromium()
  if (found) return found
  say('No Chromium found; getting one for the browser tests …')
  spawnSync(binary('playwright'), ['install', 'chromium'], {
    cwd: projectRoot,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: downloadLimitMs,
    env: projectEnvironment(),
  })
  const downloaded = playwrightChromium()
  if (downloaded) return downloaded
  installFromDebian()
  const installed = systemChromium()
  if (installed) return installed
  throw new Sentence(
    'The browser tests need a Chromium and none could be had. Install chromium or Google Chrome, ' +
      'or name one that is elsewhere: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

function systemChromium() {
  const asked = process.env.CHROMIUM_PATH
  if (asked) {
    if (runs(asked)) return asked
    throw new Sentence(`CHROMIUM_PATH names ${asked}, which does not run.`)
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...candidates, ...macPaths].find((file) => existsSync(file) && runs(file))
}

function runs(file) {
  return spawnSync(file, ['--version'], { timeout: 20_000 }).status === 0
}

function playwrightChromium() {
  const ask = `import { chromium } from 'playwright'; process.stdout.write(chromium.executablePath())`
  const answer = spawnSync(projectNode(), ['--input-type=module', '-e', ask], { cwd: projectRoot, encoding: 'utf8' })
  const file = answer.stdout.trim()
  return file && existsSync(file) && runs(file) ? file : undefined
}

function installFromDebian() {
  const isRoot = typeof process.getuid === 'function' && process.getuid() === 0
  if (!isRoot || !existsSync('/etc/debian_version')) return
  const options = {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-q'], options)
  spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], options)
}
