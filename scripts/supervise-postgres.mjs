// Keeps the embedded PostgreSQL of a running program: one that ends is started again, one that does not answer is told.
import { runningPostgres, startPostgres } from './embedded-postgres.mjs'
import { Sentence, isAlive, wait, waitUntil } from './process.mjs'
import { withClient } from './prepare-database.mjs'
import { demandRoom, startFault } from './start-faults.mjs'

const lookMs = 500
const askMs = 5_000
const answerMs = 4_000
const portMs = 30_000
const retryMs = 5_000

/** Watches until `stop`, which ends the server too. `told` hears each sentence. */
export function supervisePostgres({ folder, postgres, told }) {
  let current = postgres
  let isStopping = false
  let isSilent = false
  let askedAt = Date.now()
  let asking

  async function restart() {
    told('PostgreSQL has ended unexpectedly. It is started again …')
    tellOfFullDisk()
    let isToldWhy = false
    while (!isStopping) {
      try {
        current = await startAgain(folder, current, () => isStopping)
        isSilent = false
        if (!isStopping) told('PostgreSQL is back.')
        return
      } catch (error) {
        if (!isToldWhy && !isStopping) told(`PostgreSQL does not start, and is tried again: ${reasonOf(error)}`)
        isToldWhy = true
        await waitUntil(() => isStopping, retryMs)
      }
    }
  }

  // It may come up all the same, and end again with the next write.
  function tellOfFullDisk() {
    try {
      demandRoom(folder)
    } catch (error) {
      told(reasonOf(error))
    }
  }

  async function ask() {
    askedAt = Date.now()
    // One that is paused leaves the question open; another one would wait behind it.
    asking ??= answers(current).finally(() => (asking = undefined))
    const doesAnswer = await Promise.race([asking, wait(answerMs).then(() => false)])
    if (isStopping || !isAlive(current.pid) || doesAnswer === !isSilent) return
    isSilent = !doesAnswer
    told(
      isSilent
        ? `PostgreSQL (process ${current.pid}) does not answer. Visitors are told to come back; it is waited for …`
        : 'PostgreSQL answers again.',
    )
  }

  const watching = (async () => {
    while (!isStopping) {
      if (!isAlive(current.pid)) await restart()
      else if (Date.now() - askedAt >= askMs) await ask()
      await waitUntil(() => isStopping, lookMs)
    }
  })()

  return {
    async stop() {
      isStopping = true
      await watching
      // One that was started again, and had not come back yet, is none that this knows.
      const running = await runningPostgres(folder).catch(() => undefined)
      await (running ?? current).stop()
    },
  }
}

// The API knows the server by its port, so that no other one will do. What is left of the one that was killed ends first.
async function startAgain(folder, before, isStopping) {
  const end = Date.now() + portMs
  for (;;) {
    try {
      return await startPostgres({ folder, port: before.port })
    } catch (error) {
      const fault = startFault(error, folder)
      // A full disk does not pass by itself.
      if (fault !== error || isStopping() || Date.now() > end) throw fault
      await wait(lookMs)
    }
  }
}

function answers(postgres) {
  return withClient(postgres.superuserUrl('postgres'), (client) => client.query('select 1')).then(
    () => true,
    () => false,
  )
}

function reasonOf(error) {
  return error instanceof Sentence ? error.sentence : String(error)
}
