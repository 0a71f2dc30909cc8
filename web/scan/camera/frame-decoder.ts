import type { DecoderMessage, FrameRequest, SymbolRead } from './decode-messages.ts'
import { regionOf, taskOf, type CameraFormat } from './decode-plan.ts'

/** Reads the symbols of single frames; one frame at a time. */
export interface FrameDecoder {
  /** Rejects where no decoder can be had in this browser. */
  readonly ready: Promise<void>
  /** Rejects where the frame could not be read. */
  read(video: HTMLVideoElement, frame: number, formats: readonly CameraFormat[]): Promise<readonly SymbolRead[]>
  /** It has failed again and again, and no frame will be read any more. */
  isLost(): boolean
  close(): void
}

/** Starts the decoder in a worker, or the slower one of this page where WebAssembly is missing. */
export async function startFrameDecoder(): Promise<FrameDecoder> {
  if (typeof WebAssembly === 'object' && typeof Worker === 'function') {
    return createWorkerDecoder(
      () => new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module', name: 'decoder' }),
      createGrabber(),
    )
  }
  const { startPageDecoder } = await import('./page-decoder.ts')
  return startPageDecoder()
}

/** A worker that decodes, until it fails. */
interface Life {
  readonly ready: Promise<void>
  readonly ask: (request: FrameRequest, transfer: Transferable) => Promise<readonly SymbolRead[]>
  readonly hasFailed: () => boolean
  readonly end: () => void
}

/** Failures without a frame between them after which the decoder is lost. */
const mostFailures = 3

/**
 * The decoder in a worker. Where the worker fails, the frame in its hands does too, because one that nobody answers
 * would keep every later one waiting; after a pause another worker is begun.
 */
export function createWorkerDecoder(startWorker: () => Worker, grab: Grab, pauseMs = 1_000): FrameDecoder {
  let failures = 0
  let isClosed = false
  const onFailure = (): void => void (failures += 1)
  const onFrame = (): void => void (failures = 0)
  let life = begin(startWorker(), onFailure, onFrame)

  /** Puts another worker in the place of one that has failed. */
  async function replace(failed: Life): Promise<void> {
    if (!failed.hasFailed() || failures >= mostFailures) return
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (life === failed && !isClosed) life = begin(startWorker(), onFailure, onFrame)
  }

  return {
    ready: life.ready,
    isLost: () => failures >= mostFailures,
    async read(video, number, formats) {
      const at = life
      const task = taskOf(number)
      try {
        await at.ready
        const { picture, transfer } = await grab(video, regionOf(task, video.videoWidth, video.videoHeight))
        return await at.ask({ number, picture, task, formats }, transfer)
      } catch (error) {
        await replace(at)
        throw error
      }
    },
    close() {
      isClosed = true
      life.end()
    },
  }
}

function begin(worker: Worker, onFailure: () => void, onFrame: () => void): Life {
  const started = Promise.withResolvers<void>()
  // A failure is told by the frame that it takes along.
  started.promise.catch(() => undefined)
  let waiting: PromiseWithResolvers<readonly SymbolRead[]> | null = null
  let isReady = false
  let failure: Error | null = null

  function fail(reason: string): void {
    if (failure !== null) return
    failure = new Error(reason)
    worker.terminate()
    started.reject(failure)
    waiting?.reject(failure)
    waiting = null
    onFailure()
  }

  function answer(reads: readonly SymbolRead[]): void {
    waiting?.resolve(reads)
    waiting = null
  }

  worker.addEventListener('error', () => fail('the decoder failed'))
  worker.addEventListener('messageerror', () => fail('the decoder cannot be read'))
  worker.addEventListener('message', ({ data }: MessageEvent<DecoderMessage>) => {
    if (data.kind === 'frame') {
      onFrame()
      return answer(data.reads)
    }
    if (data.kind === 'failed') return isReady ? answer([]) : fail(data.reason)
    isReady = true
    started.resolve()
  })
  return {
    ready: started.promise,
    hasFailed: () => failure !== null,
    ask(request, transfer) {
      if (failure !== null) return Promise.reject(failure)
      waiting = Promise.withResolvers()
      worker.postMessage(request, [transfer])
      return waiting.promise
    },
    end() {
      worker.terminate()
      answer([])
    },
  }
}

/** Takes a part of a video's picture, with what of it moves to the worker. */
export type Grab = (
  video: HTMLVideoElement,
  area: ReturnType<typeof regionOf>,
) => Promise<{ readonly picture: ImageBitmap | ImageData; readonly transfer: Transferable }>

// A worker without a canvas of its own (Safari before 16.4) cannot draw pictures, so the page hands it pixels.
function createGrabber(): Grab {
  if (typeof OffscreenCanvas === 'function' && typeof createImageBitmap === 'function') {
    return async (video, { x, y, width, height }) => {
      const picture = await createImageBitmap(video, x, y, width, height)
      return { picture, transfer: picture }
    }
  }
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  return (video, { x, y, width, height }) => {
    canvas.width = width
    canvas.height = height
    pen?.drawImage(video, x, y, width, height, 0, 0, width, height)
    const picture = pen?.getImageData(0, 0, width, height) ?? new ImageData(1, 1)
    return Promise.resolve({ picture, transfer: picture.data.buffer })
  }
}
