/** A row of a file: the line that it begins on, from 1, and its cells. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows of a file, separated by commas or semicolons as its head is, and quoted as spreadsheets do. */
export function csvRows(csv: string): readonly CsvRow[] {
  const text = csv.replace(/^\uFEFF/, '')
  return rowsOf(text, (text.split(/\r?\n/, 1)[0] ?? '').includes(';') ? ';' : ',')
}

function rowsOf(text: string, separator: string): readonly CsvRow[] {
  const rows: CsvRow[] = []
  let [cells, cell, isQuoted, line, began]: [string[], string, boolean, number, number] = [[], '', false, 1, 1]
  const endRow = (): void => {
    rows.push({ line: began, cells: [...cells, cell] })
    ;[cells, cell, began] = [[], '', line + 1]
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (isQuoted) {
      if (sign === '"' && text[at + 1] === '"') cell += text[++at]
      else if (sign === '"') isQuoted = false
      else cell += sign
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === separator) {
      cells.push(cell)
      cell = ''
    } else if (sign === '\n') endRow()
    else if (sign !== '\r') cell += sign
    if (sign === '\n') line += 1
  }
  if (cell !== '' || cells.length > 0) endRow()
  return rows
}
