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
  const [head, ...lines] = listedLines(csv)
  const names = head?.cells.map((cell) => cell.trim()) ?? []
  const reasonAt = names.indexOf(reasonColumn)
  const read = (cells: readonly string[]) => cells.filter((_cell, at) => at !== reasonAt)
  const columns = read(names)
  if (!isImportHead(columns)) return refuse('USER_FILE_HEAD', { field: 'csv' })
  if (lines.length > importLimits.lines) return refuse('USER_FILE_TOO_LONG', { field: 'csv' })
  return succeed({ columns, lines: lines.map(({ line, cells }) => ({ line, cells: read(cells) })) })
}
