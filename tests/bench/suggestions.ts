import http from 'node:http'
import { parseArgs } from 'node:util'
import { loadDemo } from '#api/db/demo/load-demo.ts'
import { startApi } from '#tests/support/api-process.ts'
import { fillCatalog } from '#tests/support/bench-catalog-rows.ts'
import { createBenchDatabase, report } from '#tests/support/bench-database.ts'
import { createVisits } from '#tests/support/bench-visits.ts'

// What visitors are proposed letter by letter, from the request to the answer over HTTP, while others of the site ask for
// its pages at a steady rate, as they do in `load`. No two suggestions are alike, so that none is answered from memory.
const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '20' },
    /** Requests a second of the other traffic. */
    rate: { type: 'string', default: '200' },
    /** How many type at once. */
    typists: { type: 'string', default: '4' },
  },
})
const products = Number(values.products)
const seconds = Number(values.seconds)
const rate = Number(values.rate)
const pauseMs = 120

const texts = [
  'galaxy 13 ultra',
  'iphone 12',
  'samsung galaxy 21',
  'thinkpad 7 slim',
  'fenix 6',
  'apple',
  'écouteurs',
  'canon',
  'nintendo',
  'samsng',
  'power',
  'SM-A0100B',
  '3000000350007',
  'huawei mate',
  'consoles',
  'qwertzuiop',
]

const bench = await createBenchDatabase(0)
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
try {
  await loadDemo({ ownerUrl: bench.urls.ownerUrl, items: 500 })
  const { rows } = await bench.superuser.query<{ id: string }>(
    'select account_id as id from product group by 1 order by count(*) desc limit 1',
  )
  await fillCatalog(bench.superuser, { accountId: rows[0]!.id, products })
  const environment = { TRUST_PROXY: 'true', LOG_LEVEL: 'warn' }
  const server = await startApi({ ...bench.urls }, { environment })
  try {
    const { ask, path } = await createVisits({ urls: [server.url], agent })
    const took: number[] = []
    const others: number[] = []
    const refused = new Map<number, number>()
    const begunMs = performance.now()
    const endMs = begunMs + seconds * 1_000
    const open = new Set<Promise<void>>()
    const timed = async (asked: string, at: number, into: number[]): Promise<void> => {
      const begun = performance.now()
      const { status } = await ask(asked, at)
      into.push(performance.now() - begun)
      // A category of the bench has no circuit, which the options say.
      if (status !== 200 && status !== 409) refused.set(status, (refused.get(status) ?? 0) + 1)
    }
    // At a steady rate, whether answers are late or not: who waits for an answer asks for less when it is slow.
    const steady = async (): Promise<void> => {
      for (let at = 0; performance.now() < endMs;) {
        const due = Math.floor(((performance.now() - begunMs) / 1_000) * rate)
        for (; at < due; at++) {
          const one: Promise<void> = timed(path(at), at, others).finally(() => open.delete(one))
          open.add(one)
        }
        await pause(5)
      }
    }
    let typed = 0
    const type = async (typist: number): Promise<void> => {
      for (let word = typist; performance.now() < endMs; word++) {
        const text = texts[word % texts.length]!
        for (let letters = 2; letters <= text.length && performance.now() < endMs; letters++) {
          const query = `${'.'.repeat(1 + (typed++ % 190))}${text.slice(0, letters)}`.slice(-200)
          await timed(`/api/public/suggestions?query=${encodeURIComponent(query)}`, typist * 20, took)
          await pause(pauseMs)
        }
      }
    }
    await Promise.all([steady(), ...Array.from({ length: Number(values.typists) }, (_, typist) => type(typist))])
    await Promise.all(open)
    const beside = `${Math.round(others.length / seconds)} requests/s beside`
    console.log(`${products.toLocaleString('en')} products, ${beside}; not answered: ${JSON.stringify([...refused])}`)
    report('suggestions for what is being typed, end to end', took, 'ms', 'p95 ≤ 60')
    report('a request of the other traffic', others, 'ms', 'none')
  } finally {
    await server.stop()
  }
} finally {
  agent.destroy()
  await bench.close()
}

function pause(ms: number): Promise<void> {
  return new Promise((resume) => setTimeout(resume, ms))
}
