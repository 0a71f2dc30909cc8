import type { EnginePorts } from '#web/local/engine/ports.ts'

/** How long a transfer may bring nothing before it counts as broken off, in milliseconds. */
const quietMs = 30_000

/**
 * Fetches what comes as a stream, however long it takes as long as bytes come: a transfer that brings nothing for half a
 * minute, before its head or within its body, breaks off. Null where no head came.
 */
export async function fetchStream(
  { fetch: send, setTimer }: Pick<EnginePorts, 'fetch' | 'setTimer'>,
  { url, init }: { readonly url: string; readonly init: RequestInit },
): Promise<{ readonly response: Response; readonly body: ReadableStream<Uint8Array> | null } | null> {
  const abort = new AbortController()
  const watched = <T>(step: Promise<T>): Promise<T> => {
    const broken = Promise.withResolvers<T>()
    const inTime = setTimer(() => {
      const error = new Error('the transfer brings nothing')
      abort.abort(error)
      broken.reject(error)
    }, quietMs)
    return Promise.race([step, broken.promise]).finally(inTime)
  }
  const response = await watched(send(url, { ...init, signal: abort.signal })).catch(() => null)
  if (response === null) return null
  const reader = response.body?.getReader()
  if (reader === undefined) return { response, body: null }
  // Read ahead of who writes the pages, a stream would take their work for silence.
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await watched(reader.read())
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return { response, body }
}
