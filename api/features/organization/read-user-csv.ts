import { refuse, type Failure } from '#api/http/failure.ts'
import { listedLines, type ListedLine } from '#domain/kernel/listed-lines.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { importLimits, isImportHead, reasonColumn, type ImportColumn } from '#domain/organization/user-import.ts'

/** A file of users as cells. */
export interface UserCsv {
  readonly columns: readonly ImportColumn[]
  readonly lines: readonly ListedLine[]
}

/** Reads a file of users; empty lines are passed over. */
export function readUserCsv(csv: string): Result<UserCsv, Failure> {
  // What is read as text and is none holds these: a picture, or a workbook of a spreadsheet.
  if (/[\0\uFFFD]/.test(csv)) return refuse('USER_FILE_UNREADABLE', { field: 'csv' })
  const file = listedLines(csv, { headOf, lines: importLimits.lines })
  if (file === null) return refuse('USER_FILE_HEAD', { field: 'csv' })
  const { head, lines } = file
  if (lines.length > importLimits.lines) return refuse('USER_FILE_TOO_LONG', { field: 'csv' })
  return succeed({
    columns: head.columns,
    lines: lines.map(({ line, cells }) => ({ line, cells: withoutReason(cells, head.reasonAt) })),
  })
}

/** Whether a row names the columns of a file of users. */
export function isUserHead(names: readonly string[]): boolean {
  return headOf(names) !== null
}

function headOf(names: readonly string[]) {
  const reasonAt = names.indexOf(reasonColumn)
  const columns = withoutReason(names, reasonAt)
  return isImportHead(columns) ? { columns, reasonAt } : null
}

function withoutReason(cells: readonly string[], reasonAt: number): readonly string[] {
  return cells.filter((_cell, at) => at !== reasonAt)
}
