/** Colours of a drawing. */
export interface Paint {
  /** The body of the product. */
  readonly body: string
  /** What is in the shade of the body. */
  readonly shade: string
  /** Lines and small parts, to be seen on the body and beside it. */
  readonly line: string
  /** What shines: a screen, a lens. */
  readonly glow: string
}

/** A part of a drawing, as SVG. */
export type Draw = (paint: Paint) => string

/** A rectangle by its corner and its size, with round corners. */
export function box(x: number, y: number, width: number, height: number, radius: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
}

export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
}

/** Four discs around a place, as buttons stand. */
export function fourDiscs(x: number, y: number, reach: number, radius: number, fill: string): string {
  return [
    disc(x, y - reach, radius, fill),
    disc(x, y + reach, radius, fill),
    disc(x - reach, y, radius, fill),
    disc(x + reach, y, radius, fill),
  ].join('')
}

/** A shape by its path. */
export function shape(path: string, fill: string): string {
  return `<path d="${path}" fill="${fill}"/>`
}

/** A line by its path, drawn with a pen of a width. */
export function stroke(path: string, colour: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`
}

/** The lens of a camera, one ring in the other. */
export function lens(x: number, y: number, radius: number): string {
  return [
    disc(x, y, radius, '#16191d'),
    disc(x, y, radius * 0.72, '#2b3440'),
    disc(x, y, radius * 0.42, '#0d1117'),
    disc(x - radius * 0.25, y - radius * 0.25, radius * 0.16, '#8fb3d9'),
  ].join('')
}

/** What a product throws on the ground. */
export function shadow(x: number, y: number, width: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="6" fill="#16191d" fill-opacity="0.12"/>`
}

/** A drawing in a place of another one, scaled from its square. */
export function placed(parts: string, x: number, y: number, side: number): string {
  return `<svg x="${x}" y="${y}" width="${side}" height="${side}" viewBox="0 0 240 240">${parts}</svg>`
}

/** A whole drawing, in a square unless told otherwise. */
export function picture(parts: string, width = 240): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="240" viewBox="0 0 ${width} 240">${parts}</svg>`
}
