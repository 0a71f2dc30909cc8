import { box, disc, lens, shadow, shape, stroke, type Draw } from './svg.ts'

const body =
  (glass: string, hump: string): Draw =>
  (paint) =>
    [
      shadow(120, 196, 190),
      hump,
      box(28, 78, 184, 112, 14, '#16191d'),
      box(28, 78, 184, 26, 10, paint.body),
      box(28, 92, 184, 12, 0, paint.body),
      box(34, 112, 30, 72, 10, '#2b3038'),
      disc(54, 72, 9, paint.shade),
      box(170, 66, 26, 12, 4, paint.shade),
      glass,
      disc(194, 118, 4, '#e8486b'),
    ].join('')

const mount =
  disc(124, 138, 45, '#c9ced6') +
  disc(124, 138, 39, '#16191d') +
  box(104, 122, 40, 32, 3, '#3d4f66') +
  box(108, 126, 32, 24, 2, '#55708f')
const glassOnIt = disc(124, 138, 50, '#2b3038') + disc(124, 138, 45, '#454d58') + lens(124, 138, 38)

/** A camera without a lens: the mount is open. */
export const bareCamera: Draw = body(mount, shape('M88 80 L98 54 H150 L160 80 Z', '#16191d'))
/** A camera with its lens. */
export const camera: Draw = body(glassOnIt, shape('M88 80 L98 54 H150 L160 80 Z', '#16191d'))
/** A camera for the pocket. */
export const compactCamera: Draw = (paint) =>
  [
    shadow(120, 186, 180),
    box(58, 60, 30, 14, 5, paint.shade),
    box(30, 70, 180, 112, 16, paint.line),
    box(33, 73, 174, 106, 14, paint.body),
    box(33, 96, 174, 66, 0, '#22272e'),
    disc(128, 128, 48, '#454d58'),
    lens(128, 128, 42),
    box(168, 80, 28, 12, 4, '#f7f3e4'),
    disc(48, 84, 5, '#16191d'),
  ].join('')

/** A lens on its own. */
export const objective: Draw = (paint) =>
  [
    shadow(120, 214, 130),
    box(70, 178, 100, 32, 8, '#454d58'),
    box(60, 92, 120, 92, 8, '#22272e'),
    ...Array.from({ length: 13 }, (_, at) => stroke(`M${66 + at * 9} 130 V164`, '#3d454f', 4)),
    box(60, 112, 120, 6, 0, paint.glow),
    shape('M52 92 V56 Q52 34 120 34 T188 56 V92 Z', '#2b3038'),
    '<ellipse cx="120" cy="54" rx="60" ry="19" fill="#0d1117"/>',
    '<ellipse cx="120" cy="55" rx="44" ry="13" fill="#3d4f66"/>',
    '<ellipse cx="106" cy="51" rx="16" ry="4" fill="#8fb3d9"/>',
  ].join('')

/** A drone in the air. */
export const drone: Draw = (paint) =>
  [
    shadow(120, 214, 120),
    stroke('M92 118 L48 82 M148 118 L192 82 M96 136 L58 164 M144 136 L182 164', paint.line, 11),
    ...[
      [48, 74],
      [192, 74],
      [58, 156],
      [182, 156],
    ].map(
      ([x, y]) =>
        `<ellipse cx="${x}" cy="${y}" rx="42" ry="7" fill="#56606c" fill-opacity="0.55"/>` +
        box(x! - 6, y!, 12, 16, 4, '#2b3038'),
    ),
    shape('M84 112 Q86 96 120 94 T156 112 L148 150 Q120 160 92 150 Z', paint.body),
    shape('M92 150 Q120 160 148 150 L144 166 Q120 174 96 166 Z', paint.shade),
    box(102, 150, 36, 30, 8, '#22272e'),
    lens(120, 165, 11),
  ].join('')

/** A small camera for sports. */
export const actionCamera: Draw = (paint) =>
  [
    shadow(120, 200, 160),
    box(44, 56, 152, 138, 20, '#16191d'),
    box(48, 60, 144, 130, 17, '#2b3038'),
    box(112, 68, 74, 74, 12, '#16191d'),
    lens(149, 105, 31),
    box(60, 74, 42, 34, 4, paint.glow),
    box(66, 82, 22, 4, 2, '#fff'),
    box(66, 91, 14, 4, 2, '#fff'),
    disc(66, 170, 5, '#e8486b'),
    box(132, 48, 34, 10, 4, '#e8486b'),
  ].join('')

/** A camera that looks both ways. */
export const roundCamera: Draw = (paint) =>
  [
    shadow(120, 222, 80),
    box(84, 20, 72, 200, 22, '#16191d'),
    box(87, 23, 66, 194, 20, '#2b3038'),
    lens(120, 60, 29),
    box(98, 106, 44, 76, 6, paint.glow),
    box(106, 116, 24, 5, 2.5, '#fff'),
    disc(120, 200, 8, '#e8486b'),
  ].join('')

/** A camera on a handle that keeps it level. */
export const pocketCamera: Draw = (paint) =>
  [
    shadow(120, 224, 70),
    box(92, 96, 56, 126, 14, '#22272e'),
    box(100, 106, 40, 58, 4, paint.glow),
    disc(120, 186, 9, '#454d58'),
    disc(136, 186, 4, '#e8486b'),
    stroke('M120 96 V84 H152 V52', '#3d454f', 12),
    box(84, 22, 66, 56, 16, '#2b3038'),
    lens(112, 50, 22),
  ].join('')

const wheel = (x: number, y: number, radius: number, line: string) =>
  [
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="#22272e" stroke-width="6"/>`,
    stroke(
      Array.from({ length: 6 }, (_, at) => {
        const [a, b] = [Math.cos((at * Math.PI) / 6) * (radius - 3), Math.sin((at * Math.PI) / 6) * (radius - 3)]
        return `M${(x - a).toFixed(1)} ${(y - b).toFixed(1)} L${(x + a).toFixed(1)} ${(y + b).toFixed(1)}`
      }).join(' '),
      '#9aa3ae',
      1,
    ),
    disc(x, y, 5, line),
  ].join('')

/** A bicycle with its frame, and what drives it. */
const bicycle =
  (frame: Draw): Draw =>
  (paint) =>
    [shadow(120, 208, 210), wheel(58, 158, 44, paint.line), wheel(182, 158, 44, paint.line), frame(paint)].join('')

const crank = disc(112, 160, 10, '#22272e') + stroke('M112 160 L122 178 M117 179 H128', '#22272e', 4)
const saddle = (x: number, y: number) =>
  shape(
    `M${x - 18} ${y - 6} H${x + 12} Q${x + 20} ${y - 5} ${x + 18} ${y} H${x - 8} Q${x - 18} ${y + 4} ${x - 18} ${y - 6} Z`,
    '#22272e',
  )

/** A bicycle for the city, with a low frame. */
export const cityBike: Draw = bicycle((paint) =>
  [
    stroke('M58 158 L92 100 M58 158 H112 M112 160 L92 92 M112 160 Q140 150 162 88', paint.body, 8),
    stroke('M182 158 L158 78', paint.body, 7),
    stroke('M92 96 L88 80', '#22272e', 5),
    saddle(88, 76),
    stroke('M158 78 L152 62 Q146 58 134 66', '#22272e', 5),
    box(60, 96, 30, 5, 2, '#22272e'),
    stroke('M60 98 L58 150 M34 124 Q44 108 62 108', '#56606c', 2.5),
    disc(172, 84, 6, '#ffd56b'),
    crank,
  ].join(''),
)

/** A bicycle with its battery in the frame. */
export const electricBike: Draw = bicycle((paint) =>
  [
    stroke('M58 158 L94 96 M58 158 H112 M112 160 L92 84 M94 98 H156', paint.body, 8),
    stroke('M112 160 L158 96', paint.body, 16),
    stroke('M122 146 L150 108', '#22272e', 9),
    stroke('M182 158 L156 78', paint.line, 7),
    stroke('M92 88 L90 72', '#22272e', 5),
    saddle(90, 68),
    stroke('M156 80 L152 64 H172', '#22272e', 5),
    disc(112, 160, 15, paint.shade),
    crank,
  ].join(''),
)

/** A bicycle for the road. */
export const roadBike: Draw = bicycle((paint) =>
  [
    stroke('M58 158 L96 92 M58 158 H112 M112 160 L94 84 M97 92 H158 M112 160 L160 96', paint.body, 7),
    stroke('M182 158 Q172 130 158 82', paint.line, 6),
    stroke('M93 82 L91 70', '#22272e', 5),
    saddle(91, 66),
    stroke('M158 82 L156 72 H172 Q186 74 180 88 Q176 94 168 90', '#22272e', 5),
    crank,
  ].join(''),
)

/** A bicycle that folds. */
export const foldingBike: Draw = (paint) =>
  [
    shadow(120, 212, 200),
    wheel(56, 178, 30, paint.line),
    wheel(186, 178, 30, paint.line),
    stroke('M56 178 L100 170 M100 170 L170 140 M56 178 L92 132', paint.body, 8),
    stroke('M186 178 L170 140 L160 58', paint.body, 7),
    stroke('M104 176 L84 66', '#56606c', 6),
    saddle(82, 62),
    stroke('M160 60 L158 48 Q150 42 138 50', '#22272e', 5),
    disc(134, 156, 6, paint.line),
    disc(104, 174, 10, '#22272e'),
    stroke('M104 174 L114 192 M109 193 H120', '#22272e', 4),
  ].join('')

/** A scooter to stand on. */
export const scooter: Draw = (paint) =>
  [
    shadow(118, 214, 200),
    disc(44, 190, 21, '#22272e'),
    disc(44, 190, 8, '#9aa3ae'),
    disc(190, 190, 21, '#22272e'),
    disc(190, 190, 8, '#9aa3ae'),
    stroke('M48 176 H150 Q164 176 168 160 L178 130', paint.body, 13),
    stroke('M64 170 H140', '#22272e', 5),
    stroke('M188 186 L164 44', paint.line, 10),
    stroke('M188 186 L164 44', paint.body, 6),
    stroke('M164 44 H128 M164 44 L178 40', '#22272e', 7),
    disc(172, 66, 7, '#ffd56b'),
    stroke('M166 62 L176 128', '#e8486b', 2),
  ].join('')

/** A vacuum cleaner on its stick. */
export const stickVacuum: Draw = (paint) =>
  [
    shadow(96, 222, 110),
    stroke('M158 70 L92 196', paint.shade, 10),
    shape('M58 200 Q60 190 74 190 H110 Q122 190 124 204 L126 216 H54 Z', '#22272e'),
    box(54, 212, 72, 8, 4, paint.glow),
    box(126, 52, 46, 66, 18, '#56606c'),
    box(130, 56, 38, 58, 15, '#c9d4e0'),
    disc(160, 42, 28, paint.line),
    disc(160, 42, 24, paint.body),
    disc(160, 42, 11, '#22272e'),
    stroke('M180 56 Q206 76 188 104 L176 110', '#454d58', 12),
    box(160, 104, 28, 28, 6, '#22272e'),
  ].join('')

/** A vacuum cleaner that finds its way. */
export const robotVacuum: Draw = (paint) =>
  [
    shadow(120, 208, 180),
    disc(120, 122, 86, paint.line),
    disc(120, 122, 82, paint.body),
    shape('M44 92 A82 82 0 0 1 196 92 L186 96 A72 72 0 0 0 54 96 Z', '#22272e'),
    disc(120, 110, 26, paint.shade),
    disc(120, 110, 18, '#22272e'),
    disc(120, 110, 6, paint.glow),
    box(96, 164, 48, 16, 8, paint.shade),
    disc(120, 172, 4, '#34b36a'),
  ].join('')

/** A machine that grinds and brews. */
export const coffeeMachine: Draw = (paint) =>
  [
    shadow(120, 218, 180),
    box(40, 36, 160, 178, 14, paint.line),
    box(43, 39, 154, 172, 12, paint.body),
    shape('M62 24 H178 L170 40 H70 Z', '#56606c'),
    box(54, 52, 132, 40, 6, '#16191d'),
    box(62, 60, 44, 24, 3, paint.glow),
    disc(130, 72, 8, '#454d58'),
    disc(154, 72, 8, '#454d58'),
    disc(174, 72, 4, '#34b36a'),
    box(66, 106, 108, 88, 6, '#22272e'),
    box(98, 100, 44, 30, 6, '#56606c'),
    stroke('M112 132 V150 M128 132 V150', '#8a5a33', 3),
    box(98, 150, 44, 34, 8, '#ffffff'),
    stroke('M142 158 Q156 160 152 170 Q148 178 140 176', '#ffffff', 4),
    box(60, 192, 120, 10, 4, '#9aa3ae'),
  ].join('')

/** A machine that takes capsules. */
export const capsuleMachine: Draw = (paint) =>
  [
    shadow(116, 218, 150),
    box(60, 60, 62, 154, 16, paint.body),
    box(60, 60, 20, 154, 10, paint.shade),
    shape('M60 64 Q64 28 124 28 Q186 28 186 74 Q186 88 172 88 H76 Q60 88 60 64 Z', paint.line),
    shape('M64 64 Q68 32 124 32 Q182 32 182 74 Q182 84 172 84 H76 Q64 84 64 64 Z', paint.body),
    disc(124, 46, 8, '#9aa3ae'),
    box(136, 88, 26, 18, 5, '#56606c'),
    stroke('M149 108 V144', '#8a5a33', 3),
    box(132, 146, 36, 40, 8, '#ffffff'),
    stroke('M168 156 Q180 158 177 168 Q174 176 167 174', '#ffffff', 4),
    box(112, 192, 76, 16, 6, '#454d58'),
  ].join('')
