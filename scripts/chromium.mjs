// Finds a Chromium for the browser tests: the system's, one that Playwright has downloaded before, Debian's package, and
// only then Playwright's download, which needs a network that many machines do not have.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { Sentence, binary, projectEnvironment, projectNode, projectRoot, say } from './process.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macPaths = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const downloadLimitMs = 180_000
const installLimitMs = 600_000

/** The path of a Chromium that runs; installs one where none is found, and throws a sentence where none can be had. */
export function ensureChromium() {
  const found = systemChromium() ?? playwrightChromium()
  if (found) return found
  say('No Chromium found; getting one for the browser tests …')
  installFromDebian('chromium')
  // Older systems have no package of it; the whole one does then.
  if (systemChromium()) installFromDebian('chromium-headless-shell')
  const installed = systemChromium()
  if (installed) return installed
  const output = downloadForPlaywright()
  const downloaded = playwrightChromium()
  if (downloaded) return downloaded
  say(lastLines(output, 3))
  throw new Sentence(
    'The browser tests need a Chromium and none could be had. Install chromium or Google Chrome, ' +
      'or name one that is elsewhere: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

/**
 * The variables that name the browsers of the tests: the whole Chromium, and the same engine without a window, which opens
 * screens in four fifths of the processor time and has neither camera nor installation. Where there is none, or where
 * the Chromium was named by hand, the whole one does all.
 */
export function chromiumEnvironment() {
  const named = process.env.CHROMIUM_PATH !== undefined
  const whole = ensureChromium()
  const shell = process.env.CHROMIUM_SHELL_PATH ?? (named ? undefined : inPath(shellNames))
  return { CHROMIUM_PATH: whole, ...(shell && runs(shell) ? { CHROMIUM_SHELL_PATH: shell } : {}) }
}

// The download prints a stack for each of its tries: a reader needs the end of it, and only where it failed.
function downloadForPlaywright() {
  const { stdout, stderr } = spawnSync(binary('playwright'), ['install', 'chromium'], {
    cwd: projectRoot,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: downloadLimitMs,
    env: projectEnvironment(),
  })
  return `${stdout ?? ''}${stderr ?? ''}`
}

const lastLines = (text, count) => text.trim().split('\n').slice(-count).join('\n')

function systemChromium() {
  const asked = process.env.CHROMIUM_PATH
  if (asked) {
    if (runs(asked)) return asked
    throw new Sentence(`CHROMIUM_PATH names ${asked}, which does not run.`)
  }
  return inPath(names) ?? macPaths.find((file) => existsSync(file) && runs(file))
}

function inPath(wanted) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = wanted.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return candidates.find((file) => existsSync(file) && runs(file))
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

function installFromDebian(...packages) {
  const isRoot = typeof process.getuid === 'function' && process.getuid() === 0
  if (!isRoot || !existsSync('/etc/debian_version')) return
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-q'], { ...options, timeout: downloadLimitMs })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    ...options,
    timeout: installLimitMs,
  })
}
