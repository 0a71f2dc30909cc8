import { rmSync } from 'node:fs'
import { mkdtemp, open, symlink, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import bwip from 'bwip-js/node'

/** What lies before the camera for a while. */
export interface BarcodeScene {
  readonly symbology: 'code128' | 'ean13' | 'qrcode' | 'datamatrix' | 'gs1datamatrix'
  readonly text: string
  /** Something dark from the picture's left edge to the label, as a box's side is. */
  readonly darkMargin?: boolean
  /** Turns the label about its middle. */
  readonly degrees?: number
  /** Sideways position of the label's middle, as a share of the picture; the middle by default. */
  readonly at?: number
}

/** A video for Chromium's fake camera, which plays it over and over. */
export interface BarcodeVideo {
  readonly width?: number
  readonly height?: number
  readonly framesPerSecond?: number
  /** Frames of each scene; as many again are empty between two scenes. */
  readonly framesEach?: number
  readonly emptyFrames?: number
  /** Standard deviation of the sensor's noise in luma steps; 2 is good light, 5 is poor. */
  readonly noise?: number
}

interface Symbol {
  readonly columns: number
  readonly rows: number
  readonly isDark: (column: number, row: number) => boolean
}

const background = 150
const paper = 235
const ink = 25

/** Writes scenes as Y4M; several scenes at once stand beside each other in one picture. */
export async function writeBarcodeVideo(
  file: string,
  scenes: readonly (BarcodeScene | readonly BarcodeScene[] | null)[],
  video: BarcodeVideo = {},
): Promise<void> {
  const { width = 1280, height = 720, framesPerSecond = 10, framesEach = 4, emptyFrames = 0, noise = 2 } = video
  const handle = await open(file, 'w')
  try {
    await handle.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
    const chroma = Buffer.alloc((width * height) / 2, 128)
    const random = seeded(7)
    const write = async (still: Float32Array): Promise<void> => {
      const luma = Buffer.alloc(width * height)
      for (let at = 0; at < luma.length; at++) {
        const value = still[at]! + noise * (random() + random() + random() - 1.5) * 2
        luma[at] = 16 + Math.min(255, Math.max(0, value)) * (219 / 255)
      }
      await handle.write('FRAME\n')
      await handle.write(luma)
      await handle.write(chroma)
    }
    const empty = new Float32Array(width * height).fill(background)
    for (const scene of scenes) {
      const still = scene === null ? empty : drawScene(Array.isArray(scene) ? scene : [scene], width, height)
      for (let frame = 0; frame < framesEach; frame++) await write(still)
      for (let frame = 0; frame < emptyFrames; frame++) await write(empty)
    }
  } finally {
    await handle.close()
  }
}

/** The file that a browser's fake camera reads; what it shows can be changed between two openings of the camera. */
export interface FakeCamera {
  readonly file: string
  show(scenes: readonly (BarcodeScene | readonly BarcodeScene[] | null)[], video?: BarcodeVideo): Promise<void>
}

/** Makes a fake camera in a folder of its own. Give its file to `--use-file-for-fake-video-capture`. */
export async function createFakeCamera(): Promise<FakeCamera> {
  const folder = await mkdtemp(path.join(tmpdir(), 'camera-'))
  const file = path.join(folder, 'camera.y4m')
  // Videos are large, and a browser may read the last one until the very end.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  let shown = 0
  return {
    file,
    async show(scenes, video) {
      shown += 1
      const next = path.join(folder, `scene-${shown}.y4m`)
      await writeBarcodeVideo(next, scenes, video)
      await unlink(file).catch(() => undefined)
      await symlink(next, file)
    },
  }
}

/** Arguments of a Chromium whose camera is a file. */
export function fakeCameraArguments(file: string): readonly string[] {
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`]
}

function drawScene(scenes: readonly BarcodeScene[], width: number, height: number): Float32Array {
  const still = new Float32Array(width * height).fill(background)
  for (const scene of scenes) drawLabel(still, scene, width, height)
  return still
}

function drawLabel(still: Float32Array, scene: BarcodeScene, width: number, height: number): void {
  const symbol = readSymbol(scene)
  const isLinear = symbol.rows === 1
  const step = isLinear ? 3 : 7
  const quiet = isLinear ? 12 : 4
  const labelWidth = (symbol.columns + 2 * quiet) * step
  const labelHeight = isLinear ? 160 : labelWidth
  const middleX = width * (scene.at ?? 0.5)
  const middleY = height / 2
  const turn = ((scene.degrees ?? 0) * Math.PI) / 180
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const dx = x - middleX
      const dy = y - middleY
      const across = dx * Math.cos(turn) + dy * Math.sin(turn) + labelWidth / 2
      const down = -dx * Math.sin(turn) + dy * Math.cos(turn) + labelHeight / 2
      if (down < 0 || down >= labelHeight || across >= labelWidth) continue
      if (across < 0) {
        if (scene.darkMargin === true) still[y * width + x] = ink
        continue
      }
      const column = Math.floor(across / step) - quiet
      const row = isLinear ? 0 : Math.floor(down / step) - quiet
      const isInk = (isLinear ? down > 12 && down < labelHeight - 12 : true) && symbol.isDark(column, row)
      still[y * width + x] = isInk ? ink : paper
    }
  }
}

function readSymbol({ symbology, text }: BarcodeScene): Symbol {
  const [raw] = bwip.raw({ bcid: symbology, text }) as unknown as readonly [
    {
      readonly sbs?: readonly number[]
      readonly pixs?: readonly number[]
      readonly pixx?: number
      readonly pixy?: number
    },
  ]
  if (raw.sbs !== undefined) {
    // Widths of bars and spaces by turns, beginning with a bar.
    const bars = raw.sbs.flatMap((size, at) => Array.from({ length: size }, () => at % 2 === 0))
    return { columns: bars.length, rows: 1, isDark: (column) => bars[column] === true }
  }
  const { pixs = [], pixx = 0, pixy = 0 } = raw
  const isDark = (column: number, row: number): boolean =>
    column >= 0 && column < pixx && row >= 0 && row < pixy && pixs[row * pixx + column] === 1
  return { columns: pixx, rows: pixy, isDark }
}

function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
