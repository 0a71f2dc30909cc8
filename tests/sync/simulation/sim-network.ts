import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { SimCaller, SimServer } from './sim-server.ts'

/** How bad a network is; each in [0, 1]. */
export interface Weather {
  /** The request never arrives. */
  readonly lost: number
  /** The request arrives and takes effect; the answer does not come back. */
  readonly answerLost: number
  /** The request arrives twice. */
  readonly twice: number
  /** The answer is cut short. */
  readonly truncated: number
  /** A captive portal answers instead, with a page and status 200. */
  readonly portal: number
  /** The server says 503. */
  readonly busy: number
  /** The sender hears that the request failed; it arrives nevertheless, after later ones. */
  readonly stray: number
  /** The request arrives at once, and once more after later ones. */
  readonly again: number
  /** The answer comes after the answer to a later request, where there is one. */
  readonly overtaken: number
  /** Turns of the event loop that a request or an answer waits, at most. */
  readonly delay: number
}

/** A network without faults. */
export const fairWeather: Weather = {
  lost: 0,
  answerLost: 0,
  twice: 0,
  truncated: 0,
  portal: 0,
  busy: 0,
  stray: 0,
  again: 0,
  overtaken: 0,
  delay: 0,
}
/** A network that does everything that networks do. */
export const foulWeather: Weather = {
  lost: 0.1,
  answerLost: 0.12,
  twice: 0.08,
  truncated: 0.05,
  portal: 0.04,
  busy: 0.05,
  stray: 0.08,
  again: 0.06,
  overtaken: 0.06,
  delay: 4,
}

/** How long an answer waits for a later request to be sent; for its answer it waits longer. */
const overtakenMs = 15
/** How probable it is that a request that is late arrives with a later one. */
const arrivalOfLate = 0.3

/** One request as it was sent, for checks on what a device sends. */
export interface SentRequest {
  readonly path: string
  readonly token: string | null
  readonly accept: string
  readonly body: string
}

export interface SimNetwork {
  weather: Weather
  online: boolean
  readonly fetch: typeof fetch
  /** Pushes under way at this moment, and the most there ever were. */
  readonly pushes: { now: number; most: number }
  /** Requests of the living process that the server works on. */
  readonly atServer: () => number
  /** Resolves when the server has answered another one. */
  nextAnswer(): Promise<void>
  /** Resolves when the server works on nothing any more, requests of processes that ended included. */
  allAnswered(): Promise<void>
  /** Lets every request arrive that is late: the server takes it, and nobody hears the answer. */
  arriveLate(): Promise<void>
  /** Cuts what is under way, as the end of the process does. */
  abandon(): void
}

/** Creates a device's network. `callerOf` tells who stands behind a bearer token or, without one, behind the session. */
export function createNetwork(
  server: SimServer,
  random: Random,
  callerOf: (token: string | null) => SimCaller,
  onSend: (request: SentRequest) => void,
): SimNetwork {
  let generation = 0
  let atServer = 0
  const asked = new Set<Promise<Arrived>>()
  let answered = Promise.withResolvers<void>()
  let heard = Promise.withResolvers<void>()
  let underWay = 0
  let lagging = 0
  let late: { readonly sent: SentRequest; readonly caller: SimCaller }[] = []
  const network: SimNetwork = {
    weather: fairWeather,
    online: true,
    pushes: { now: 0, most: 0 },
    atServer: () => atServer,
    nextAnswer: () => answered.promise,
    async allAnswered() {
      while (asked.size > 0) await Promise.allSettled(asked)
    },
    async arriveLate() {
      const due = late
      late = []
      for (const { sent, caller } of due) await ask(sent, caller).catch(() => undefined)
    },
    abandon() {
      generation++
      atServer = 0
    },
    fetch: async (input, init) => {
      const path = typeof input === 'string' ? input : input instanceof URL ? input.pathname : input.url
      const token = new Headers(init?.headers).get('authorization')?.replace(/^Bearer /, '') ?? null
      const accept = new Headers(init?.headers).get('accept') ?? ''
      const sent: SentRequest = { path, token, accept, body: textOf(init) }
      onSend(sent)
      const mine = generation
      const isPush = path === '/api/sync/push'
      underWay++
      if (isPush) network.pushes.most = Math.max(network.pushes.most, ++network.pushes.now)
      try {
        const response = await travel(sent).finally(async () => {
          underWay--
          // Nobody is left to hear an answer or a failure in a process that ended.
          if (mine !== generation) await new Promise<never>(() => undefined)
        })
        heard.resolve()
        heard = Promise.withResolvers()
        return response
      } finally {
        if (isPush && mine === generation) network.pushes.now--
      }
    },
  }

  async function travel(sent: SentRequest): Promise<Response> {
    const { weather } = network
    if (!network.online) throw new TypeError('Failed to fetch')
    await wait(random.below(weather.delay + 1))
    if (random.chance(weather.lost)) throw new TypeError('Failed to fetch')
    if (random.chance(weather.portal)) return portal()
    if (random.chance(weather.busy))
      return new Response('busy', { status: 503, headers: { 'content-type': 'text/plain' } })
    const caller = callerOf(sent.token)
    const isStray = random.chance(weather.stray)
    if (isStray || random.chance(weather.again)) late.push({ sent, caller })
    if (isStray) throw new TypeError('Failed to fetch')
    const earlier = late.filter((each) => each.sent !== sent)
    const isTwice = random.chance(weather.twice)
    const [answer] = await Promise.all([ask(sent, caller), ...(isTwice ? [ask(sent, caller)] : [])])
    for (const each of earlier) {
      if (!late.includes(each) || !random.chance(arrivalOfLate)) continue
      late = late.filter((other) => other !== each)
      await ask(each.sent, each.caller).catch(() => undefined)
    }
    return finish(answer!)
  }

  /** Asks the server; a stream is read to its end before the answer travels. */
  async function ask({ path, body, accept }: SentRequest, caller: SimCaller): Promise<Arrived> {
    const mine = generation
    const asking = server.answer(path, body, caller, accept).then(arrived)
    atServer++
    asked.add(asking)
    try {
      return await asking
    } finally {
      asked.delete(asking)
      if (mine === generation) atServer--
      answered.resolve()
      answered = Promise.withResolvers()
    }
  }

  async function finish({ status, headers, bytes }: Arrived): Promise<Response> {
    const { weather } = network
    await wait(random.below(weather.delay + 1))
    if (random.chance(weather.overtaken)) await beOvertaken()
    if (random.chance(weather.answerLost)) throw new TypeError('Failed to fetch')
    const cut = random.chance(weather.truncated) ? bytes.slice(0, random.below(bytes.length + 1)) : bytes
    return new Response(cut, { status, headers })
  }

  /** Waits until a later answer has been heard and acted on; not for long where nothing else is under way. */
  async function beOvertaken(): Promise<void> {
    let isHeard = false
    void heard.promise.then(() => (isHeard = true))
    lagging++
    for (let waited = 0; !isHeard && waited < 10; waited++) {
      if (waited > 0 && underWay <= lagging) break
      await Promise.race([heard.promise, sleep(overtakenMs)])
    }
    lagging--
    await wait(random.below(30))
  }

  return network
}

interface Arrived {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
}

async function arrived(answer: Response): Promise<Arrived> {
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

function portal(): Response {
  return new Response('<html><body>Welcome to our free Wi-Fi</body></html>', {
    status: 200,
    headers: { 'content-type': 'text/html' },
  })
}

async function wait(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Body of a request; the engine only ever sends text. */
export function textOf(init: RequestInit | undefined): string {
  return typeof init?.body === 'string' ? init.body : ''
}
