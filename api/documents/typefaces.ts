import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'

const require = createRequire(import.meta.url)
const read = (file: string) => create(readFileSync(file))
// Arimo: as wide as Helvetica, letter by letter, with the letters of every language of Central Europe. Read once: reading
// their tables takes seven times as long as drawing a document with them.
const typefaces = {
  regular: read(require.resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf')),
  bold: read(require.resolve('@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf')),
} as const

/** Gives a document its two typefaces, under the names `regular` and `bold`. */
export function registerTypefaces(document: PDFKit.PDFDocument): void {
  for (const [name, typeface] of Object.entries(typefaces)) {
    // Tables are shared, glyphs are not: one that was embedded as a part of another is kept without its letter.
    const own: unknown = Object.create(typeface, { _glyphs: { value: {} } })
    // PDFKit takes a typeface that is read already; its types know of unread ones only.
    document.registerFont(name, own as PDFKit.Mixins.PDFFontSource)
  }
}
