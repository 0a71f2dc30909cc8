import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { spend } from './expenses.ts'
import { expectFits, expectSoundScreen, layoutScope } from './screen-audit.ts'
import { sizes } from './shell.ts'

/** Sizes at which the office is seen: a phone in the hand, a tablet on the counter, a desk. */
export const officeSizes = { ...sizes, phone: { width: 390, height: 844 } }

/** Heights above this, in CSS pixels, are long lists: one view of them tells what all would. */
const tallest = 4000

/** Where pictures go: a folder that git ignores. `docs/screens` keeps a chosen few of them (`npm run pictures:docs`). */
const folder = 'pictures'

/** Drawing pictures takes a fifth of the time of the browser tests: `npm run pictures` asks for them. */
export const arePicturesTaken = process.env.PICTURES === 'on'

/** Takes a picture of what is in view, or of the whole page, where pictures are asked for. */
export async function takePicture(
  page: Page,
  file: string,
  options: { readonly fullPage?: boolean } = {},
): Promise<void> {
  if (arePicturesTaken) await spend('pictures', () => page.screenshot({ path: `${folder}/${file}`, ...options }))
}

/** Dots an inch of the pictures of papers: small letters can be read. */
const paperDensity = 110

/**
 * Keeps the pages of a PDF as `paper-NAME-1.png` and so on, where pictures are asked for. Without Poppler, as the run has
 * said at its start, no papers are kept.
 */
export async function keepPaper(name: string, pdf: Uint8Array): Promise<void> {
  if (!arePicturesTaken) return
  await spend('pictures', async () => {
    mkdirSync(folder, { recursive: true })
    const args = ['-png', '-r', String(paperDensity), '-', `${folder}/paper-${name}`]
    const drawn = spawnSync('pdftoppm', args, { input: pdf })
    if (drawn.error !== undefined && (drawn.error as NodeJS.ErrnoException).code === 'ENOENT') return
    if (drawn.status !== 0) throw new Error(`the paper ${name} cannot be drawn: ${String(drawn.stderr)}`)
  })
}

// A picture of a whole page, or of the part in view where the page is a long list.
async function takeWhole(page: Page, file: string): Promise<void> {
  if (!arePicturesTaken) return
  // The header, which sticks, stands at the top.
  const height = await page.evaluate(() => {
    scrollTo(0, 0)
    return document.documentElement.scrollHeight
  })
  await takePicture(page, file, { fullPage: height <= tallest })
}

/** At which sizes pictures are taken, and at which of these the screen is audited: at all if not told. */
export interface PictureOptions {
  readonly sizes: Readonly<Record<string, { readonly width: number; readonly height: number }>>
  readonly audited?: readonly string[]
  /** At which of the others nothing may stick out: the same elements at another place, which no second audit tells apart. */
  readonly fitting?: readonly string[]
  /** Takes no more than what is in view. */
  readonly inView?: boolean
}

// A tablet shows the elements of the phone or those of the desk, which another size or test audits whole.
const scopeAt = (size: string, audited: readonly string[]) =>
  size === 'tablet' && audited.includes('phone') ? ([layoutScope] as const) : []

/** Takes a picture of a screen at each size, named by the width, and audits the screen there. */
export async function takePictures(page: Page, name: string, options: PictureOptions): Promise<void> {
  const { sizes, audited = Object.keys(sizes), fitting = [], inView = false } = options
  for (const [size, viewport] of Object.entries(sizes)) {
    if (!arePicturesTaken && !audited.includes(size) && !fitting.includes(size)) continue
    await page.setViewportSize(viewport)
    if (fitting.includes(size)) await expectFits(page, `${name} ${size}`)
    if (audited.includes(size)) await expectSoundScreen(page, `${name} ${size}`, ...scopeAt(size, audited))
    const file = `${name}-${viewport.width}.png`
    await (inView ? takePicture(page, file) : takeWhole(page, file))
  }
}

interface KeepOptions extends Pick<PictureOptions, 'fitting'> {
  readonly back?: PictureOptions['sizes'][string]
}

/**
 * Audits a screen of the office or the counter at the office's sizes, takes the pictures that the project keeps, and
 * returns to the size that the test works at, the desk's if not told.
 */
export async function keepPictures(
  page: Page,
  name: string,
  audited?: readonly string[],
  { back = officeSizes.desk, fitting = [] }: KeepOptions = {},
): Promise<void> {
  await takePictures(page, name, {
    sizes: officeSizes,
    inView: true,
    fitting,
    ...(audited && { audited }),
  })
  await page.setViewportSize(back)
}
