import type { ScanPurpose } from '#domain/item/resolve-code.ts'

/** Symbologies that labels, boxes and screens of this field carry, as the decoder names them. */
export type CameraFormat = 'Code128' | 'EAN13' | 'EAN8' | 'UPCA' | 'UPCE' | 'QRCode' | 'DataMatrix'

// Fewer formats mean fewer misreads: an IMEI read as an EAN is the commonest (design, scanning 1).
const labels: readonly CameraFormat[] = ['Code128', 'EAN13', 'EAN8', 'QRCode', 'DataMatrix']
const formatsByPurpose: Readonly<Record<ScanPurpose, readonly CameraFormat[]>> = {
  check_in: labels,
  item: labels,
  buyback: ['Code128', 'EAN13', 'QRCode', 'DataMatrix'],
  product: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128', 'QRCode', 'DataMatrix'],
  imei: ['Code128', 'QRCode', 'DataMatrix'],
  package: ['Code128', 'EAN13', 'QRCode', 'DataMatrix'],
  any: ['Code128', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'QRCode', 'DataMatrix'],
}

/** Formats that the decoder searches for on a screen of this purpose. */
export function formatsFor(purpose: ScanPurpose): readonly CameraFormat[] {
  return formatsByPurpose[purpose]
}

/** How one frame is prepared: as it is, turned by 45 degrees, or softened against noise. */
export type FramePass = 'plain' | 'turned' | 'softened'

/** What is done with one frame. */
export interface FrameTask {
  readonly pass: FramePass
  /** Whether only the box that the operator aims with is searched, or the whole picture. */
  readonly region: 'aim' | 'whole'
}

// Every second frame is the plain one, which reads most labels; the others take turns (design, scanning 1).
const cycle: readonly FrameTask[] = [
  { pass: 'plain', region: 'aim' },
  { pass: 'plain', region: 'whole' },
  { pass: 'plain', region: 'aim' },
  { pass: 'turned', region: 'aim' },
  { pass: 'plain', region: 'aim' },
  { pass: 'softened', region: 'aim' },
]

/** The task of a frame by its number. */
export function taskOf(frame: number): FrameTask {
  return cycle[frame % cycle.length]!
}

/** A part of a picture in pixels. */
export interface Region {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

// The box takes this share of what the operator sees; drawn with the same shares in the panel.
/** Width and height of the aim box as shares of the picture. */
export const aimShare = { width: 0.8, height: 0.5 } as const

/** The part of a picture that a task searches. */
export function regionOf(task: FrameTask, width: number, height: number): Region {
  if (task.region === 'whole') return { x: 0, y: 0, width, height }
  const w = Math.round(width * aimShare.width)
  const h = Math.round(height * aimShare.height)
  return { x: Math.round((width - w) / 2), y: Math.round((height - h) / 2), width: w, height: h }
}
