// `npm run pictures:docs`: makes of a few pictures of the screens, which `npm run pictures` has taken, those that the
// repository keeps for its pages: small files of 256 colours at the most.
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { Sentence, endWith, projectRoot, say } from './process.mjs'

/** File of `docs/screens` by the picture that it is made of. */
const chosen = {
  '360-light-list.png': 'check-in.png',
  'packing-with-label-360.png': 'packing.png',
  'check-question-photos.png': 'compliance-test.png',
  'move-360.png': 'move.png',
  'work-360.png': 'work.png',
  'counter-summary-820.png': 'counter.png',
  'items-stock-1280.png': 'items.png',
  'buyback-list-1440.png': 'buybacks.png',
  'dashboard-1440.png': 'dashboard.png',
  'home-editor-1440.png': 'home-editor.png',
  'journey-home-390.png': 'journey-home.png',
  'journey-offer-390.png': 'journey-offer.png',
}
const from = path.join(projectRoot, 'pictures')
const to = path.join(projectRoot, 'docs', 'screens')

async function keep() {
  const missing = Object.keys(chosen).filter((file) => !existsSync(path.join(from, file)))
  if (missing.length > 0) throw new Sentence(`Run \`npm run pictures\` first: ${missing.join(', ')} missing.`)
  mkdirSync(to, { recursive: true })
  for (const file of readdirSync(to)) rmSync(path.join(to, file))
  for (const [file, name] of Object.entries(chosen)) {
    const picture = path.join(to, name)
    await sharp(path.join(from, file)).png({ palette: true, quality: 80, effort: 10 }).toFile(picture)
    say(`${name.padEnd(24)} ${Math.round(statSync(picture).size / 1024)} kB`)
  }
}

keep().catch(endWith)
