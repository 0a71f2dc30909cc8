import { expect, it } from 'vitest'
import { createRandom } from './random.ts'
import { createNetwork } from './sim-network.ts'
import type { SimServer } from './sim-server.ts'

function slowServer() {
  const answers: ((fails?: boolean) => void)[] = []
  const server: SimServer = {
    answer: () =>
      new Promise((resolve, reject) =>
        answers.push((fails = false) =>
          fails ? reject(new TypeError('Failed to fetch')) : resolve(new Response('{}')),
        ),
      ),
    drawn: [],
    use: () => undefined,
    pool: () => {
      throw new Error('the server has no database')
    },
    logged: [],
  }
  return { server, answers }
}

function networkTo(server: SimServer) {
  return createNetwork(
    server,
    createRandom(1),
    () => ({ grant: null, session: null }),
    () => undefined,
  )
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('a request of a process that ended is no work of the living one, and is waited for where everything must be answered', async () => {
  const { server, answers } = slowServer()
  const network = networkTo(server)
  void network.fetch('/api/sync/pull', { method: 'POST', body: '{}' })
  await turn()
  expect(network.atServer()).toBe(1)

  network.abandon()
  expect(network.atServer()).toBe(0)
  let areAllAnswered = false
  const rest = network.allAnswered().then(() => (areAllAnswered = true))
  const living = network.fetch('/api/sync/pull', { method: 'POST', body: '{}' })
  await turn()
  expect(network.atServer()).toBe(1)

  answers[1]!()
  await living
  expect(network.atServer()).toBe(0)
  expect(areAllAnswered).toBe(false)

  answers[0]!()
  await rest
  expect(network.atServer()).toBe(0)
})

it.each([false, true])('a process that ended hears of its request no more, where it fails: %s', async (fails) => {
  const { server, answers } = slowServer()
  const network = networkTo(server)
  let isHeard = false
  const hear = () => void (isHeard = true)
  network.fetch('/api/sync/pull', { method: 'POST', body: '{}' }).then(hear, hear)
  await turn()
  network.abandon()
  answers[0]!(fails)
  await network.allAnswered()
  await turn()
  expect(isHeard).toBe(false)
})
