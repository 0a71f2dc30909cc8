import { succeed, type Result } from '#domain/kernel/result.ts'
import type { Failure } from '#api/http/failure.ts'
import { readWorkbook } from './read-workbook.ts'
import type { IsHead } from './sheet-file.ts'

/**
 * A sheet of a workbook as the text of a list, separated by semicolons: each row in the line of its number, from the head
 * on. A row whose cells nobody can tell apart has one cell more than the head, so that it is refused as such a line is.
 */
export async function listOfWorkbook(
  bytes: Uint8Array,
  isHead: IsHead,
  lines: number,
): Promise<Result<string, Failure>> {
  const isHeadRow = (cells: readonly string[]): boolean => {
    const names = cells.map((cell) => cell.trim())
    return isHead(names.slice(0, names.findLastIndex((name) => name !== '') + 1))
  }
  const file = await readWorkbook(bytes, isHeadRow, { lines })
  if (!file.ok) return file
  const { head, head_line: headLine, rows } = file.value
  const text: string[] = []
  const put = (line: number, cells: readonly string[]): void => {
    while (text.length < line - 1) text.push('')
    text.push(cells.map(quoted).join(';'))
  }
  put(headLine, head)
  for (const { line, cells, faults } of rows) {
    const [fault] = faults
    const surplus = fault === undefined ? [] : [...missing(head, cells), fault.value ?? fault.code]
    put(line, [...cells, ...surplus])
  }
  return succeed(text.join('\n'))
}

function missing(head: readonly string[], cells: readonly string[]): readonly string[] {
  return Array.from({ length: head.length - cells.length }, () => '')
}

// A line of a list is a line of its text, so that people find it by its number.
function quoted(cell: string): string {
  const line = cell.replaceAll(/\s*[\r\n]+\s*/g, ' ')
  return /[";]/.test(line) || line !== line.trim() ? `"${line.replaceAll('"', '""')}"` : line
}
