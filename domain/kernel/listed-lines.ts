import { csvRows } from './csv-rows.ts'
import { textOfSheet } from './sheet-text.ts'

/** A row of a list: the line that it begins on, from 1, and its cells. */
export interface ListedLine {
  readonly line: number
  readonly cells: readonly string[]
}

/** Separators of lists, the first of those that a head has as many of. */
const delimiters = [';', ',', '\t'] as const

/** A list as it was read: what its head calls the columns, and the rows below it. */
interface ListedFile<Head> {
  readonly head: Head
  readonly lines: readonly ListedLine[]
}

/** What a list has to be like: what its head says, null where it is another one, and how many rows it may have. */
interface ListBounds<Head> {
  readonly headOf: (names: readonly string[]) => Head | null
  readonly lines: number
}

/**
 * A list that people keep in a spreadsheet, read row by row as {@link listedLineSteps} tells; null where its head is
 * another one. The head is judged before any other row is read, so that no row is filled up to a width that no list has;
 * of a list that is too long, one row more than it may have is read.
 */
export function listedLines<Head>(csv: string, { headOf, lines: most }: ListBounds<Head>): ListedFile<Head> | null {
  let head: Head | null = null
  const lines: ListedLine[] = []
  for (const row of listedLineSteps(csv)) {
    if (row === null) continue
    if (head === null) {
      head = headOf(row.cells.map((cell) => cell.trim()))
      if (head === null) return null
    } else if (lines.push(row) > most) break
  }
  return head === null ? null : { head, lines }
}

/**
 * The rows of a list, its head first: separated as a first line says (`sep=;`) or as the head is; the marks that keep a
 * text from being computed are taken off. Rows have as many cells as the head, which is judged before the next is asked
 * for: where the last are missing they are empty, and empty ones behind the last go; one that has more, or whose quotes
 * cannot be read, has more cells. An empty row is null, so that others may have their turn.
 */
export function* listedLineSteps(csv: string): Generator<ListedLine | null, undefined> {
  const [text, delimiter, linesBefore] = delimited(csv.replace(/^\uFEFF/, ''))
  let [line, from, width] = [1 + linesBefore, 0, 0]
  for (const { at, cells, broken } of csvRows(text, delimiter)) {
    line += breaksIn(text, from, at)
    from = at
    // Nobody can say which cells it has: it has more than the head.
    if (broken !== null) {
      yield { line, cells: [broken, ...Array.from({ length: width }, () => '')] }
      continue
    }
    const filled = cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1).map(textOfSheet)
    if (filled.length === 0) {
      yield null
      continue
    }
    if (width === 0) width = filled.length
    yield { line, cells: [...filled, ...Array.from({ length: Math.max(0, width - filled.length) }, () => '')] }
  }
}

function delimited(text: string): readonly [text: string, delimiter: string, linesBefore: number] {
  const [said, sign] = /^\s*"?sep=([;,\t])"?[^\r\n]*(?:\r\n|\r|\n|$)/i.exec(text) ?? []
  if (said !== undefined && sign !== undefined) return [text.slice(said.length), sign, breaksIn(said, 0, said.length)]
  const head = (text.trimStart().split(/[\r\n]/, 1)[0] ?? '').replaceAll(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => ({ delimiter, n: head.split(delimiter).length }))
  return [text, counts.reduce((most, one) => (one.n > most.n ? one : most)).delimiter, 0]
}

function breaksIn(text: string, from: number, to: number): number {
  let breaks = 0
  for (let at = from; at < to; at++) if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) breaks += 1
  return breaks
}
