// The browsers beside Chromium that this machine has; none is fetched, as they are large and a developer may do without.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Firefox, where there is one; null otherwise. A path that names no file is passed over. */
export function firefox() {
  const named = process.env.FIREFOX_PATH
  return named && existsSync(named) ? named : inPath('firefox-esr', 'firefox')
}

/** WebKit's driver with the small browser that it drives and the screen that this one needs; null where one is missing. */
export function webkit() {
  const driver = inPath('WebKitWebDriver')
  const screen = inPath('Xvfb')
  const browser = smallBrowser()
  return driver && screen && browser ? { driver, screen, browser } : null
}

export const enginesMissing =
  'neither Firefox (firefox-esr) nor WebKit (webkit2gtk-driver with xvfb) is installed; ' +
  'apt-get install firefox-esr webkit2gtk-driver xvfb brings both'

// Debian keeps it beside the library, below the folder of the processor.
function smallBrowser() {
  const home = '/usr/lib'
  const folders = existsSync(home) ? readdirSync(home).filter((name) => name.endsWith('-linux-gnu')) : []
  const places = folders.flatMap((name) =>
    ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((part) => path.join(home, name, part, 'MiniBrowser')),
  )
  return places.find((file) => existsSync(file)) ?? null
}

function inPath(...names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const files = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return files.find((file) => existsSync(file)) ?? null
}
