import { box, disc, picture, shape, stroke } from './svg.ts'

const [dark, grey, pale, accent] = ['#2b3440', '#8d949d', '#e4ebf5', '#5b8def']

const phone = (inside: string, fill = pale) =>
  box(76, 24, 88, 192, 16, dark) + box(82, 30, 76, 180, 11, fill) + box(108, 36, 24, 6, 3, dark) + inside

const drawings = {
  power: phone(stroke('M120 92 V122 M104 102 A28 28 0 1 0 136 102', accent, 9)),
  screen: phone(stroke('M158 70 L132 96 L142 112 L114 130 L122 150 L94 176 M132 96 L104 84 M114 130 L88 126', dark, 3)),
  body: phone(
    stroke('M92 64 L118 88 M96 82 L112 96', '#d9534f', 4) +
      disc(146, 198, 11, '#d9534f') +
      disc(154, 206, 8, '#ffffff'),
    grey,
  ),
  battery: [
    box(52, 78, 124, 84, 16, dark),
    box(60, 86, 108, 68, 10, pale),
    box(180, 102, 14, 36, 6, dark),
    box(66, 92, 70, 56, 6, '#5fae78'),
    shape('M122 92 L100 124 H118 L110 148 L138 114 H120 Z', '#ffffff'),
  ].join(''),
  unlocked: [
    stroke('M88 112 V84 A32 32 0 0 1 150 74', dark, 14),
    box(66, 108, 108, 92, 16, accent),
    disc(120, 146, 12, '#ffffff'),
    stroke('M120 150 V174', '#ffffff', 9),
  ].join(''),
  accessories: [
    box(36, 132, 88, 74, 8, '#d9b98a'),
    shape('M36 132 L52 106 H108 L124 132 Z', '#c29f6d'),
    box(72, 106, 16, 44, 2, '#f3e5cc'),
    box(142, 60, 46, 52, 10, dark),
    stroke('M154 60 V44 M176 60 V44', grey, 7),
    stroke('M165 112 V140 Q165 168 190 168 T206 196', dark, 6),
    box(200, 192, 12, 22, 3, grey),
  ].join(''),
  wear: [
    disc(108, 104, 62, dark),
    disc(108, 104, 50, pale),
    stroke('M84 96 L104 122 L134 84', '#5fae78', 10),
    stroke('M154 150 L196 194', dark, 18),
  ].join(''),
  shutter: [
    disc(120, 120, 84, dark),
    disc(120, 120, 72, pale),
    ...[0, 60, 120, 180, 240, 300].map(
      (turn) =>
        `<g transform="rotate(${turn} 120 120)">${shape('M120 50 A70 70 0 0 1 181 85 L120 100 Z', turn % 120 === 0 ? accent : '#3a66bd')}</g>`,
    ),
    disc(120, 120, 22, '#ffffff'),
  ].join(''),
} as const

/** The drawing beside a question of the demo, as SVG. */
export function drawnQuestion(key: keyof typeof drawings): string {
  return picture(drawings[key])
}
