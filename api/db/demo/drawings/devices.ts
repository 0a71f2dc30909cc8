import { box, disc, lens, shadow, shape, stroke, type Draw, type Paint } from './svg.ts'

/** A picture on a screen: hills under a sun. */
function wallpaper(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  { glow, shade }: Paint,
): string {
  const [right, foot] = [x + width, y + height]
  const hill = `M${x} ${foot - height * 0.3} Q${x + width * 0.35} ${foot - height * 0.6} ${x + width * 0.65} ${foot - height * 0.32} T${right} ${foot - height * 0.38} V${foot - radius} Q${right} ${foot} ${right - radius} ${foot} H${x + radius} Q${x} ${foot} ${x} ${foot - radius} Z`
  return (
    box(x, y, width, height, radius, glow) +
    disc(x + width * 0.7, y + height * 0.28, Math.min(width, height) * 0.14, '#fff3d6') +
    shape(hill, shade)
  )
}

function phoneFront(x: number, y: number, width: number, height: number, paint: Paint, eye: string): string {
  return (
    box(x, y, width, height, 15, paint.line) +
    box(x + 2.5, y + 2.5, width - 5, height - 5, 13, '#16191d') +
    wallpaper(x + 6, y + 6, width - 12, height - 12, 10, paint) +
    eye
  )
}

function phone(
  back: (x: number, y: number) => string,
  eye: (middle: number, top: number) => string,
  width = 84,
  height = 176,
): Draw {
  return (paint) => {
    const [left, top] = [120 - width * 0.82, 118 - height / 2]
    const front = left + width * 0.64
    return [
      shadow(122, 212, 150),
      box(left, top - 4, width, height, 15, paint.line),
      box(left + 2.5, top - 1.5, width - 5, height - 5, 13, paint.body),
      back(left, top),
      phoneFront(front, top + 6, width, height, paint, eye(front + width / 2, top + 6)),
    ].join('')
  }
}

const pill = (middle: number, top: number) => box(middle - 11, top + 11, 22, 7, 3.5, '#16191d')
const hole = (middle: number, top: number) => disc(middle, top + 14, 4, '#16191d')
const isle = (x: number, y: number, side: number) => box(x + 8, y + 4, side, side, 11, '#16191d22')

/** Phones by the way their cameras stand. */
export const phones = {
  isleOfThree: phone(
    (x, y) => isle(x, y, 46) + lens(x + 21, y + 17, 9) + lens(x + 21, y + 38, 9) + lens(x + 42, y + 27, 9),
    pill,
  ),
  isleOfTwo: phone((x, y) => isle(x, y, 42) + lens(x + 20, y + 16, 9) + lens(x + 38, y + 35, 9), pill),
  pairInLine: phone(
    (x, y) => box(x + 8, y + 4, 24, 48, 12, '#16191d22') + lens(x + 20, y + 17, 9) + lens(x + 20, y + 39, 9),
    pill,
  ),
  row: phone((x, y) => lens(x + 19, y + 16, 9) + lens(x + 19, y + 39, 9) + lens(x + 19, y + 62, 9), hole),
  bar: phone(
    (x, y) => box(x + 4, y + 24, 60, 22, 11, '#16191d') + lens(x + 20, y + 35, 8) + lens(x + 40, y + 35, 8),
    hole,
  ),
  round: phone(
    (x, y) =>
      disc(x + 33, y + 36, 27, '#16191d33') +
      lens(x + 24, y + 27, 8) +
      lens(x + 42, y + 27, 8) +
      lens(x + 33, y + 45, 8),
    hole,
  ),
  button: phone(
    (x, y) => lens(x + 19, y + 15, 9),
    (middle, top) =>
      box(middle - 42 + 2.5, top + 2.5, 79, 20, 10, '#16191d') +
      box(middle - 39.5, top + 153, 79, 20, 10, '#16191d') +
      disc(middle, top + 163, 7, '#3a4350'),
    84,
    176,
  ),
  small: phone((x, y) => isle(x, y, 38) + lens(x + 18, y + 14, 8) + lens(x + 35, y + 31, 8), pill, 76, 152),
} as const

/** A phone that opens like a book. */
export const fold: Draw = (paint) =>
  [
    shadow(120, 208, 170),
    box(38, 36, 164, 168, 14, paint.line),
    box(41, 39, 158, 162, 12, '#16191d'),
    wallpaper(45, 43, 150, 154, 8, paint),
    stroke('M120 43 V197', '#16191d', 1.5),
    disc(158, 54, 4, '#16191d'),
  ].join('')

/** A phone that closes like a box. */
export const flip: Draw = (paint) =>
  [
    shadow(122, 212, 150),
    box(42, 116, 84, 88, 15, paint.line),
    box(44.5, 118.5, 79, 83, 13, paint.body),
    box(49, 123, 69, 50, 10, '#16191d'),
    lens(64, 137, 8),
    lens(85, 137, 8),
    phoneFront(116, 30, 84, 178, paint, hole(158, 30)),
    stroke('M118 119 H198', '#16191d', 1.5),
  ].join('')

/** A tablet on its side, with the pen beside it where it takes one. */
export const tablet: Draw = (paint) =>
  [
    shadow(120, 202, 190),
    box(22, 50, 196, 146, 13, paint.line),
    box(24.5, 52.5, 191, 141, 11, paint.body),
    box(28, 56, 184, 134, 9, '#16191d'),
    wallpaper(35, 63, 170, 120, 4, paint),
    disc(120, 59.5, 1.8, '#56606c'),
  ].join('')

/** A tablet on its stand, with its keyboard. */
export const tabletWithKeys: Draw = (paint) =>
  [
    shadow(120, 208, 200),
    shape('M28 182 H212 L226 204 H14 Z', paint.shade),
    ...[188, 194, 200].map((y) => stroke(`M${40 - (y - 188) * 0.6} ${y} H${200 + (y - 188) * 0.6}`, '#ffffff66', 2.5)),
    box(36, 44, 168, 136, 10, paint.line),
    box(38.5, 46.5, 163, 131, 8, '#16191d'),
    wallpaper(45, 53, 149, 118, 3, paint),
  ].join('')

/** A reader for books, with a page on it. */
export const reader: Draw = (paint) =>
  [
    shadow(120, 214, 130),
    box(52, 26, 136, 184, 12, paint.line),
    box(54.5, 28.5, 131, 179, 10, paint.body),
    box(66, 42, 108, 140, 3, '#f2efe6'),
    box(78, 56, 62, 7, 2, '#3b4048'),
    ...Array.from({ length: 10 }, (_, at) => box(78, 72 + at * 10, at === 9 ? 48 : 84, 3, 1.5, '#9b9a94')),
    box(104, 192, 32, 4, 2, '#ffffff55'),
  ].join('')

/** A laptop that stands open. */
export const laptop: Draw = (paint) =>
  [
    shadow(120, 200, 220),
    box(42, 48, 156, 112, 10, paint.line),
    box(44.5, 50.5, 151, 110, 8, '#16191d'),
    wallpaper(50, 57, 140, 94, 3, paint),
    disc(120, 53.8, 1.6, '#56606c'),
    shape('M40 160 H200 L228 186 Q230 192 224 192 H16 Q10 192 12 186 Z', paint.body),
    shape('M12 186 Q10 194 18 195 H222 Q230 194 228 186 Z', paint.shade),
    ...[164, 169.5, 175].map((y, at) => stroke(`M${50 - at * 5} ${y} H${190 + at * 5}`, paint.line, 3)),
    box(96, 180, 48, 6, 2, paint.line),
  ].join('')

/** A laptop for games, with light under its keys. */
export const gameLaptop: Draw = (paint) =>
  [
    laptop(paint),
    ...[164, 169.5, 175].map((y, at) => stroke(`M${50 - at * 5} ${y} H${190 + at * 5}`, '#e8486b', 1.6)),
    box(64, 66, 60, 6, 3, '#ffffffaa'),
    box(64, 78, 38, 6, 3, '#ffffff66'),
  ].join('')

/** A watch by the shape of its face. */
function watch(face: (paint: Paint) => string): Draw {
  return (paint) =>
    [
      shadow(120, 224, 90),
      shape('M86 92 L94 20 Q95 14 101 14 H139 Q145 14 146 20 L154 92 Z', paint.shade),
      shape('M86 148 L94 218 Q95 224 101 224 H139 Q145 224 146 218 L154 148 Z', paint.shade),
      ...[190, 200, 210].map((y) => box(117, y, 6, 4, 2, '#00000055')),
      face(paint),
    ].join('')
}

/** A watch with a rounded square. */
export const squareWatch = watch((paint) =>
  [
    box(164, 104, 9, 26, 4, paint.line),
    box(72, 66, 96, 108, 28, paint.line),
    box(75, 69, 90, 102, 25, paint.body),
    box(81, 75, 78, 90, 20, '#16191d'),
    // Lines instead of letters, which would need a font of the machine that draws.
    stroke('M94 94 V114 M104 94 V114 H114 V94 Z M126 94 V114 H136 V94 Z M152 114 V94 H143 V104 H152', '#ffffff', 4),
    disc(120, 100, 2, '#ffffff'),
    disc(120, 109, 2, '#ffffff'),
    stroke('M96 142 A 12 12 0 1 1 108 154', paint.glow, 5),
    box(118, 134, 30, 5, 2.5, paint.glow),
    box(118, 145, 20, 5, 2.5, '#56606c'),
  ].join(''),
)

/** A watch with hands. */
export const roundWatch = watch((paint) =>
  [
    box(172, 112, 9, 16, 4, paint.line),
    disc(120, 120, 58, paint.line),
    disc(120, 120, 55, paint.body),
    disc(120, 120, 47, '#16191d'),
    ...Array.from({ length: 12 }, (_, at) => {
      const turn = (at * Math.PI) / 6
      const [x, y] = [Math.sin(turn), -Math.cos(turn)]
      const place = (far: number) => `${(120 + x * far).toFixed(1)} ${(120 + y * far).toFixed(1)}`
      return stroke(`M${place(38)} L${place(42)}`, '#fff', at % 3 === 0 ? 3 : 1.5)
    }),
    stroke('M120 120 L102 104', '#fff', 5),
    stroke('M120 120 L138 92', '#fff', 3.5),
    stroke('M120 126 L112 146', paint.glow, 2),
    disc(120, 120, 4, paint.glow),
  ].join(''),
)
