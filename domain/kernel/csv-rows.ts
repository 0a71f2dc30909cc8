/** A row of a text file, with its quotes taken off. */
interface TextRow {
  /** Where it begins in the text. */
  readonly at: number
  readonly cells: readonly string[]
  /** The line as it stands, where its quotes cannot be read; its cells are then what stands between the delimiters. */
  readonly broken: string | null
}

/** Letters that a quoted cell of one line may have, and one of several: a quote that is never closed goes no further. */
const longest = { line: 1_000_000, lines: 65_536 } as const
/** Cells of a row that are divided: what stands behind them is one. Spreadsheets have 16,384 columns. */
const mostCells = 20_000
/**
 * Letters behind the ends of lines that may be looked at in vain, beside as many as the file has; after them no cell has
 * several lines.
 */
const mostInVain = 16_000_000
/** Quotes inside a cell of several lines that are neither doubled nor its end. */
const mostStray = 20

/**
 * The rows of a text whose cells are divided by a delimiter. What programs and people do to such files is read: quotes
 * inside a cell that begins with none, blanks around a quoted one, ends of lines of any system. A row whose quotes cannot
 * be read is broken, and ends where its first line ends, so that the rows behind it are read. How many cells a row has is
 * told by who reads them, null while that is open; else the first row tells.
 */
export function* csvRows(text: string, delimiter: string, widthOf?: () => number | null): Generator<TextRow> {
  let at = 0
  let first: number | null = null
  let inVain = 0
  const signs = signsOf(text, delimiter)
  while (at < text.length) {
    const lineEnd: number = signs.lineEnd(at)
    const look: Look = {
      text,
      delimiter,
      signs,
      lineEnd,
      furthest: at,
      mayLeaveLine: inVain <= text.length + mostInVain,
    }
    const row: { readonly cells: readonly string[]; readonly end: number } | null = rowAt(look, at)
    const columns: number | null = widthOf === undefined ? first : widthOf()
    if (row === null || swallows(text.slice(at, row.end), row.cells.length, columns, delimiter)) {
      const broken: string = text.slice(at, lineEnd)
      inVain += Math.max(0, look.furthest - lineEnd)
      yield { at, cells: broken.split(delimiter, mostCells), broken }
      at = behindBreak(text, lineEnd)
      continue
    }
    if (first === null && row.cells.some((cell) => cell.trim() !== '')) first = row.cells.length
    yield { at, cells: row.cells, broken: null }
    at = behindBreak(text, row.end)
  }
}

/** A row that is looked for: how far its quotes have been followed, and whether they may go past its first line. */
interface Look {
  readonly text: string
  readonly delimiter: string
  readonly signs: Signs
  /** Where the line ends that is being read. */
  lineEnd: number
  furthest: number
  readonly mayLeaveLine: boolean
}

function rowAt(look: Look, start: number) {
  const { text, delimiter, signs } = look
  const cells: string[] = []
  let at = start
  for (;;) {
    // A cell before may have come to a later line. It is looked for once a line, not once a cell.
    if (at > look.lineEnd) look.lineEnd = signs.lineEnd(at)
    const open = behindBlanks(text, at)
    if (cells.length === mostCells) {
      cells.push(text.slice(at, look.lineEnd))
      return { cells, end: look.lineEnd }
    }
    if (text[open] === '"') {
      const quoted = quotedAt(look, open + 1)
      if (quoted === null) return null
      cells.push(quoted.value)
      at = quoted.end
    } else {
      const end = Math.min(signs.delimiter(at), look.lineEnd)
      cells.push(text.slice(at, end))
      at = end
    }
    if (text[at] !== delimiter) return { cells, end: at }
    at += 1
  }
}

/** The cell behind a quote; null where the quote is never closed, or another cell begins before it is. */
function quotedAt(look: Look, from: number) {
  const { text, delimiter, lineEnd, mayLeaveLine } = look
  let value = ''
  let at = from
  let stray = 0
  for (;;) {
    const quote = text.indexOf('"', at)
    const reached = Math.min(quote === -1 ? text.length : quote, Math.max(from, lineEnd) + longest.lines)
    look.furthest = Math.max(look.furthest, reached)
    if (quote > lineEnd && !mayLeaveLine) return null
    if (quote === -1 || quote - from > (quote > lineEnd ? longest.lines : longest.line)) return null
    if (text[quote + 1] === '"') {
      value += text.slice(at, quote + 1)
      at = quote + 2
      continue
    }
    const end = behindBlanks(text, quote + 1)
    if (end >= text.length || text[end] === delimiter || isBreak(text[end]))
      return { value: value + text.slice(at, quote), end }
    if (text[quote - 1] === delimiter || isBreak(text[quote - 1])) return null
    if (quote > lineEnd && (stray += 1) > mostStray) return null
    value += text.slice(at, quote + 1)
    at = quote + 1
  }
}

/**
 * Whether a row that goes over several lines has swallowed whole rows, because a quote was closed by that of a later row:
 * its lines have as many delimiters each as a row has, or its cells are not as many as the head's.
 */
function swallows(row: string, cells: number, columns: number | null, delimiter: string): boolean {
  if (columns === null || !/[\r\n]/.test(row)) return false
  if (cells > columns || (columns < 4 && cells < columns)) return true
  const whole = row.split(/\r\n|\r|\n/).map((line) => line.split(delimiter).length >= columns)
  return columns >= 4 && whole[0] === true && whole.indexOf(true, 1) !== -1
}

/** Where the next signs of a text stand, asked from places that go on: each letter is looked at once for each sign. */
interface Signs {
  delimiter(from: number): number
  lineEnd(from: number): number
}

function signsOf(text: string, delimiter: string): Signs {
  const nextOf = (sign: string) => {
    // Between these two the sign does not stand: a row that is read again asks for places before.
    let [from, found] = [0, -1]
    return (at: number): number => {
      if (from <= at && at <= found) return found
      const next = text.indexOf(sign, at)
      from = at
      found = next === -1 ? text.length : next
      return found
    }
  }
  const [feed, carriage] = [nextOf('\n'), nextOf('\r')]
  return { delimiter: nextOf(delimiter), lineEnd: (at) => Math.min(feed(at), carriage(at)) }
}

function behindBreak(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}

function behindBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\u00a0') at += 1
  return at
}

function isBreak(letter: string | undefined): boolean {
  return letter === '\n' || letter === '\r'
}
