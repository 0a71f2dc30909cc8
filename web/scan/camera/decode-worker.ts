/// <reference lib="webworker" />
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader'
// The app serves the decoder itself: the library's own address is a public CDN, which offline devices cannot reach.
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { DecoderMessage, FrameRequest, SymbolRead } from './decode-messages.ts'
import type { FramePass } from './decode-plan.ts'

declare const self: DedicatedWorkerGlobalScope

const ready = prepareZXingModule({
  fireImmediately: true,
  overrides: { locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path) },
})

const say = (message: DecoderMessage) => self.postMessage(message)
ready.then(
  () => say({ kind: 'ready' }),
  (error: unknown) => say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
)

let canvas: OffscreenCanvas | null = null
let pen: OffscreenCanvasRenderingContext2D | null = null

self.addEventListener('message', (event: MessageEvent<FrameRequest>) => {
  void decode(event.data).catch((error: unknown) => {
    say({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) })
  })
})

async function decode({ number, picture, task, formats }: FrameRequest): Promise<void> {
  await ready
  const fromMs = performance.now()
  const pixels = picture instanceof ImageData ? picture : prepare(picture, task.pass)
  const results = await readBarcodes(pixels, {
    formats: [...formats],
    // Several codes on one label are the rule; the page picks the one that the screen asks for.
    maxNumberOfSymbols: 8,
    // Human-readable text would turn separators into brackets.
    textMode: 'Plain',
    tryHarder: true,
  })
  const reads = results.filter(({ isValid }) => isValid).map((result) => toRead(result, pixels.width, pixels.height))
  say({ kind: 'frame', number, reads, tookMs: performance.now() - fromMs })
}

function prepare(picture: ImageBitmap, pass: FramePass): ImageData {
  const { width, height } = picture
  const side = Math.ceil((width + height) / Math.SQRT2)
  const size = pass === 'turned' ? { width: side, height: side } : { width, height }
  canvas ??= new OffscreenCanvas(size.width, size.height)
  pen ??= canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('no drawing context')
  canvas.width = size.width
  canvas.height = size.height
  if (pass === 'turned') {
    pen.translate(side / 2, side / 2)
    pen.rotate(Math.PI / 4)
    pen.drawImage(picture, -width / 2, -height / 2)
  } else if (pass === 'softened') {
    soften(pen, picture)
  } else {
    pen.drawImage(picture, 0, 0)
  }
  picture.close()
  return pen.getImageData(0, 0, size.width, size.height)
}

// The mean of nine neighbours, by overlaying shifted copies; canvas filters are missing in Safari.
function soften(target: OffscreenCanvasRenderingContext2D, picture: ImageBitmap): void {
  let copies = 0
  for (const x of [-1, 0, 1]) {
    for (const y of [-1, 0, 1]) {
      copies += 1
      target.globalAlpha = 1 / copies
      target.drawImage(picture, x, y)
    }
  }
}

function toRead(
  { text, format, symbologyIdentifier, position }: ReadResult,
  width: number,
  height: number,
): SymbolRead {
  const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight]
  const x = corners.reduce((sum, corner) => sum + corner.x, 0) / 4 - width / 2
  const y = corners.reduce((sum, corner) => sum + corner.y, 0) / 4 - height / 2
  return {
    text,
    format,
    symbology: symbologyIdentifier === '' ? null : symbologyIdentifier,
    offCenter: Math.hypot(x, y) / Math.hypot(width, height),
  }
}
