import { randomUUID } from 'node:crypto'
import { createGzip, createZstdCompress, constants } from 'node:zlib'
import { Duplex } from 'node:stream'
import { createSnapshot } from '#api/sync/snapshot.ts'
import { createBenchDatabase, report } from '#tests/support/bench-database.ts'

// The whole base of a warehouse as the server makes it: 100,000 items of one account, half of them in full.
const items = Number(process.argv[2] ?? 100_000)
const bench = await createBenchDatabase(items)
const encodings = {
  plain: null,
  'gzip-1': () => createGzip({ level: 1 }),
  'zstd-1': () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
} as const

try {
  const { world } = bench
  const operator = {
    accountId: world.accountId,
    userId: world.operatorA,
    module: 'rps',
    userType: 'warehouse_operator',
    organizationId: world.warehouseA,
  } as const
  for (const [name, compress] of Object.entries(encodings)) {
    const totalMs: number[] = []
    let bytes = 0
    let before = bench.cpuMs()
    for (let round = 0; round < 12; round++) {
      if (round === 2) before = bench.cpuMs()
      const startedAt = performance.now()
      const answer = await createSnapshot(bench.deps)(operator, { protocol: 1, deviceId: randomUUID(), uncovered: [] })
      if (!answer.ok) throw new Error(answer.error.code)
      const transform = compress?.()
      const stream =
        transform === undefined
          ? answer.value
          : answer.value.pipeThrough(Duplex.toWeb(transform) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>)
      bytes = 0
      for await (const chunk of stream) bytes += chunk.length
      if (round >= 2) totalMs.push(performance.now() - startedAt)
    }
    const size = `${(bytes / 1_000_000).toFixed(1)} MB`
    report(`snapshot of ${items.toLocaleString('en')} items, ${name}, ${size}`, totalMs, 'ms', '≤ 500')
    const after = bench.cpuMs()
    const [postgres, node] = (['postgres', 'node'] as const).map((of) => (after[of] - before[of]) / totalMs.length)
    console.log(`  processor time of each: PostgreSQL ${postgres?.toFixed(0)} ms, Node ${node?.toFixed(0)} ms`)
  }
} finally {
  await bench.close()
}
