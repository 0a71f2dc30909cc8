import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { expect, type Page } from 'playwright/test'
import { startAppServer, type LabelledItem } from '#tests/support/app-server.ts'
import { report } from '#tests/support/bench-database.ts'
import { badgeOf, linesOf, signInAtCheckIn, startHandheld } from '#tests/support/handheld.ts'
import { startTestPostgres } from '#tests/support/postgres.ts'
import { typeAsScanner } from '#tests/support/wedge.ts'

// A scanner sends 11 codes a second to a check-in without a network, and all processes of the browser are killed amid
// it: at a random moment, or, every second time, as soon as a signal is heard, which is when a write that the signal did
// not wait for would be lost. What the operator heard and saw is told to this process while it happens. The browser then
// starts again on its profile, and what it has kept is compared. Every so often the network returns, the round is ended,
// and the server is asked what has arrived. `npm run bench -- kills --kills 1000` plays as many.
const { values } = parseArgs({
  options: { kills: { type: 'string', default: '100' }, seconds: { type: 'string', default: 'Infinity' } },
})
const wanted = Number(values.kills)
const limitMs = performance.now() + Number(values.seconds) * 1000
const scanEveryMs = 1000 / 11
/** Codes that a session may take, at most. */
const most = 16
const killsOfRound = 40

/** What the operator of one session was told, as it happened. */
interface Session {
  readonly sent: LabelledItem[]
  /** From the last key of a scan to its signal; signals come in the order of the scans. */
  readonly heardMs: number[]
  readonly seen: Set<string>
}
interface Kept {
  readonly opId: string
  readonly code: string
  readonly order: number
}

const stopPostgres = await startTestPostgres()
const server = await startAppServer(wanted * most * 6 + 600)
const device = await startHandheld({ baseURL: server.url, isOwn: true })
const totals = { kills: 0, sent: 0, heard: 0, seen: 0, keptUnheard: 0, neither: 0, rateSum: 0 }
const faults: string[] = []
const heardMs: number[] = []
try {
  const items = await server.itemsInTransit(server.warehouses[0], wanted * most)
  const itemOf = new Map(items.map((item) => [item.code, item.id]))
  const since = new Date()
  const kept: Kept[] = []
  let told: Session = newSession()
  let ofRound = 0
  await signInAtCheckIn(device.page(), 'warehouse_operator')
  await device.kill()
  let page = await begin(() => told)
  for (let next = 0; totals.kills < wanted && performance.now() < limitMs; totals.kills += 1) {
    const session = newSession()
    told = session
    next += await playUntilKilled(page, session, items.slice(next, next + most))
    // What the next browser shows as it starts was not seen before the kill.
    told = newSession()
    page = await begin(() => told)
    // What the server has confirmed leaves the device some day.
    const known = new Set(kept.map(({ opId }) => opId))
    const fresh = (await keptOnDevice(page)).filter(({ opId }) => !known.has(opId))
    judge(session, fresh)
    ofRound += fresh.length
    kept.push(...fresh)
    if (totals.kills % killsOfRound === killsOfRound - 1) {
      await endRound(page, ofRound)
      ofRound = 0
      await device.offline(true)
      await openRound(page)
    }
  }
  await endRound(page, ofRound)
  const arrived = (await server.checkIns(since)).filter(({ action }) => action === 'check_in')
  const want = kept.map(({ opId, code }) => `${opId} ${itemOf.get(code)}`)
  if (arrived.map(({ opId, itemId }) => `${opId} ${itemId}`).join('\n') !== want.join('\n'))
    faults.push(`the server has ${arrived.length} check-ins of ${want.length}, or in another order`)
  const { kills, sent, heard, seen, keptUnheard, neither, rateSum } = totals
  console.log(`${kills} kills amid ${sent} scans, ${(rateSum / kills).toFixed(1)} a second`)
  console.log(`signalled ${heard}, seen as kept ${seen}, kept ${kept.length}, arrived once each ${arrived.length}`)
  console.log(`kept before the signal was heard ${keptUnheard}; neither signalled nor kept ${neither}`)
  report('from the last key to the signal, its line durable before', heardMs, 'ms', 'median ≤ 30')
  for (const fault of faults) console.log(`LOST: ${fault}`)
  console.log(faults.length === 0 ? 'whatever was signalled is kept, in order and once' : `${faults.length} faults`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await device.close()
  await server.close()
  await stopPostgres()
}

function newSession(): Session {
  return { sent: [], heardMs: [], seen: new Set() }
}

/** Starts the browser on its profile without a network, at the check-in, with what tells of its signals. */
async function begin(session: () => Session): Promise<Page> {
  const page = await device.start({ offline: true })
  await page.exposeFunction('tellHeard', (ms: number) => void session().heardMs.push(ms))
  await page.exposeFunction('tellSeen', (code: string) => void session().seen.add(code))
  await page.addInitScript(listen)
  await openRound(page)
  return page
}

async function openRound(page: Page): Promise<void> {
  await page.goto('/warehouse/checkin')
  const isOpen = page.getByText('La série commence au premier scan').or(linesOf(page).first())
  await expect(isOpen.first()).toBeVisible({ timeout: 120_000 })
  await expect(badgeOf(page)).toContainText('Hors ligne', { timeout: 120_000 })
}

/** Tells of what the page does to its operator: it vibrates with every sound, and its newest lines say what is kept. */
function listen(): void {
  const { tellHeard, tellSeen } = globalThis as unknown as Record<'tellHeard' | 'tellSeen', (fact: unknown) => void>
  const ends: number[] = []
  window.addEventListener('keydown', ({ key }) => void (key === 'Enter' && ends.push(performance.now())), {
    capture: true,
  })
  Object.defineProperty(navigator, 'vibrate', {
    value: () => {
      tellHeard(performance.now() - (ends.shift() ?? 0))
      return true
    },
  })
  const look = (): void => {
    for (const line of [...document.querySelectorAll('[aria-label="Scans de la série"] li')].slice(0, 20)) {
      const code = /\d \d{6} \d{6}/.exec(line.textContent)?.[0]
      if (code !== undefined && line.textContent.includes('Gardé')) tellSeen(code.replaceAll(' ', ''))
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}

/** Scans until the browser is gone; answers how many codes it was sent. */
async function playUntilKilled(page: Page, session: Session, codes: readonly LabelledItem[]): Promise<number> {
  const atSignal = totals.kills % 2 === 1 ? 1 + Math.floor(Math.random() * 8) : null
  const killedAtMs = performance.now() + 150 + Math.random() * 1200
  let isOver = false
  const begun = performance.now()
  const scanning = (async () => {
    for (const [at, item] of codes.entries()) {
      if (isOver) return
      session.sent.push(item)
      // Its keys are gone with the browser.
      await typeAsScanner(page, item.code, { keyMs: 6 }).catch(() => undefined)
      await wait(Math.max(0, begun + (at + 1) * scanEveryMs - performance.now()))
    }
  })()
  if (atSignal === null) await wait(killedAtMs - performance.now())
  else while (session.heardMs.length < atSignal && performance.now() < begun + 60_000) await wait(1)
  const lasted = performance.now() - begun
  totals.rateSum += (session.sent.length / lasted) * 1000
  await device.kill()
  isOver = true
  await scanning
  return session.sent.length
}

/** The check-ins that the device has kept, in the order of capture. */
async function keptOnDevice(page: Page): Promise<readonly Kept[]> {
  const rows = await page.evaluate(async () => {
    interface Row {
      readonly opId: string
      readonly order: number
      readonly op: { readonly type: string; readonly args: { readonly code: string } }
    }
    const answer = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(new Error('the outbox cannot be read')))
      })
    const database = await answer(indexedDB.open('reprise-outbox'))
    const all = (await answer(database.transaction('ops').objectStore('ops').getAll())) as Row[]
    database.close()
    return all
      .filter(({ op }) => op.type === 'checkInItem')
      .map(({ opId, order, op }) => ({ opId, order, code: op.args.code }))
  })
  return rows.toSorted((a, b) => a.order - b.order)
}

/** What was signalled is kept, what is kept was sent, in its order and once. */
function judge({ sent, heardMs: heard, seen }: Session, now: readonly Kept[]): void {
  const codes = sent.map(({ code }) => code)
  const has = now.map(({ code }) => code)
  const name = `kill ${totals.kills + 1}`
  if (has.join() !== codes.slice(0, has.length).join()) faults.push(`${name}: kept ${has.join()} of ${codes.join()}`)
  if (has.length < heard.length) faults.push(`${name}: ${heard.length} signals, ${has.length} kept`)
  const newlySeen = [...seen].filter((code) => codes.includes(code))
  for (const code of newlySeen) if (!has.includes(code)) faults.push(`${name}: ${code} was shown as kept`)
  heardMs.push(...heard)
  totals.sent += codes.length
  totals.heard += heard.length
  totals.seen += newlySeen.length
  totals.keptUnheard += Math.max(0, has.length - heard.length)
  totals.neither += codes.length - has.length
}

/** Brings the network back, and ends the round by its count. */
async function endRound(page: Page, count: number): Promise<void> {
  await device.offline(false)
  await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 120_000 })
  if (count === 0) return
  await typeAsScanner(page, 'RPR:END')
  await expect(page.getByRole('dialog', { name: 'Terminer la série' })).toBeVisible({ timeout: 60_000 })
  for (const digit of String(count)) await typeAsScanner(page, `RPR:${digit}`)
  await typeAsScanner(page, 'RPR:CONFIRM')
  await expect(page.getByText('Série terminée').first()).toBeVisible({ timeout: 60_000 })
  await expect(badgeOf(page)).toContainText('Tout est envoyé', { timeout: 120_000 })
}
