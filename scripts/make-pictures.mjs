// `node scripts/make-pictures.mjs`: the app's icons from public/icons/icon.svg; with an address of a running demo,
// the manifest's two screenshots as well. The pictures are kept in the repository.
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright'
import { projectRoot } from './process.mjs'

const icons = path.join(projectRoot, 'public', 'icons')
const screenshots = path.join(projectRoot, 'public', 'screenshots')
const [address] = process.argv.slice(2)

const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
})
const svg = readFileSync(path.join(icons, 'icon.svg'), 'utf8')
for (const size of [192, 512]) {
  await drawIcon(`icon-${size}.png`, size, svg, 'transparent')
  // A mask may cut a fifth off every side: the same picture on a full square, its mark within the safe circle.
  const full = svg
    .replace(/ rx="\d+"/, '')
    .replace('<g ', '<g transform="translate(256 256) scale(.78) translate(-256 -256)" ')
  await drawIcon(`maskable-${size}.png`, size, full, '#1f5fbf')
}
if (address) {
  mkdirSync(screenshots, { recursive: true })
  await takeScreenshot('narrow.png', { width: 360, height: 640 }, 2, '/warehouse/checkin')
  await takeScreenshot('wide.png', { width: 1440, height: 900 }, 1, '/home')
}
await browser.close()

async function drawIcon(name, size, picture, background) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<style>*{margin:0}svg{display:block;width:100vw;height:100vh;background:${background}}</style>${picture}`,
  )
  await page.screenshot({ path: path.join(icons, name), omitBackground: true })
  await page.close()
}

async function takeScreenshot(name, viewport, deviceScaleFactor, at) {
  const page = await browser.newPage({ viewport, deviceScaleFactor, locale: 'fr-FR' })
  await page.goto(`${address}/login`)
  await page.fill('input[type=email]', 'warehouse_operator@demo.example')
  await page.fill('input[type=password]', 'Reprise-2026')
  await page.click('button[type=submit]')
  await page.waitForURL('**/home')
  await page.goto(`${address}${at}`)
  await page.waitForTimeout(1500)
  await page.screenshot({ path: path.join(screenshots, name) })
  await page.close()
}
