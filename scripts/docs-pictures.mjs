// `npm run pictures:docs`: makes of a few pictures of the screens, which `npm run pictures` has taken, those that the
// repository keeps for its pages: small files of 256 colours at the most.
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { Sentence, endWith, projectRoot, say } from './process.mjs'

/** File of `docs/screens` by the picture that it is made of. */
const chosen = {
  '360-light-accepted.png': 'check-in.png',
  'check-question-360.png': 'compliance-test.png',
  'packing-with-label-360.png': 'packing.png',
  'move-360.png': 'move.png',
  'work-360.png': 'work.png',
  'counter-summary-820.png': 'counter.png',
  'buyback-list-1440.png': 'buybacks.png',
  'dashboard-1440.png': 'dashboard.png',
  'payments-1440.png': 'payments.png',
  'journey-home-390.png': 'journey-home.png',
  'journey-question-390.png': 'journey-question.png',
  'journey-offer-390.png': 'journey-offer.png',
  'first-day-client-1440.png': 'first-day-client.png',
  'first-day-guide-1440.png': 'first-day-guide.png',
  'first-day-circuit-1440.png': 'first-day-circuit.png',
}
const from = path.join(projectRoot, 'pictures')
const to = path.join(projectRoot, 'docs', 'screens')

async function keep() {
  const missing = Object.keys(chosen).filter((file) => !existsSync(path.join(from, file)))
  if (missing.length > 0) throw new Sentence(`Run \`npm run pictures\` first: ${missing.join(', ')} missing.`)
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  for (const [file, name] of Object.entries(chosen)) {
    const picture = path.join(to, name)
    await sharp(path.join(from, file)).png({ palette: true, quality: 80, effort: 10 }).toFile(picture)
    say(`${name.padEnd(24)} ${Math.round(statSync(picture).size / 1024)} kB`)
  }
}

keep().catch(endWith)
