import { createPush } from '#api/sync/push.ts'
import { createQueue } from '#tests/support/sync-world.ts'
import { createBenchDatabase, itemsInTransit, report } from '#tests/support/bench-database.ts'

// Batches of 50 check-ins from 20 devices at once on a durable PostgreSQL; the load generator, the server's code and
// the database share this machine.
const devices = 20
const batch = 50
const warmUp = 8
const rounds = Number(process.argv[2] ?? 30)

const bench = await createBenchDatabase(200_000)
try {
  const push = createPush(bench.deps)
  const queues = Array.from({ length: devices }, () => createQueue(bench.world))
  const items = await itemsInTransit(bench, devices * batch * (rounds + warmUp))
  const perSecond: number[] = []
  const batchMs: number[] = []
  let before = bench.cpuMs()
  const bodies = Array.from({ length: rounds + warmUp }, (_, round) =>
    queues.map((queue, at) => {
      const from = (round * devices + at) * batch
      return queue.body(items.slice(from, from + batch).map((item) => queue.checkIn(item)))
    }),
  )
  for (let round = -warmUp; round < rounds; round++) {
    if (round === 0) before = bench.cpuMs()
    const startedAt = performance.now()
    await Promise.all(
      queues.map(async (queue, at) => {
        const sentAt = performance.now()
        const answer = await push(queue.identity, bodies[round + warmUp]?.[at])
        if (!answer.ok || answer.value.outcomes.some(({ status }) => status !== 'applied')) throw new Error('refused')
        if (round >= 0) batchMs.push(performance.now() - sentAt)
      }),
    )
    const ms = performance.now() - startedAt
    if (round >= 0) perSecond.push((devices * batch * 1000) / ms)
  }
  report(`push of ${batch} operations from ${devices} devices at once`, perSecond, 'operations/s', '≥ 10,000')
  const after = bench.cpuMs()
  const count = devices * batch * rounds
  const [postgres, node] = [after.postgres - before.postgres, after.node - before.node].map((ms) => (ms * 1000) / count)
  console.log(`processor time of one operation: PostgreSQL ${postgres?.toFixed(0)} µs, Node ${node?.toFixed(0)} µs`)
  report('answer to a device', batchMs, 'ms', 'none')
} finally {
  await bench.close()
}
