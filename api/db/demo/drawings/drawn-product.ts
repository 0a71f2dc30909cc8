import * as devices from './devices.ts'
import * as equipment from './equipment.ts'
import * as leisure from './leisure.ts'
import { picture, placed, type Draw, type Paint } from './svg.ts'

/** A body of a colour: the colour itself, its shade and its lines. */
type Finish = readonly [body: string, shade: string, line: string]

const finishes = {
  black: ['#3a3f47', '#23272d', '#15181c'],
  grey: ['#8d949d', '#6d747d', '#565d66'],
  silver: ['#d3d8de', '#aab1ba', '#878f99'],
  white: ['#f7f7f5', '#cfd3d8', '#a9b0b8'],
  blue: ['#5b8def', '#3a66bd', '#2c4f96'],
  navy: ['#34486b', '#243451', '#1a263c'],
  red: ['#d9534f', '#aa3632', '#872825'],
  coral: ['#f08a78', '#cc6352', '#a84d3e'],
  turquoise: ['#4fc4c0', '#339995', '#277773'],
  green: ['#7fa98a', '#5c8467', '#47674f'],
  gold: ['#e3cfae', '#bfa87f', '#9c8862'],
  violet: ['#a99bc9', '#8172a6', '#655886'],
} as const satisfies Readonly<Record<string, Finish>>

type FinishName = keyof typeof finishes

/** What the name of a product says about its colour. */
const namedFinishes: readonly (readonly [words: RegExp, finish: FinishName])[] = [
  [/Noir|Graphite|Minuit|Dark|Black/, 'black'],
  [/Blanc|Lumière stellaire|Light$/, 'white'],
  [/Argent|Chrome/, 'silver'],
  [/Gris|Metropolitan/, 'grey'],
  [/Bleu/, 'blue'],
  [/Rouge/, 'red'],
  [/Corail/, 'coral'],
  [/Turquoise/, 'turquoise'],
]

const glows = ['#7fb2ff', '#f5a97f', '#8fd1b5', '#b9a4f0'] as const

/** A kind of product: which names it goes by, how it is drawn, in which colours it comes. */
interface Kind {
  readonly category: string
  /** Names of products and brands; absent: what is left of the category. */
  readonly words?: RegExp
  readonly draw: Draw
  readonly finishes: readonly FinishName[]
  /** Whether it stands for its category. */
  readonly isTypical?: true
}

const { phones } = devices
const phoneFinishes = ['black', 'silver', 'blue', 'violet', 'green'] as const
const dark = ['black'] as const
const metal = ['silver', 'grey'] as const

/** The first that fits draws a product. */
const kinds: readonly Kind[] = [
  { category: 'smartphones', words: /Fold/, draw: devices.fold, finishes: ['silver', 'navy'] },
  { category: 'smartphones', words: /Flip/, draw: devices.flip, finishes: ['violet', 'green'] },
  {
    category: 'smartphones',
    words: /iPhone.* Pro/,
    draw: phones.isleOfThree,
    finishes: ['black', 'gold', 'navy', 'silver'],
  },
  { category: 'smartphones', words: /iPhone.* mini/, draw: phones.small, finishes: ['blue', 'red'] },
  { category: 'smartphones', words: /iPhone SE/, draw: phones.button, finishes: ['black', 'red'] },
  {
    category: 'smartphones',
    words: /iPhone (16|1[0-2]|X)/,
    draw: phones.pairInLine,
    finishes: ['turquoise', 'white', 'black', 'violet'],
  },
  {
    category: 'smartphones',
    words: /iPhone/,
    draw: phones.isleOfTwo,
    finishes: ['blue', 'coral', 'white'],
    isTypical: true,
  },
  { category: 'smartphones', words: /Pixel/, draw: phones.bar, finishes: ['white', 'black', 'green'] },
  {
    category: 'smartphones',
    words: /Xiaomi|OnePlus|Honor|Poco|Redmi/,
    draw: phones.round,
    finishes: ['black', 'green', 'white'],
  },
  { category: 'smartphones', draw: phones.row, finishes: phoneFinishes },
  { category: 'tablettes', words: /Surface/, draw: devices.tabletWithKeys, finishes: ['grey', 'navy'] },
  { category: 'tablettes', draw: devices.tablet, finishes: metal, isTypical: true },
  { category: 'liseuses', draw: devices.reader, finishes: ['black', 'white'], isTypical: true },
  { category: 'ordinateurs-portables', words: /ROG|TUF|Legion|Nitro|Victus/, draw: devices.gameLaptop, finishes: dark },
  { category: 'ordinateurs-portables', words: /ThinkPad|Latitude/, draw: devices.laptop, finishes: dark },
  { category: 'ordinateurs-portables', draw: devices.laptop, finishes: ['silver', 'grey', 'navy'], isTypical: true },
  { category: 'consoles-de-salon', words: /VR/, draw: leisure.headset, finishes: ['white'] },
  {
    category: 'consoles-de-salon',
    words: /PlayStation 5/,
    draw: leisure.wingedConsole,
    finishes: ['white'],
    isTypical: true,
  },
  { category: 'consoles-de-salon', words: /Series X/, draw: leisure.towerConsole, finishes: dark },
  { category: 'consoles-de-salon', words: /Series S/, draw: leisure.towerConsole, finishes: ['white'] },
  { category: 'consoles-de-salon', words: /One S/, draw: leisure.flatConsole, finishes: ['white'] },
  { category: 'consoles-de-salon', words: /Néon|Switch 2/, draw: leisure.twoColouredHandheld, finishes: dark },
  { category: 'consoles-de-salon', words: /Switch/, draw: leisure.handheld, finishes: ['white'] },
  { category: 'consoles-de-salon', draw: leisure.flatConsole, finishes: dark },
  { category: 'consoles-portables', words: /DS/, draw: leisure.clamshell, finishes: ['blue', 'coral'] },
  { category: 'consoles-portables', words: /Néon/, draw: leisure.twoColouredHandheld, finishes: dark, isTypical: true },
  { category: 'consoles-portables', words: /ROG|Portal/, draw: leisure.handheld, finishes: ['white'] },
  { category: 'consoles-portables', draw: leisure.handheld, finishes: dark },
  {
    category: 'montres-connectees',
    words: /Apple|Fitbit/,
    draw: devices.squareWatch,
    finishes: ['silver', 'black', 'gold'],
    isTypical: true,
  },
  { category: 'montres-connectees', draw: devices.roundWatch, finishes: ['black', 'silver'] },
  { category: 'casques', draw: leisure.headphones, finishes: ['black', 'navy'], isTypical: true },
  { category: 'ecouteurs', words: /AirPods|Buds3/, draw: leisure.stemmedBuds, finishes: ['white'], isTypical: true },
  { category: 'ecouteurs', draw: leisure.roundBuds, finishes: dark },
  { category: 'enceintes', words: /Beam/, draw: leisure.soundbar, finishes: dark },
  { category: 'enceintes', words: /Phantom/, draw: leisure.ballSpeaker, finishes: dark },
  { category: 'enceintes', words: /JBL|Flex/, draw: leisure.lyingSpeaker, finishes: dark },
  { category: 'enceintes', draw: leisure.standingSpeaker, finishes: dark, isTypical: true },
  { category: 'appareils-photo', words: /RX100|PowerShot|X100/, draw: equipment.compactCamera, finishes: dark },
  { category: 'appareils-photo', words: /Objectif/, draw: equipment.camera, finishes: ['black'], isTypical: true },
  { category: 'appareils-photo', words: /Fujifilm|Z fc/, draw: equipment.bareCamera, finishes: ['silver'] },
  { category: 'appareils-photo', draw: equipment.bareCamera, finishes: ['black', 'grey'] },
  { category: 'objectifs', draw: equipment.objective, finishes: dark, isTypical: true },
  {
    category: 'drones-et-cameras',
    words: /Mini|Air/,
    draw: equipment.drone,
    finishes: ['silver', 'grey'],
    isTypical: true,
  },
  { category: 'drones-et-cameras', words: /Insta360|MAX/, draw: equipment.roundCamera, finishes: dark },
  { category: 'drones-et-cameras', words: /Pocket/, draw: equipment.pocketCamera, finishes: dark },
  { category: 'drones-et-cameras', draw: equipment.actionCamera, finishes: dark },
  { category: 'velos', words: /Brompton/, draw: equipment.foldingBike, finishes: ['red', 'navy', 'green'] },
  { category: 'velos', words: /Triban/, draw: equipment.roadBike, finishes: ['red', 'blue'] },
  {
    category: 'velos',
    words: /Elops|Organ|eLC|iVog|Lundi/,
    draw: equipment.cityBike,
    finishes: ['navy', 'turquoise', 'gold', 'coral'],
    isTypical: true,
  },
  { category: 'velos', draw: equipment.electricBike, finishes: ['black', 'green', 'blue', 'coral'] },
  { category: 'trottinettes', draw: equipment.scooter, finishes: ['black', 'grey'], isTypical: true },
  { category: 'aspirateurs', words: /Dyson/, draw: equipment.stickVacuum, finishes: ['violet', 'gold', 'red', 'blue'] },
  { category: 'aspirateurs', draw: equipment.robotVacuum, finishes: ['black', 'white'], isTypical: true },
  { category: 'machines-a-cafe', words: /Magimix/, draw: equipment.capsuleMachine, finishes: dark },
  { category: 'machines-a-cafe', draw: equipment.coffeeMachine, finishes: ['black', 'silver'], isTypical: true },
]

/** The drawing of a product as SVG: its shape by its kind, its colour by its name; variants of a model look the same. */
export function drawnProduct(product: {
  readonly category: string
  readonly brand: string
  readonly label: string
}): string {
  const { category, brand, label } = product
  const full = `${brand} ${label}`
  const kind = kinds.find((one) => one.category === category && (one.words?.test(full) ?? true))
  if (kind === undefined) throw new Error(`nothing draws ${full}`)
  const model = label.replace(/ (\d+ (Go|To|mm)|[SML](\/[ML]|\/XL)?|Standard)$/, '')
  const named = namedFinishes.find(([words]) => words.test(label))?.[1]
  const finish = named ?? kind.finishes[numberOf(model) % kind.finishes.length]!
  return picture(kind.draw(paintOf(finish, kinds.indexOf(kind))))
}

/** The drawing of a category as SVG: a product that is typical of it. */
export function drawnCategory(identifier: string): string {
  const kind = kinds.find(({ category, isTypical }) => category === identifier && isTypical === true)
  if (kind === undefined) throw new Error(`nothing draws ${identifier}`)
  return picture(kind.draw(paintOf(kind.finishes[0]!, kinds.indexOf(kind) + 1)))
}

/** The picture beside the search of the public home: some of what is bought back. */
export function drawnBanner(): string {
  const parts = [
    placed(devices.laptop(paintOf('silver', 0)), 70, -6, 210),
    placed(leisure.headphones(paintOf('navy', 0)), -8, 80, 150),
    placed(devices.phones.isleOfTwo(paintOf('coral', 3)), 84, 62, 176),
    placed(leisure.wingedConsole(paintOf('white', 0)), 196, 96, 132),
  ]
  return picture(parts.join(''), 320)
}

function paintOf(finish: FinishName, at: number): Paint {
  const [body, shade, line] = finishes[finish]
  return { body, shade, line, glow: glows[at % glows.length]! }
}

/** A number that follows from a text. */
function numberOf(text: string): number {
  let number = 7
  for (const letter of text) number = (number * 31 + letter.codePointAt(0)!) % 1_000_003
  return number
}
