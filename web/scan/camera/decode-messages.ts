import type { CameraFormat, FrameTask } from './decode-plan.ts'

/** One symbol that the decoder found in a frame. */
export interface SymbolRead {
  readonly text: string
  readonly symbology: string | null
  readonly format: string
  /** Distance of its middle from the middle of the region, as a share of the region's diagonal. */
  readonly offCenter: number
}

/** A frame on its way to the decoder; the picture's ownership goes along. */
export interface FrameRequest {
  readonly number: number
  readonly picture: ImageBitmap | ImageData
  readonly task: FrameTask
  readonly formats: readonly CameraFormat[]
}

/** What the decoder's worker says: that it is ready, that it never will be, or what a frame holds. */
export type DecoderMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'frame'; readonly number: number; readonly reads: readonly SymbolRead[]; readonly tookMs: number }
