import { latinLetters } from '../kernel/latin-letters.ts'
import { isPrintable } from '../kernel/printable-letters.ts'
import { letterWidths } from './letter-widths.ts'

// Widths of Helvetica in thousandths of the type size; accented letters are as wide as their bases.
const regular =
  ' 278!278"355#556$556%889&667\'191(333)333*389+584,278-333.278/278:278;278<584=584>584?556@1015' +
  'A667B667C722D722E667F611G778H722I278J500K667L556M833N722O778P667Q778R722S667T611U722V667W944X667Y667Z611' +
  'a556b556c500d556e556f278g556h556i222j222k500l222m833n556o556p556q556r333s500t278u556v500w722x500y500z500'
const bold =
  ' 278!333"474#556$556%889&722\'238(333)333*389+584,278-333.278/278:333;333<584=584>584?611@975' +
  'A722B722C722D722E667F611G778H722I278J556K722L611M833N722O778P667Q778R722S667T611U722V667W944X667Y667Z611' +
  'a556b611c556d611e556f333g611h611i278j278k556l278m889n611o611p611q611r389s556t333u611v556w778x556y556z500'

const widths = { regular: tableOf(regular), bold: tableOf(bold) }

function tableOf(text: string): ReadonlyMap<string, number> {
  return new Map([...text.matchAll(/(\D)(\d{3,4})/g)].map(([, character = '', width]) => [character, Number(width)]))
}

/** A text cut into lines that fit, and the type size at which they do. */
export interface FittedText {
  readonly lines: readonly string[]
  readonly sizeMm: number
}

/** The room for a text. */
export interface TextRoom {
  readonly widthMm: number
  readonly maxLines: number
  /** Type size to begin with, and the smallest that can still be read. */
  readonly sizeMm: number
  readonly minSizeMm: number
  readonly bold?: boolean
}

// Characters that the built-in type of every label printer has: Latin 1 and the marks of Windows 1252.
const builtIn = /[\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—™š›œžŸ]/u
// What the Unicode type of a label printer has besides: Latin Extended-A, and the letters of today's Greek and Cyrillic.
const unicode = new RegExp(`${builtIn.source}|[\\u0100-\\u017f\\u0386-\\u03ce\\u0401-\\u045f\\u0490\\u0491№]`, 'u')

/**
 * A text of the characters that the type of our papers has: others are spelled by the one table of Latin letters, or become
 * a question mark; what the server prints is spelled before. Control characters become spaces.
 */
export function printableText(text: string): string {
  const clean = text.normalize('NFC').replaceAll(/\p{Cc}+/gu, ' ')
  return Array.from(clean, (character) => inType(character, isPrintable)).join('')
}

// Letters that the Unicode type of a label printer has in another form.
const labelForms: ReadonlyMap<string, string> = new Map(
  ['ȘŞ', 'șş', 'ȚŢ', 'țţ', 'ẞSS'].map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)

/** A printable text of the characters that the Unicode type of a label printer has. */
export function labelText(text: string): string {
  return Array.from(
    text,
    (character) => labelForms.get(character) ?? inType(character, (one) => unicode.test(one)),
  ).join('')
}

/** Whether the built-in type of every label printer has all letters of a text, so that it needs no other. */
export function isBuiltInText(text: string): boolean {
  return Array.from(text).every((character) => builtIn.test(character))
}

function inType(character: string, has: (one: string) => boolean): string {
  if (has(character)) return character
  const spelled = latinLetters(character)
  const base = (spelled === character ? (signs.get(character) ?? character) : spelled)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
  return base !== '' && Array.from(base).every(has) ? base : '?'
}

// The minus of amounts, where a type has none.
const signs: ReadonlyMap<string, string> = new Map([['−', '-']])

const beyond: ReadonlyMap<string, readonly [regular: number, bold: number]> = new Map(
  letterWidths.flatMap(([regularWidth, boldWidth, letters]) =>
    Array.from(letters, (letter) => [letter, [regularWidth, boldWidth]] as const),
  ),
)

// Accents that make a letter wider than its base, regular and bold.
const wider: ReadonlyMap<string, readonly [number, number]> = new Map<string, readonly [number, number]>([
  ['ď', [615, 719]],
  ['ľ', [292, 385]],
  ['ť', [375, 479]],
  ...Array.from('ìíîïĩīĭ', (letter) => [letter, [278, 278]] as [string, [number, number]]),
])

/** Width of a line in millimetres, set in Helvetica or a type of the same widths. */
export function textWidthMm(text: string, sizeMm: number, isBold = false): number {
  const table = isBold ? widths.bold : widths.regular
  let thousandths = 0
  for (const character of text.normalize('NFC')) {
    const wide = wider.get(character) ?? beyond.get(character)
    if (wide !== undefined) thousandths += wide[isBold ? 1 : 0]
    else
      for (const part of character.normalize('NFD').replaceAll(/\p{M}/gu, ''))
        thousandths +=
          table.get(part) ?? beyond.get(part)?.[isBold ? 1 : 0] ?? table.get(latinLetters(part)) ?? widthOf(part)
  }
  return (thousandths * sizeMm) / 1000
}

function widthOf(character: string): number {
  if (/[0-9€«»]/.test(character)) return 556
  return /['’‘·]/.test(character) ? 278 : 1000
}

/**
 * Fits a text into its room: by more lines, then by smaller type, at last by an ellipsis. A word is cut only where
 * even the smallest type leaves it wider than the room.
 */
export function fitText(text: string, room: TextRoom): FittedText {
  const words = printableText(text).trim().replaceAll(/\s+/g, ' ')
  for (let sizeMm = room.sizeMm; sizeMm >= room.minSizeMm - 1e-9; sizeMm -= 0.1) {
    const broken = breakText(words, sizeMm, room)
    if (broken.length <= room.maxLines && broken.join(' ') === words) return { lines: broken, sizeMm: rounded(sizeMm) }
  }
  const broken = breakText(words, room.minSizeMm, room)
  const kept = broken.slice(0, room.maxLines)
  if (kept.length === broken.length) return { lines: kept, sizeMm: room.minSizeMm }
  const last = kept.pop() ?? ''
  return { lines: [...kept, shortened(last, room)], sizeMm: room.minSizeMm }
}

function shortened(line: string, { minSizeMm, widthMm, bold: isBold }: TextRoom): string {
  let kept = line
  while (kept !== '' && textWidthMm(`${kept}…`, minSizeMm, isBold) > widthMm) kept = kept.slice(0, -1)
  return `${kept.trimEnd()}…`
}

function breakText(text: string, sizeMm: number, { widthMm, bold: isBold }: TextRoom): string[] {
  const fits = (line: string): boolean => textWidthMm(line, sizeMm, isBold) <= widthMm
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (!fits(line) && line.length > 1) {
      let cut = line.length - 1
      while (cut > 1 && !fits(line.slice(0, cut))) cut -= 1
      lines.push(line.slice(0, cut))
      line = line.slice(cut)
    }
  }
  return [...lines, line]
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
