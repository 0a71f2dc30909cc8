import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a database on which the answer to a commit can be lost. */
export interface LossyDatabase {
  readonly url: string
  /**
   * The next transaction that has sent these words is committed, and its connection cut before anybody hears of it;
   * answers once that has happened.
   */
  loseNext(words: string): Promise<void>
  close(): Promise<void>
}

interface Loss {
  readonly words: string
  readonly done: () => void
}

/** Stands before a database, whose address has to be one of the network. */
export async function startLossyDatabase(databaseUrl: string): Promise<LossyDatabase> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let loss: Loss | null = null

  const server = createServer((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port || 5432) })
    let isMeant = false
    let isLost: Loss | null = null
    client.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      if (loss !== null && text.includes(loss.words)) isMeant = true
      if (loss !== null && isMeant && /\bcommit\b/.test(text)) {
        isLost = loss
        loss = null
      }
      database.write(bytes)
    })
    database.on('data', (bytes) => {
      if (isLost === null) return void client.write(bytes)
      client.destroy()
      isLost.done()
    })
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    loseNext: (words) => new Promise((resolve) => (loss = { words, done: resolve })),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
