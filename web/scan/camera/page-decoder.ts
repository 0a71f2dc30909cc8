import { BarcodeFormat, BrowserMultiFormatReader } from '@zxing/browser'
import { DecodeHintType } from '@zxing/library'
import type { SymbolRead } from './decode-messages.ts'
import { regionOf, taskOf, type CameraFormat } from './decode-plan.ts'
import type { FrameDecoder } from './frame-decoder.ts'

const formats: Readonly<Record<CameraFormat, BarcodeFormat>> = {
  Code128: BarcodeFormat.CODE_128,
  EAN13: BarcodeFormat.EAN_13,
  EAN8: BarcodeFormat.EAN_8,
  UPCA: BarcodeFormat.UPC_A,
  UPCE: BarcodeFormat.UPC_E,
  QRCode: BarcodeFormat.QR_CODE,
  DataMatrix: BarcodeFormat.DATA_MATRIX,
}

/**
 * The decoder for browsers without WebAssembly (managed devices switch it off). It reads fewer labels than the other,
 * Code 128 with something dark to its left above all, and works on the page's own thread.
 */
export function startPageDecoder(): FrameDecoder {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  let reader: { readonly key: string; readonly decoder: BrowserMultiFormatReader } | null = null

  function readerFor(wanted: readonly CameraFormat[]): BrowserMultiFormatReader {
    const key = wanted.join()
    if (reader?.key !== key) {
      const hints = new Map<DecodeHintType, unknown>([
        [DecodeHintType.POSSIBLE_FORMATS, wanted.map((name) => formats[name])],
      ])
      reader = { key, decoder: new BrowserMultiFormatReader(hints) }
    }
    return reader.decoder
  }

  function decode(video: HTMLVideoElement, frame: number, wanted: readonly CameraFormat[]): readonly SymbolRead[] {
    const task = taskOf(frame)
    const { x, y, width, height } = regionOf({ ...task, pass: 'plain' }, video.videoWidth, video.videoHeight)
    canvas.width = width
    canvas.height = height
    pen?.drawImage(video, x, y, width, height, 0, 0, width, height)
    try {
      const result = readerFor(wanted).decodeFromCanvas(canvas)
      const raw = result.getText()
      const isGs1 = raw.startsWith('\u001d')
      const format = wanted.find((name) => formats[name] === result.getBarcodeFormat()) ?? 'Code128'
      // This library tells GS1 by a leading separator, the other one by the symbology identifier.
      const symbology = isGs1 ? (format === 'DataMatrix' ? ']d2' : format === 'QRCode' ? ']Q3' : ']C1') : null
      return [{ text: isGs1 ? raw.slice(1) : raw, format, symbology, offCenter: 0 }]
    } catch {
      return []
    }
  }

  return {
    ready: Promise.resolve(),
    read: (video, frame, wanted) => Promise.resolve(decode(video, frame, wanted)),
    isLost: () => false,
    close: () => undefined,
  }
}
