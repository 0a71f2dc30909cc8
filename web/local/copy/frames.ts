import { frameHeadBytes } from '#sync/wire/snapshot-pages.ts'

/** A frame of a snapshot in pages. */
export interface Frame {
  readonly kind: number
  readonly payload: Uint8Array<ArrayBuffer>
}

/** Frames of a byte stream, in blocks as they arrive; fails where the stream ends within one. */
export async function* readFrames(stream: ReadableStream<Uint8Array>): AsyncGenerator<Frame[]> {
  const reader = stream.getReader()
  let rest = new Uint8Array(0)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        if (rest.length > 0) throw new Error('the stream ends within a frame')
        return
      }
      rest = joined(rest, value)
      const frames: Frame[] = []
      let at = 0
      for (let end = endOfFrame(rest, at); end !== null && end <= rest.length; end = endOfFrame(rest, at)) {
        frames.push({ kind: rest[at]!, payload: rest.slice(at + frameHeadBytes, end) })
        at = end
      }
      rest = rest.subarray(at)
      if (frames.length > 0) yield frames
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function endOfFrame(bytes: Uint8Array, at: number): number | null {
  if (bytes.length < at + frameHeadBytes) return null
  return at + frameHeadBytes + readLength(bytes, at + 1)
}

/** A length in four bytes, the highest first. */
export function readLength(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at)
}

function joined(first: Uint8Array<ArrayBuffer>, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}
