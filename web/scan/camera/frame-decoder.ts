import type { DecoderMessage, FrameRequest, SymbolRead } from './decode-messages.ts'
import { regionOf, taskOf, type CameraFormat } from './decode-plan.ts'

/** Reads the symbols of single frames; one frame at a time. */
export interface FrameDecoder {
  /** Rejects where no decoder can be had in this browser. */
  readonly ready: Promise<void>
  read(video: HTMLVideoElement, frame: number, formats: readonly CameraFormat[]): Promise<readonly SymbolRead[]>
  close(): void
}

/** Starts the decoder in a worker, or the slower one of this page where WebAssembly is missing. */
export async function startFrameDecoder(): Promise<FrameDecoder> {
  if (typeof WebAssembly === 'object' && typeof Worker === 'function') return startWorkerDecoder()
  const { startPageDecoder } = await import('./page-decoder.ts')
  return startPageDecoder()
}

function startWorkerDecoder(): FrameDecoder {
  const worker = new Worker(new URL('./decode-worker.ts', import.meta.url), { type: 'module', name: 'decoder' })
  const grab = createGrabber()
  let waiting: ((reads: readonly SymbolRead[]) => void) | null = null
  const ready = new Promise<void>((resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('the decoder did not start')))
    worker.addEventListener('message', ({ data }: MessageEvent<DecoderMessage>) => {
      if (data.kind === 'ready') return resolve()
      if (data.kind === 'failed') reject(new Error(data.reason))
      const answer = waiting
      waiting = null
      answer?.(data.kind === 'frame' ? data.reads : [])
    })
  })
  return {
    ready,
    async read(video, number, formats) {
      const task = taskOf(number)
      const area = regionOf(task, video.videoWidth, video.videoHeight)
      const picture = await grab(video, area)
      const request: FrameRequest = { number, picture, task, formats }
      return new Promise((resolve) => {
        waiting = resolve
        worker.postMessage(request, picture instanceof ImageData ? [picture.data.buffer] : [picture])
      })
    },
    close() {
      worker.terminate()
      waiting?.([])
      waiting = null
    },
  }
}

type Grab = (video: HTMLVideoElement, area: ReturnType<typeof regionOf>) => Promise<ImageBitmap | ImageData>

// A worker without a canvas of its own (Safari before 16.4) cannot draw pictures, so the page hands it pixels.
function createGrabber(): Grab {
  if (typeof OffscreenCanvas === 'function' && typeof createImageBitmap === 'function') {
    return (video, { x, y, width, height }) => createImageBitmap(video, x, y, width, height)
  }
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  return (video, { x, y, width, height }) => {
    canvas.width = width
    canvas.height = height
    pen?.drawImage(video, x, y, width, height, 0, 0, width, height)
    return Promise.resolve(pen?.getImageData(0, 0, width, height) ?? new ImageData(1, 1))
  }
}
