import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { layerPicture } from './layer-picture.ts'

/** The page that holds the picture of the layers, between two marks. */
export const picturePage = path.resolve(import.meta.dirname, '../../docs/architecture.md')
/** Writes the picture into the page. */
export const pictureCommand = 'npm run docs:layers'

const part = /(?<=<!-- layers: written by [^>]*-->)[^]*?(?=<!-- end of layers -->)/

/** A page's text with the picture as the rules draw it now. */
export function withPicture(text: string): string {
  if (!part.test(text)) throw new Error('the page has no place for the picture of the layers')
  return text.replace(part, () => `\n\n${layerPicture()}\n\n`)
}

if (import.meta.main) writeFileSync(picturePage, withPicture(readFileSync(picturePage, 'utf8')))
