import type { Page } from 'playwright/test'
import { expectSoundScreen } from './screen-audit.ts'

/** Heights above this, in CSS pixels, are long lists: one view of them tells what all would. */
const tallest = 4000

/** Takes a picture of a whole page, or of the part in view where the page is a long list. */
export async function takePicture(page: Page, path: string): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.screenshot({ path, fullPage: height <= tallest })
}

/** Where pictures go, at which sizes they are taken, and at which of these the screen is audited: at all if not told. */
export interface PictureOptions {
  readonly folder: string
  readonly sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>>
  readonly audited?: readonly string[]
}

/** Takes a picture of a screen at each size, named by the width, and audits the screen there. */
export async function takePictures(page: Page, name: string, options: PictureOptions): Promise<void> {
  const { folder, sizes, audited = Object.keys(sizes) } = options
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport)
    if (audited.includes(size)) await expectSoundScreen(page, `${name} ${size}`)
    await takePicture(page, `${folder}/${name}-${viewport.width}.png`)
  }
}
