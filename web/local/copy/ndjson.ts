/** Lines of a byte stream, in blocks as they arrive; the last line counts although no line feed ends it. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string[]> {
  const reader = stream.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      const whole = lines.filter((line) => line !== '')
      if (whole.length > 0) yield whole
      if (done) return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
