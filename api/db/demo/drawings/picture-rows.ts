import sharp from 'sharp'
import type { Row } from '../insert-rows.ts'
import { indexedPng } from './indexed-png.ts'

/** A drawing that is kept under an id. */
export interface Drawing {
  readonly id: string
  readonly svg: string
}

// A card is about 200 points wide; 400 pixels are sharp on most screens.
const density = (72 * 400) / 240
const drawn = new Map<string, Promise<Buffer>>()

async function draw(svg: string): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(svg), { density })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return indexedPng({ data, width: info.width, height: info.height })
}

/** A drawing as the PNG that is shown; those that look the same are drawn once. */
function drawnPng(svg: string): Promise<Buffer> {
  const png = drawn.get(svg) ?? draw(svg)
  drawn.set(svg, png)
  return png
}

/** Rows of pictures, each of its own, so that one may be replaced without the others. */
export async function pictureRows(
  accountId: string,
  bornMs: number,
  drawings: readonly Drawing[],
): Promise<readonly Row[]> {
  return Promise.all(
    drawings.map(async ({ id, svg }) => ({
      account_id: accountId,
      id,
      type: 'image/png',
      bytes: `\\x${(await drawnPng(svg)).toString('hex')}`,
      created_at: new Date(bornMs).toISOString(),
    })),
  )
}
