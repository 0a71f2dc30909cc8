// `npm run pictures:docs`: makes of a few pictures of screens and papers, which `npm run pictures` has taken, those that
// the repository keeps for its pages: small files of 256 colours at the most. `-- papers` makes only those of that name.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { Sentence, endWith, projectRoot, say } from './process.mjs'

const languages = ['fr-FR', 'en-GB', 'de-DE', 'nl-BE']
/** Papers of a buyback that stand beside each other on one picture. */
const papers = ['transfer_order', 'shipping_label']

/** The pictures that each file of `docs/screens` is made of, side by side. */
const chosen = {
  'check-in.png': ['360-light-accepted.png'],
  'compliance-test.png': ['check-question-360.png'],
  'packing.png': ['packing-with-label-360.png'],
  'counter.png': ['counter-summary-820.png'],
  'buybacks.png': ['buyback-list-1440.png'],
  'dashboard.png': ['dashboard-1440.png'],
  'payments.png': ['payments-1440.png'],
  'journey-offer.png': ['journey-offer-390.png'],
  'first-day-client.png': ['first-day-client-1440.png'],
  'first-day-guide.png': ['first-day-guide-1440.png'],
  'first-day-circuit.png': ['first-day-circuit-1440.png'],
  ...Object.fromEntries(
    languages.map((language) => [`papers-${language}.png`, papers.map((kind) => `paper-${kind}-${language}-1.png`)]),
  ),
}
const from = path.join(projectRoot, 'pictures')
const to = path.join(projectRoot, 'docs', 'screens')
/** Width of a page of paper on a picture, and what lies between two of them. */
const [paperWidth, gap] = [660, 16]

async function keep() {
  const asked = process.argv[2] ?? ''
  const made = Object.entries(chosen).filter(([name]) => name.startsWith(asked))
  if (made.length === 0) throw new Sentence(`No picture begins with \`${asked}\`.`)
  const missing = made.flatMap(([, files]) => files).filter((file) => !existsSync(path.join(from, file)))
  if (missing.length > 0) throw new Sentence(`Run \`npm run pictures\` first: ${missing.join(', ')} missing.`)
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(to)) if (!(name in chosen)) rmSync(path.join(to, name))
  for (const [name, files] of made) {
    const picture = path.join(to, name)
    const whole = files.length === 1 ? sharp(path.join(from, files[0])) : await sideBySide(files)
    await whole.png({ palette: true, quality: 80, effort: 10 }).toFile(picture)
    say(`${name.padEnd(24)} ${Math.round(statSync(picture).size / 1024)} kB`)
  }
}

async function sideBySide(files) {
  const pages = await Promise.all(
    files.map((file) =>
      sharp(path.join(from, file)).resize({ width: paperWidth }).grayscale().toBuffer({ resolveWithObject: true }),
    ),
  )
  const height = Math.max(...pages.map(({ info }) => info.height))
  const width = pages.length * paperWidth + (pages.length - 1) * gap
  const sheet = sharp({ create: { width, height, channels: 3, background: '#e1e5ea' } }).composite(
    pages.map(({ data }, at) => ({ input: data, left: at * (paperWidth + gap), top: 0 })),
  )
  // What is composed is drawn before its colours are counted.
  return sharp(await sheet.png().toBuffer())
}

keep().catch(endWith)
