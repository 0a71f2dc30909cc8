import pg from 'pg'
import type { CurrentUrl } from '#api/config.ts'
import { addressNow } from './current-url.ts'

/** Tells work that waits for the database from work that takes its time. */
export interface DatabaseHealth {
  /**
   * The result of the work; a `DatabaseDown` as soon as the database is known not to answer while the work waits for
   * it.
   */
  whileUp<T>(work: Promise<T>): Promise<T>
  stop(): void
}

/** How long what is waited for, in milliseconds. */
export interface PulseTimes {
  /** For work, until the database is asked. */
  readonly patienceMs: number
  /** For work that begins while the database is known to be down. */
  readonly downPatienceMs: number
  /** For the database's answer; counted in steps, so that a process that itself stood still blames nobody. */
  readonly beatMs: number
  /** From one question to the next while it is down. */
  readonly everyMs: number
}

const usualTimes: PulseTimes = { patienceMs: 2000, downPatienceMs: 300, beatMs: 4000, everyMs: 1000 }

const stepsOfBeat = 8

/** The database does not answer; the code is PostgreSQL's for a connection that failed. */
export class DatabaseDown extends Error {
  readonly code = '08006'

  constructor() {
    super('the database does not answer')
    this.name = 'DatabaseDown'
  }
}

/** What a server says that stops, was stopped or does not serve yet; one that answers with any other error is up. */
const notServing = /^57P0/

/**
 * Asks the database by a connection of its own, since those of the pools may hang in one that is paused, and only
 * where work waits long.
 */
export function createDatabasePulse(url: CurrentUrl, times: PulseTimes = usualTimes): DatabaseHealth {
  let beating: Promise<boolean> | null = null
  let isDown = false
  let isStopped = false
  let again: NodeJS.Timeout | undefined

  const beat = (): Promise<boolean> =>
    (beating ??= answers(url, times.beatMs).then((isUp) => {
      beating = null
      isDown = !isUp
      clearTimeout(again)
      if (isDown && !isStopped) again = setTimeout(() => void beat(), times.everyMs).unref()
      return isUp
    }))

  return {
    async whileUp<T>(work: Promise<T>): Promise<T> {
      const done = work.then((value) => ({ value }))
      // Nobody waits for what fails after the answer.
      done.catch(() => undefined)
      for (;;) {
        const outcome = await within(done, isDown ? times.downPatienceMs : times.patienceMs)
        if (outcome !== null) return outcome.value
        if (isDown || !(await beat())) throw new DatabaseDown()
      }
    },
    stop() {
      isStopped = true
      clearTimeout(again)
    },
  }
}

/** The value of a promise that settles within a time; null where it does not. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)))
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

async function answers(url: CurrentUrl, ms: number): Promise<boolean> {
  const client = clientOf(url)
  if (client === null) return false
  client.on('error', () => undefined)
  const asked = (async () => {
    await client.connect()
    await client.query('select 1')
    return true
  })().catch((error: unknown) => error instanceof pg.DatabaseError && !notServing.test(error.code ?? ''))
  let answer: boolean | null = null
  for (let step = 0; step < stepsOfBeat && answer === null; step += 1) answer = await within(asked, ms / stepsOfBeat)
  const isUp = answer ?? false
  // One that is paused would never say goodbye.
  if (isUp) void client.end().catch(() => undefined)
  else destroy(client)
  return isUp
}

/** Null where a file of its certificates is away for the moment: they are read when it is made. */
function clientOf(url: CurrentUrl): pg.Client | null {
  try {
    return new pg.Client({ connectionString: addressNow(url), application_name: 'reprise pulse' })
  } catch {
    return null
  }
}

function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { readonly connection: { readonly stream: { destroy(): void } } }
  connection.stream.destroy()
}
