import { code128, datamatrix, drawingSVG, qrcode } from 'bwip-js/browser'

/** The dots or bars of a code without blanks around, in modules; `shapes` are paths of black. */
export interface BarcodePicture {
  readonly width: number
  readonly height: number
  readonly shapes: readonly { readonly d: string; readonly strokeWidth: number | null }[]
}

/** Draws the bars of Code 128; they stretch to the height of the picture. */
export function barsPicture(text: string): BarcodePicture {
  return pictureOf(code128({ bcid: 'code128', text, scale: 1, height: 10 }, drawingSVG()))
}

/** Draws a DataMatrix. */
export function matrixPicture(text: string): BarcodePicture {
  return pictureOf(datamatrix({ bcid: 'datamatrix', text, scale: 1 }, drawingSVG()))
}

/** Draws a QR code. */
export function qrPicture(text: string): BarcodePicture {
  return pictureOf(qrcode({ bcid: 'qrcode', text, scale: 1 }, drawingSVG()))
}

function pictureOf(svg: string): BarcodePicture {
  const [width, height] = (/viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? []).slice(1).map(Number)
  if (width === undefined || height === undefined) throw new Error('a picture of a barcode has a size')
  const shapes = [...svg.matchAll(/<path ([^>]*)>/g)].map(([, attributes = '']) => {
    const stroke = /stroke-width="([\d.]+)"/.exec(attributes)?.[1]
    return { d: / ?d="([^"]+)"/.exec(attributes)?.[1] ?? '', strokeWidth: stroke === undefined ? null : Number(stroke) }
  })
  return { width, height, shapes }
}
