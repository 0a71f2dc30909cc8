// Keeps the API's process of a running start: one that ends is started again, after waits that grow while none lasts.
import { Sentence, wait } from './process.mjs'

const firstWaitMs = 1_000
const longestWaitMs = 30_000
const lastsMs = 60_000

/**
 * Starts the API. One that ends before it was ready for the first time is none to be kept: `failed` hears how it ended.
 * `told` hears each sentence. `end` ends it for good, and gives it `drainMs` for that.
 */
export function superviseApi({ start, isReady, told, failed, waitFor = wait, now = Date.now }) {
  let child
  let isEnding = false
  let wasReady = false

  function watch(waitMs) {
    child = start()
    const begun = child
    let readyAt
    let isOver = false
    // One that could not be started at all may say so by an error alone; an error may also come beside an end.
    begun.on('error', (error) => hasEnded(begun) && ended(error.code ?? error.message))
    begun.once('exit', (code, signal) => ended(signal ?? `exit code ${code}`))

    function ended(how) {
      if (isEnding || isOver) return
      isOver = true
      if (!wasReady) return failed(how)
      const hasLasted = readyAt !== undefined && now() - readyAt >= lastsMs
      const pauseMs = hasLasted ? firstWaitMs : waitMs
      const seconds = pauseMs / 1000
      told(`The API ended unexpectedly (${how}). It is started again in ${seconds} second${seconds === 1 ? '' : 's'} …`)
      void waitFor(pauseMs)
        .then(() => isEnding || watch(Math.min(pauseMs * 2, longestWaitMs)))
        // One that lives and does not answer is left to become ready, or to end.
        .catch((error) => told(error instanceof Sentence ? error.sentence : String(error)))
    }

    return isReady(() => isEnding || hasEnded(begun)).then((ready) => {
      if (!ready || isEnding) return
      readyAt = now()
      if (wasReady) told('The API is back.')
      wasReady = true
    })
  }

  return {
    ready: watch(firstWaitMs),
    kill: (signal) => child.kill(signal),
    end(drainMs) {
      isEnding = true
      if (hasEnded(child)) return Promise.resolve()
      return new Promise((resolve) => {
        const hard = setTimeout(() => child.kill('SIGKILL'), drainMs)
        child.once('exit', () => (clearTimeout(hard), resolve()))
        child.kill('SIGTERM')
      })
    },
  }
}

function hasEnded(child) {
  return child.exitCode !== null || child.signalCode !== null || child.pid === undefined
}
