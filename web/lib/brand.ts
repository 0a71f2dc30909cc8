/** The colours that a page draws from one account colour; every text pair reaches 4.5:1, every line pair 3:1. */
export interface Brand {
  /** Fill of what is active or primary. */
  readonly brand: string
  /** The fill under the pointer. */
  readonly brandHover: string
  /** Text and icons on the fill. */
  readonly onBrand: string
  /** Brand-coloured text on white, on the page's grey and on the soft fill. */
  readonly brandText: string
  /** A quiet fill. */
  readonly brandSoft: string
  /** Lines, rings and marks on white: 3:1. */
  readonly brandLine: string
  /** The same four on the dark surfaces of the floor. */
  readonly dark: {
    readonly brandText: string
    readonly brandSoft: string
    readonly brandLine: string
  }
  /** Ten shades from light to dark; the seventh (index 6) is the account's colour itself. */
  readonly ramp: readonly [string, string, string, string, string, string, string, string, string, string]
}

/** Colour of an account that has chosen none. */
export const defaultColor = '#1f5fbf'

/** Surfaces that brand-coloured text may stand on. */
export const surfaces = {
  page: '#ffffff',
  quiet: '#f5f6f8',
  darkPage: '#14171a',
  darkRaised: '#22272c',
} as const

/** Whether a text is a colour as accounts store it. */
export function isHexColor(value: string | null | undefined): value is string {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
}

/** Makes the colours of an account; anything but `#rrggbb` gives the default colour's. */
export function brandOf(color: string | null | undefined): Brand {
  const brand = (isHexColor(color) ? color : defaultColor).toLowerCase()
  const onBrand = contrast(brand, '#ffffff') >= 4.5 ? '#ffffff' : '#000000'
  const [lightness, chroma, hue] = toOklch(brand)
  const at = (l: number, c = chroma): string => toHex(l, c, hue)
  const brandSoft = at(0.955, Math.min(chroma, 0.03))
  const darkSoft = at(0.3, Math.min(chroma, 0.06))
  const paper = [surfaces.page, surfaces.quiet, brandSoft]
  const night = [surfaces.darkPage, surfaces.darkRaised, darkSoft]
  return {
    brand,
    onBrand,
    brandSoft,
    brandHover: at(clamp(lightness + (onBrand === '#ffffff' ? -0.05 : 0.05))),
    brandText: nearest(lightness, -0.01, (l) => at(l), paper, 4.5),
    brandLine: nearest(lightness, -0.01, (l) => at(l), paper, 3),
    dark: {
      brandSoft: darkSoft,
      brandText: nearest(lightness, 0.01, (l) => at(l), night, 4.5),
      brandLine: nearest(lightness, 0.01, (l) => at(l), night, 3),
    },
    ramp: rampOf(brand, lightness, chroma, hue),
  }
}

/** The custom properties of a brand, as a style object. */
export function brandVariables(brand: Brand, scheme: 'light' | 'dark'): Record<string, string> {
  const tones = scheme === 'dark' ? brand.dark : brand
  return {
    '--brand': brand.brand,
    '--brand-hover': brand.brandHover,
    '--on-brand': brand.onBrand,
    '--brand-text': tones.brandText,
    '--brand-soft': tones.brandSoft,
    '--brand-line': tones.brandLine,
  }
}

/** Contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Goes from a lightness in steps until the colour stands out on every surface. */
function nearest(
  start: number,
  step: number,
  colorAt: (lightness: number) => string,
  on: readonly string[],
  ratio: number,
): string {
  for (let lightness = start; lightness > 0 && lightness < 1; lightness += step) {
    const color = colorAt(lightness)
    if (on.every((surface) => contrast(color, surface) >= ratio)) return color
  }
  return step < 0 ? '#000000' : '#ffffff'
}

function rampOf(brand: string, lightness: number, chroma: number, hue: number): Brand['ramp'] {
  const above = (share: number): string => toHex(0.97 - (0.97 - Math.min(lightness, 0.96)) * share, chroma * share, hue)
  const below = (share: number): string => toHex(lightness * (1 - share), chroma * (1 - share / 2), hue)
  return [
    above(0.12),
    above(0.25),
    above(0.4),
    above(0.55),
    above(0.7),
    above(0.85),
    brand,
    below(0.12),
    below(0.25),
    below(0.4),
  ]
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function channels(hex: string): readonly [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex)
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

function toOklch(hex: string): readonly [lightness: number, chroma: number, hue: number] {
  const [r, g, b] = channels(hex).map(linear) as [number, number, number]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const blue = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [lightness, Math.hypot(a, blue), Math.atan2(blue, a)]
}

/** The nearest colour that a screen can show: chroma gives way, lightness and hue stay. */
function toHex(lightness: number, chroma: number, hue: number): string {
  for (let c = chroma; ; c -= 0.005) {
    const rgb = toLinear(lightness, Math.max(0, c), hue)
    if (c <= 0 || rgb.every((value) => value >= -0.0005 && value <= 1.0005)) return hexOf(rgb)
  }
}

function toLinear(lightness: number, chroma: number, hue: number): readonly number[] {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function hexOf(rgb: readonly number[]): string {
  const parts = rgb.map((value) => {
    const v = clamp(value)
    const share = v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${parts.join('')}`
}
