import { describe, expect, it } from 'vitest'
import type { DecoderMessage, FrameRequest } from './decode-messages.ts'
import { createWorkerDecoder } from './frame-decoder.ts'

/** A decoder's worker that does as told. */
function fakeWorker() {
  const listeners: { readonly type: string; readonly hear: (event: MessageEvent) => void }[] = []
  const asked: FrameRequest[] = []
  const tell = (type: string, data?: DecoderMessage) => {
    for (const each of listeners) if (each.type === type) each.hear({ data } as MessageEvent)
  }
  return {
    addEventListener: (type: string, hear: (event: MessageEvent) => void) => void listeners.push({ type, hear }),
    postMessage: (request: FrameRequest) => void asked.push(request),
    terminate: () => undefined,
    say: (message: DecoderMessage) => tell('message', message),
    fail: () => tell('error'),
    /** Answers the frame that it was asked for last. */
    answer: () => tell('message', { kind: 'frame', number: asked.at(-1)!.number, reads: [], tookMs: 1 }),
  }
}

const video = { videoWidth: 1280, videoHeight: 720 } as HTMLVideoElement
const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

function decoderOver(workers: readonly ReturnType<typeof fakeWorker>[]) {
  let begun = 0
  const decoder = createWorkerDecoder(
    () => workers[begun++] as unknown as Worker,
    async () => ({ picture: {} as ImageBitmap, transfer: {} as ImageBitmap }),
    1,
  )
  return { decoder, begun: () => begun }
}

describe('the decoder in a worker', () => {
  it('gives up the frame that its worker fails at, and reads the next one with another worker', async () => {
    const [first, second] = [fakeWorker(), fakeWorker()]
    const { decoder } = decoderOver([first, second])
    first.say({ kind: 'ready' })
    const lost = decoder.read(video, 0, ['EAN13'])
    await turn()
    first.fail()
    await expect(lost).rejects.toThrow('failed')
    second.say({ kind: 'ready' })
    const read = decoder.read(video, 1, ['EAN13'])
    await turn()
    second.answer()
    expect(await read).toEqual([])
    expect(decoder.isLost()).toBe(false)
  })

  it('is lost after three failures without a frame between them', async () => {
    const workers = [fakeWorker(), fakeWorker(), fakeWorker(), fakeWorker()]
    const { decoder, begun } = decoderOver(workers)
    for (const worker of workers.slice(0, 3)) {
      expect(decoder.isLost()).toBe(false)
      worker.say({ kind: 'ready' })
      const read = decoder.read(video, 0, ['EAN13'])
      await turn()
      worker.fail()
      await expect(read).rejects.toThrow('failed')
    }
    expect(decoder.isLost()).toBe(true)
    expect(begun()).toBe(3)
  })

  it('tells a worker that cannot start', async () => {
    const worker = fakeWorker()
    const { decoder } = decoderOver([worker, fakeWorker()])
    worker.say({ kind: 'failed', reason: 'no WebAssembly here' })
    await expect(decoder.ready).rejects.toThrow('no WebAssembly here')
  })
})
