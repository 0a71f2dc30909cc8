import { box, disc, fourDiscs, lens, shadow, shape, stroke, type Draw } from './svg.ts'

const pad = (x: number, y: number) =>
  [
    shape(
      `M${x - 34} ${y - 14} Q${x} ${y - 26} ${x + 34} ${y - 14} Q${x + 46} ${y + 8} ${x + 44} ${y + 26} Q${x + 34} ${y + 34} ${x + 24} ${y + 14} H${x - 24} Q${x - 34} ${y + 34} ${x - 44} ${y + 26} Q${x - 46} ${y + 8} ${x - 34} ${y - 14} Z`,
      '#2b3038',
    ),
    disc(x - 14, y + 6, 7, '#454d58'),
    disc(x + 14, y + 6, 7, '#454d58'),
    stroke(`M${x - 28} ${y - 10} V${y} M${x - 33} ${y - 5} H${x - 23}`, '#7d8794', 3),
    fourDiscs(x + 28, y - 5, 6, 2.4, '#7d8794'),
  ].join('')

/** A console with two wings. */
export const wingedConsole: Draw = (paint) =>
  [
    shadow(104, 214, 130),
    box(76, 40, 38, 170, 8, '#16191d'),
    shape('M66 30 Q88 24 92 44 L96 196 Q94 214 70 212 Q58 120 66 30 Z', paint.body),
    shape('M66 30 Q58 120 70 212 L64 210 Q52 120 60 34 Z', paint.shade),
    shape('M106 44 Q112 24 132 32 Q142 120 130 212 Q108 212 102 196 Z', paint.body),
    shape('M132 32 Q142 120 130 212 L136 209 Q148 120 138 38 Z', paint.shade),
    stroke('M97 60 V190', '#4aa3ff', 1.6),
    pad(178, 172),
    shadow(178, 208, 84),
  ].join('')

/** A console like a tower. */
export const towerConsole: Draw = (paint) =>
  [
    shadow(112, 214, 150),
    box(48, 30, 92, 180, 8, paint.line),
    box(50.5, 32.5, 87, 175, 6, paint.body),
    ...[46, 52, 58].flatMap((y) => [64, 78, 92, 106, 120].map((x) => disc(x, y, 2.6, '#00000066'))),
    box(60, 176, 30, 3.5, 1.7, '#00000077'),
    disc(126, 196, 4, '#ffffffcc'),
    pad(182, 176),
    shadow(182, 212, 84),
  ].join('')

/** A console that lies flat. */
export const flatConsole: Draw = (paint) =>
  [
    shadow(120, 170, 210),
    shape('M30 118 L56 86 H184 L210 118 Z', paint.shade),
    box(28, 116, 184, 48, 6, paint.line),
    box(30.5, 118.5, 179, 43, 4, paint.body),
    box(46, 138, 84, 4, 2, '#00000077'),
    disc(192, 140, 6, '#ffffffcc'),
    pad(150, 192),
  ].join('')

/** Glasses to play in. */
export const headset: Draw = (paint) =>
  [
    shadow(120, 204, 170),
    stroke('M52 120 Q56 50 120 50 T188 120', paint.shade, 16),
    box(34, 96, 172, 84, 40, paint.line),
    box(37, 99, 166, 78, 37, paint.body),
    box(54, 112, 132, 52, 26, '#16191d'),
    lens(84, 138, 15),
    lens(156, 138, 15),
  ].join('')

const sticks =
  (left: string, right: string): Draw =>
  (paint) =>
    [
      shadow(120, 188, 220),
      box(14, 72, 44, 112, 22, left),
      box(182, 72, 44, 112, 22, right),
      box(36, 72, 168, 112, 6, '#16191d'),
      box(46, 82, 148, 92, 3, paint.glow),
      shape('M46 150 Q90 112 126 144 T194 132 V171 Q194 174 191 174 H49 Q46 174 46 171 Z', paint.shade),
      disc(160, 104, 12, '#fff3d6'),
      disc(25, 100, 7, '#16191d'),
      disc(215, 140, 7, '#16191d'),
      fourDiscs(25, 137, 6, 2.8, '#16191d'),
      fourDiscs(215, 101, 6, 2.8, '#16191d'),
    ].join('')

/** A console to hold, with handles of two colours. */
export const twoColouredHandheld: Draw = sticks('#2fb5d2', '#ee5b50')
/** The same of one colour. */
export const handheld: Draw = (paint) => sticks(paint.body, paint.body)(paint)

/** A console that closes. */
export const clamshell: Draw = (paint) =>
  [
    shadow(120, 214, 170),
    box(38, 22, 164, 92, 10, paint.body),
    box(66, 34, 108, 68, 4, '#16191d'),
    box(71, 39, 98, 58, 2, paint.glow),
    box(38, 118, 164, 92, 10, paint.body),
    box(38, 112, 164, 8, 2, paint.line),
    box(80, 130, 80, 62, 4, '#16191d'),
    box(84, 134, 72, 54, 2, paint.shade),
    disc(58, 146, 11, paint.line),
    stroke('M58 174 V190 M50 182 H66', paint.line, 6),
    fourDiscs(182, 148, 10, 5, paint.line),
  ].join('')

/** Headphones over the ears. */
export const headphones: Draw = (paint) =>
  [
    shadow(120, 218, 150),
    stroke('M56 138 V118 A64 64 0 0 1 184 118 V138', paint.line, 17),
    stroke('M56 138 V118 A64 64 0 0 1 184 118 V138', paint.body, 12),
    box(66, 128, 18, 78, 9, '#2b3038'),
    box(156, 128, 18, 78, 9, '#2b3038'),
    box(34, 124, 42, 86, 20, paint.line),
    box(36.5, 126.5, 37, 81, 18, paint.body),
    box(164, 124, 42, 86, 20, paint.line),
    box(166.5, 126.5, 37, 81, 18, paint.body),
    box(44, 140, 6, 54, 3, paint.shade),
    box(190, 140, 6, 54, 3, paint.shade),
  ].join('')

const bud = (x: number, side: number, paint: Parameters<Draw>[0], hasStem: boolean) =>
  [
    hasStem ? box(x - 7 + side * 4, 58, 14, 74, 7, paint.line) + box(x - 5 + side * 4, 60, 10, 70, 5, paint.body) : '',
    disc(x - side * 6, 62, 25, paint.line),
    disc(x - side * 6, 62, 22.5, paint.body),
    disc(x - side * 24, 56, 10, '#2b3038'),
    disc(x - side * 2, 58, 6, paint.shade),
  ].join('')

const buds =
  (hasStem: boolean): Draw =>
  (paint) =>
    [
      shadow(120, 218, 130),
      bud(76, 1, paint, hasStem),
      bud(164, -1, paint, hasStem),
      box(60, 136, 120, 78, 30, paint.line),
      box(62.5, 138.5, 115, 73, 28, paint.body),
      stroke('M62.5 166 H177.5', paint.line, 2),
      disc(120, 182, 3.5, '#34b36a'),
    ].join('')

/** Earbuds before their case, with a stem. */
export const stemmedBuds: Draw = buds(true)
/** Earbuds before their case, without. */
export const roundBuds: Draw = buds(false)

const mesh = (x: number, y: number, width: number, height: number) =>
  Array.from({ length: Math.floor(height / 9) * Math.floor(width / 9) }, (_, at) => {
    const columns = Math.floor(width / 9)
    return disc(x + 4.5 + (at % columns) * 9, y + 4.5 + Math.floor(at / columns) * 9, 2, '#00000040')
  }).join('')

/** A loudspeaker that stands. */
export const standingSpeaker: Draw = (paint) =>
  [
    shadow(120, 216, 130),
    box(66, 28, 108, 186, 34, paint.line),
    box(68.5, 30.5, 103, 181, 32, paint.body),
    mesh(80, 56, 82, 128),
    box(100, 40, 40, 6, 3, paint.shade),
    box(106, 196, 28, 4, 2, '#ffffff99'),
  ].join('')

/** A loudspeaker to carry, on its side. */
export const lyingSpeaker: Draw = (paint) =>
  [
    shadow(120, 178, 200),
    box(22, 76, 196, 98, 46, paint.line),
    box(25, 79, 190, 92, 43, paint.body),
    mesh(62, 92, 118, 66),
    disc(40, 125, 22, '#2b3038'),
    disc(40, 125, 13, '#454d58'),
    disc(200, 125, 22, '#2b3038'),
    disc(200, 125, 13, '#454d58'),
  ].join('')

/** A bar under the television. */
export const soundbar: Draw = (paint) =>
  [
    shadow(120, 158, 220),
    box(12, 98, 216, 54, 22, paint.line),
    box(14.5, 100.5, 211, 49, 20, paint.body),
    mesh(26, 108, 190, 36),
    box(104, 92, 32, 6, 3, paint.shade),
  ].join('')

/** A loudspeaker like a ball. */
export const ballSpeaker: Draw = (paint) =>
  [
    shadow(120, 204, 130),
    shape('M44 120 Q44 52 120 44 Q196 52 196 120 Q196 188 120 198 Q44 188 44 120 Z', paint.line),
    shape('M47 120 Q47 55 120 47 Q193 55 193 120 Q193 185 120 195 Q47 185 47 120 Z', paint.body),
    disc(120, 121, 46, paint.shade),
    disc(120, 121, 36, '#2b3038'),
    disc(120, 121, 12, '#7d8794'),
  ].join('')
