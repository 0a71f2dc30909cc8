/** A row of a file: the line that it begins on, from 1, and its cells. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** So many cells of a row are kept: no file that is read so has a tenth of them, and a row of more is of no file. */
const mostCells = 1000

/** So many characters are read in one step. */
const stepCharacters = 10_000

/** The rows of a file, separated by commas or semicolons as its head is, and quoted as spreadsheets do. */
export function csvRows(csv: string): readonly CsvRow[] {
  return [...csvSteps(csv)].filter((row) => row !== null)
}

/** The same row by row, with null while one is being read: others may have their turn in between. */
export function* csvSteps(csv: string): Generator<CsvRow | null, undefined> {
  const text = csv.replace(/^\uFEFF/, '')
  const separator = (text.split(/\r?\n/, 1)[0] ?? '').includes(';') ? ';' : ','
  let [cells, cell, isQuoted, line, began]: [string[], string, boolean, number, number] = [[], '', false, 1, 1]
  const endCell = (): void => {
    if (cells.length < mostCells) cells.push(cell)
    cell = ''
  }
  for (let at = 0; at < text.length; at++) {
    if (at % stepCharacters === stepCharacters - 1) yield null
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign === '"' && text[at + 1] === '"') cell += text[++at]
      else if (sign === '"') isQuoted = false
      else cell += sign
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) endCell()
    else if (sign === '\n') {
      endCell()
      yield { line: began, cells }
      ;[cells, began] = [[], line + 1]
    } else if (sign !== '\r') cell += sign
    if (sign === '\n') line += 1
  }
  if (cell === '' && cells.length === 0) return
  endCell()
  yield { line: began, cells }
}
