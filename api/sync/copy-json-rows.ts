import type pg from 'pg'

/** The part of a connection of `pg` that a COPY needs; the driver hands it to every object that is submitted. */
interface CopyConnection {
  query(text: string): void
  readonly stream: { pause(): void; resume(): void }
}

/** Bytes that may wait for the reader before the server is asked to pause. */
const waitingLimit = 1 << 20
const chunkSize = 1 << 16

const open = 0x5b
const close = 0x5d
const newline = 0x0a

/**
 * Runs a COPY whose rows are the insides of JSON arrays, and yields them as lines of JSON arrays. A row is one message
 * of the protocol, so rows are gathered into larger chunks. A reader that stops early leaves the connection in the
 * middle of the copy: the code that releases the connection has to close it.
 */
export async function* copyJsonRows(client: pg.ClientBase, text: string): AsyncGenerator<Uint8Array, void, undefined> {
  const chunks: Uint8Array[] = []
  let gathered = Buffer.allocUnsafe(chunkSize)
  let gatheredBytes = 0
  let waitingBytes = 0
  let isDone = false
  let failure: Error | undefined
  let connection: CopyConnection | undefined
  let wake: (() => void) | undefined

  function flush(): void {
    if (gatheredBytes === 0) return
    chunks.push(gathered.subarray(0, gatheredBytes))
    gathered = Buffer.allocUnsafe(chunkSize)
    gatheredBytes = 0
    wake?.()
  }
  function end(error?: Error): void {
    failure ??= error
    isDone = true
    flush()
    wake?.()
  }

  const submittable = {
    submit(given: CopyConnection) {
      connection = given
      given.query(text)
    },
    handleCopyData({ chunk }: { readonly chunk: Uint8Array }) {
      // The driver reuses the memory of a message for the next ones.
      const size = chunk.length + 2
      if (gatheredBytes + size > gathered.length) flush()
      if (size > gathered.length) gathered = Buffer.allocUnsafe(size)
      gathered[gatheredBytes] = open
      gathered.set(chunk, gatheredBytes + 1)
      gatheredBytes += size
      gathered[gatheredBytes - 2] = close
      gathered[gatheredBytes - 1] = newline
      waitingBytes += size
      if (waitingBytes > waitingLimit) connection?.stream.pause()
    },
    handleError: end,
    handleReadyForQuery: () => end(),
    handleCommandComplete: () => undefined,
    handleRowDescription: () => undefined,
    handleDataRow: () => undefined,
    handlePortalSuspended: () => undefined,
    handleEmptyQuery: () => undefined,
    handleCopyInResponse: () => undefined,
  }
  client.query(submittable as unknown as pg.Submittable)
  try {
    for (;;) {
      const chunk = chunks.shift()
      if (chunk !== undefined) {
        yield chunk
        waitingBytes -= chunk.length
        if (waitingBytes <= waitingLimit) connection?.stream.resume()
      } else if (isDone) {
        if (failure !== undefined) throw failure
        return
      } else {
        await new Promise<void>((resolve) => (wake = resolve))
        wake = undefined
      }
    }
  } finally {
    connection?.stream.resume()
  }
}
